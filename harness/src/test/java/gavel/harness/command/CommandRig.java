package gavel.harness.command;

import gavel.harness.kind.ResultKinds;
import gavel.harness.run.RunRig;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;

/** Commands typed where nothing is real but the files. */
final class CommandRig {
    final RunRig run;
    ResultKinds kinds = ResultKinds.KNOWN;
    private final Path home;
    private StringWriter out = new StringWriter();
    private StringWriter err = new StringWriter();

    CommandRig(Path home) throws IOException {
        this.home = home;
        this.run = new RunRig(home);
        Path configurations = Files.createDirectories(home.resolve("deploy/configs"));
        Files.copy(Path.of("../deploy/configs/minimal.yaml"), configurations.resolve("minimal.yaml"));
    }

    /** Returns the exit code; what was said before is forgotten. */
    int type(String typed) {
        run.lines.clear();
        out = new StringWriter();
        err = new StringWriter();
        String[] arguments = typed.split(" ");
        CommandLine line = CommandLines.of(new CommandContext(run.environment(), kinds, List.of(arguments)));
        line.setErr(new PrintWriter(err, true));
        line.setOut(new PrintWriter(out, true));
        return line.execute(arguments);
    }

    /** Types a command with {@code -o json} and returns the one document it writes. */
    String json(String typed) {
        run.lines.clear();
        err = new StringWriter();
        String[] arguments = (typed + " -o json").split(" ");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream before = System.err;
        System.setErr(new PrintStream(OutputStream.nullOutputStream()));
        try {
            CommandLines.execute(
                    new CommandContext(run.environment(), kinds, List.of(arguments)),
                    new PrintStream(out, true, StandardCharsets.UTF_8),
                    arguments);
        } finally {
            System.setErr(before);
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    String help() {
        return out.toString();
    }

    String errors() {
        return err.toString();
    }

    String said() {
        return String.join("\n", run.lines);
    }

    Path deployment(String name) {
        return home.resolve(".gavel").resolve(name);
    }

    /** The directory of the one result there is. */
    Path result() throws IOException {
        try (Stream<Path> results = Files.list(home.resolve("results"))) {
            return results.filter(Files::isDirectory).findFirst().orElseThrow();
        }
    }

    /** What is there after the machine was switched off and on again. */
    void everythingDies() {
        run.host.recorded().forEach(process -> run.host.process(process.name()).die());
    }
}
