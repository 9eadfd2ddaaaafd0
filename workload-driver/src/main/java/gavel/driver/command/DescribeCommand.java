package gavel.driver.command;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "describe",
        mixinStandardHelpOptions = true,
        description = "Checks a profile and prints what it comes to for one user.")
final class DescribeCommand implements Callable<Integer> {
    private final DriverParts parts;

    @Parameters(
            paramLabel = "PROFILE",
            defaultValue = "liveauction",
            description = "name of a built-in profile or path of a YAML file (default: ${DEFAULT-VALUE})")
    private String profile;

    @Option(names = "--calibrate", description = "also runs the model that predicts bids and attendance")
    private boolean calibrate;

    @Spec
    private CommandSpec spec;

    DescribeCommand(DriverParts parts) {
        this.parts = parts;
    }

    @Override
    public Integer call() throws Exception {
        spec.commandLine().getOut().println(parts.describe(profile, calibrate).stripTrailing());
        return DriverCommand.PASS;
    }
}
