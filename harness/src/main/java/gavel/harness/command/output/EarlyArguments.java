package gavel.harness.command.output;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** What has to be known of the arguments before a command exists that parses them. */
public final class EarlyArguments {
    /** Commands whose {@code --output} is something else. */
    private static final Set<String> OWN = Set.of("submit", "site");
    /** Options that may come before the command, with a value. */
    private static final Set<String> BEFORE = Set.of("-o", "--format", "--color");

    @Option(names = "--output")
    private Path output;

    private EarlyArguments() {}

    /** Directory for results; null where none was named. */
    public static Path output(List<String> arguments) {
        if (OWN.contains(command(arguments))) {
            return null;
        }
        EarlyArguments early = new EarlyArguments();
        try {
            new CommandLine(early).setUnmatchedArgumentsAllowed(true).parseArgs(arguments.toArray(String[]::new));
        } catch (ParameterException toldWithTheRest) {
            return null;
        }
        return early.output;
    }

    /** Empty where none is named. */
    private static String command(List<String> arguments) {
        for (int i = 0; i < arguments.size(); i++) {
            if (BEFORE.contains(arguments.get(i))) {
                i++;
            } else if (!arguments.get(i).startsWith("-")) {
                return arguments.get(i);
            }
        }
        return "";
    }
}
