package gavel.harness.command.help;

import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** {@code gavel help}: picocli's own stops at the first of several names, so that it knows no command below another. */
@Command(
        name = "help",
        helpCommand = true,
        mixinStandardHelpOptions = true,
        description = "Shows the help of a command: `gavel help profiles show`.")
public final class HelpCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..*", paramLabel = "COMMAND", description = "none shows all commands")
    private List<String> names = List.of();

    @Override
    public void run() {
        CommandLine command = spec.parent().commandLine();
        for (String name : names) {
            CommandLine below = command.getSubcommands().get(name);
            if (below == null) {
                throw new UnmatchedArgumentException(command, List.of(name));
            }
            command = below;
        }
        command.usage(spec.commandLine().getOut());
    }
}
