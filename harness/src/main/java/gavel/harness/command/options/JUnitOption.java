package gavel.harness.command.options;

import gavel.harness.failure.EnvironmentException;
import gavel.harness.failure.HarnessException;
import gavel.harness.failure.InterruptedRunException;
import gavel.harness.report.JUnitXml;
import gavel.harness.run.Interruption;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;
import picocli.CommandLine.Option;

/**
 * The option of every command that is a gate of a pipeline. However the command ends, its file tells of this time and never of an earlier
 * one, and silence is never success. From the beginning it holds an error, which only the end takes away. Used once, by one thread.
 */
public final class JUnitOption {
    private static final String NAME = "--junit";
    private static final String UNFINISHED = "did not end: it was killed, or it still runs";

    @Option(
            names = NAME,
            paramLabel = "FILE",
            description = "write the outcome as JUnit XML, for continuous integration")
    private Path file;

    /** What the file says; null before there is a result. */
    private JUnitXml written;

    private HarnessException told;

    /**
     * Does what a command does, which has to look at {@link #problems}; where that ends in an exception, the file gets one more case, an error.
     *
     * @param command as typed, such as {@code gavel run}
     */
    public int around(String command, Interruption interruption, IntSupplier work) {
        if (file == null || !problems().isEmpty()) {
            return work.getAsInt();
        }
        begin(command);
        try {
            return work.getAsInt();
        } catch (RuntimeException e) {
            if (e != told) {
                // An interrupt would close the file half written, and nothing comes after it that has to end early.
                interruption.shield();
                add(command, e, interruption.requested());
            }
            throw e;
        }
    }

    /** What is wrong with what was typed. */
    public List<String> problems() {
        return NamedFile.problems(file, "the outcome", NAME);
    }

    /**
     * Writes what is known while the command goes on.
     *
     * @param command as typed
     */
    public void writeSoFar(String command, JUnitXml xml) {
        written = xml;
        write(xml.withError(command, command + " " + UNFINISHED));
    }

    /**
     * Writes the outcome.
     *
     * @param failure that is part of it and needs no case of its own; null when there is none
     */
    public void write(JUnitXml xml, HarnessException failure) {
        written = xml;
        told = failure;
        write(xml);
    }

    private void write(JUnitXml xml) {
        if (file == null) {
            return;
        }
        try {
            write(file, xml);
        } catch (IOException e) {
            throw new EnvironmentException(
                    "the outcome cannot be written to " + file + ": " + e + " (" + NAME + ")", e);
        }
    }

    /** For arguments that cannot be understood, so that no command with this option begins. */
    public static void refused(String command, List<String> arguments, String message) throws IOException {
        Path named = named(arguments);
        if (named != null) {
            write(named, JUnitXml.error(command, message));
        }
    }

    private static Path named(List<String> arguments) {
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            if (argument.startsWith(NAME + "=")) {
                return Path.of(argument.substring(NAME.length() + 1));
            }
            if (argument.equals(NAME)
                    && i + 1 < arguments.size()
                    && !arguments.get(i + 1).startsWith("-")) {
                return Path.of(arguments.get(i + 1));
            }
        }
        return null;
    }

    /** A green file of the last time would speak for a command that is killed, and no file may be no failure. */
    private void begin(String command) {
        if (NamedFile.replaceable(file)) {
            write(JUnitXml.error(command, command + " " + UNFINISHED));
        }
    }

    private void add(String command, RuntimeException problem, boolean interrupted) {
        try {
            String message = message(problem, interrupted);
            write(file, written == null ? JUnitXml.error(command, message) : written.withError(command, message));
        } catch (IOException e) {
            // What ended the command is what has to be told.
            problem.addSuppressed(e);
        }
    }

    private static String message(RuntimeException problem, boolean interrupted) {
        if (interrupted && !(problem instanceof InterruptedRunException)) {
            return "interrupted";
        }
        if (!(problem instanceof HarnessException known)) {
            return "unexpected: " + problem;
        }
        List<String> lines = new ArrayList<>();
        lines.add(known.getMessage());
        known.evidence().forEach(line -> lines.add("| " + line));
        return String.join("\n", lines);
    }

    private static void write(Path file, JUnitXml xml) throws IOException {
        NamedFile.write(file, xml.text());
    }
}
