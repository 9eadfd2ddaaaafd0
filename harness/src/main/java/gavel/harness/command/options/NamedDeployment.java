package gavel.harness.command.options;

import gavel.harness.failure.ConfigurationException;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which deployment a command is for: {@code gavel down mine}, or as {@code up} and {@code run} say it, {@code --deployment mine}. */
public final class NamedDeployment {
    @Parameters(
            arity = "0..1",
            paramLabel = "DEPLOYMENT",
            description = "name of the deployment, needed when there are several")
    private String named;

    @Option(names = "--deployment", paramLabel = "NAME", description = "deployment, as an option")
    private String option;

    /** Null when the command did not say. */
    public String name() {
        return one(named, option);
    }

    /**
     * The one that was named, either way or both.
     *
     * @throws ConfigurationException for two
     */
    public static String one(String named, String option) {
        if (named != null && option != null && !named.equals(option)) {
            throw new ConfigurationException(
                    "one deployment is meant: " + named + ", " + option + " (DEPLOYMENT, --deployment)");
        }
        return named != null ? named : option;
    }
}
