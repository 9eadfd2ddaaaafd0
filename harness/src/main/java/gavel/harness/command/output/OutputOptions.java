package gavel.harness.command.output;

import gavel.harness.run.Terminal;
import gavel.harness.run.Terminal.Loudness;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;

/** How much every command tells, and in which form. */
public final class OutputOptions {
    /** For people or for programs. */
    public enum Format {
        TEXT,
        JSON
    }

    /** Whether verdicts and limits are coloured. */
    public enum Coloured {
        AUTO,
        ALWAYS,
        NEVER
    }

    @Option(
            names = {"-o", "--format"},
            paramLabel = "FORMAT",
            scope = ScopeType.INHERIT,
            description = "text, or json: one document on the standard output, the progress on the error output")
    private Format format = Format.TEXT;

    @Option(names = "-q", scope = ScopeType.INHERIT, description = "print the outcome only, no progress")
    private boolean quiet;

    @Option(
            names = {"-v", "--verbose"},
            scope = ScopeType.INHERIT,
            description = "also print where settings come from, what is started, and the cause of an error")
    private boolean verbose;

    @Option(
            names = "--color",
            paramLabel = "WHEN",
            scope = ScopeType.INHERIT,
            description = "auto (on a terminal, unless NO_COLOR is set), always or never")
    private Coloured coloured = Coloured.AUTO;

    /** As far as they can be read before the whole command line is: an error in it is told in the same form. */
    public static OutputOptions of(List<String> arguments) {
        OutputOptions early = new OutputOptions();
        try {
            new CommandLine(early)
                    .setUnmatchedArgumentsAllowed(true)
                    .setCaseInsensitiveEnumValuesAllowed(true)
                    .parseArgs(arguments.toArray(String[]::new));
        } catch (ParameterException toldWithTheRest) {
            return early;
        }
        return early;
    }

    public boolean json() {
        return format == Format.JSON;
    }

    /** @param columns of a person's terminal; 0 where there is none */
    public Terminal terminal(int columns, Map<String, String> environment) {
        Loudness loudness = quiet ? Loudness.QUIET : verbose ? Loudness.VERBOSE : Loudness.USUAL;
        return Terminal.of(columns, coloured(columns > 0, environment), loudness)
                .piped(environment.getOrDefault("COLUMNS", ""));
    }

    /** NO_COLOR counts where it is not empty (no-color.org); a terminal that is "dumb" has no colours. */
    private boolean coloured(boolean terminal, Map<String, String> environment) {
        return switch (coloured) {
            case ALWAYS -> true;
            case NEVER -> false;
            case AUTO ->
                terminal
                        && environment.getOrDefault("NO_COLOR", "").isEmpty()
                        && !environment.getOrDefault("TERM", "").equals("dumb");
        };
    }
}
