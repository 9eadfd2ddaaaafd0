package gavel.harness.platform;

import gavel.harness.failure.EnvironmentException;
import gavel.harness.topology.Program;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The programs of a machine. */
public record Installed(Machine machine) {
    private static final Pattern NUMBER = Pattern.compile("(\\d+)(\\.\\d+)+");

    public Optional<Path> find(Program program) {
        return machine.program(program.places());
    }

    /** @throws EnvironmentException that says how to install it */
    public Path path(Program program) {
        return find(program)
                .orElseThrow(
                        () -> new EnvironmentException(program.title() + " is not installed: " + program.advice()));
    }

    /** Title and number; the title alone where the number is not told. */
    public String version(Program program) {
        Matcher number = number(program);
        return number.find() ? program.title() + " " + number.group() : program.title();
    }

    private Matcher number(Program program) {
        return NUMBER.matcher(find(program)
                .map(path -> program.versionOption() == null
                        ? path.toString()
                        : machine.ask(List.of(path.toString(), program.versionOption())))
                .orElse(""));
    }

    /** @throws EnvironmentException where it is too old */
    public void requireRecent(Program program) {
        if (program.oldest() == null) {
            return;
        }
        Matcher number = number(program);
        if (number.find()
                && Integer.parseInt(number.group(1)) < program.oldest().major()) {
            throw new EnvironmentException(
                    program.title() + " must be " + program.oldest().major() + ".0 or later ("
                            + program.oldest().setting() + "): " + program.title() + " " + number.group()
                            + "; install a newer one");
        }
    }

    /** A word of a command or of a file of the program, with its places in it. */
    public String placed(Program program, String word) {
        if (program == null || !word.contains("${")) {
            return word;
        }
        Path path = path(program);
        return Pattern.compile("\\$\\{program/([\\w.-]+)}")
                .matcher(word)
                .replaceAll(found -> Matcher.quoteReplacement(
                        path.resolveSibling(found.group(1)).toString()))
                .replace(Program.PATH, path.toString())
                .replace(Program.LIBRARIES, libraries(program, path));
    }

    private static String libraries(Program program, Path path) {
        return program.libraries().getOrDefault(path.getFileName().toString(), "");
    }
}
