package gavel.harness.command;

import gavel.harness.deployment.Installation;
import gavel.harness.run.Interruption;
import gavel.harness.run.Terminal;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine;

/** The command line as it is, of an installation that is nowhere: to be looked at, not to be executed. */
public final class CommandModel {
    private CommandModel() {}

    public static CommandLine commandLine() {
        return CommandLines.of(new CommandContext(
                new Installation(Path.of("."), Path.of("java")),
                new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8),
                Terminal.NONE,
                List.of(),
                new Interruption(Thread.currentThread())));
    }
}
