package gavel.driver.command;

import gavel.driver.api.AgentJson;
import gavel.driver.api.LoopCapacity;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "capacity",
        mixinStandardHelpOptions = true,
        description = "Measures what one loop of the driver does at most on this machine, and prints it as JSON.")
final class CapacityCommand implements Callable<Integer> {
    private final DriverParts parts;

    @Option(
            names = "--duration",
            converter = DurationText.class,
            defaultValue = "5s",
            description = "of the measurement, after 5 s of warm-up (default: ${DEFAULT-VALUE})")
    private Duration duration;

    @Spec
    private CommandSpec spec;

    CapacityCommand(DriverParts parts) {
        this.parts = parts;
    }

    @Override
    public Integer call() throws Exception {
        if (!duration.isPositive()) {
            throw new CommandLine.ParameterException(
                    spec.commandLine(), "--duration must be at least 1s: " + duration.toSeconds() + "s");
        }
        LoopCapacity capacity = parts.capacity(duration);
        spec.commandLine().getOut().println(AgentJson.MAPPER.writeValueAsString(capacity));
        return DriverCommand.PASS;
    }
}
