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

    @Option(names = "--output")
    private Path output;

    private EarlyArguments() {}

    /** Directory for results; null where none was named. */
    public static Path output(List<String> arguments) {
        if (arguments.stream().anyMatch(OWN::contains)) {
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
}
