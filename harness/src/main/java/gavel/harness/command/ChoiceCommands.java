package gavel.harness.command;

import gavel.driver.api.ProfileSource;
import gavel.driver.api.command.DriverOptions;
import gavel.harness.config.Configurations;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.Machine;
import gavel.harness.tier.JavaCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code gavel configs} and {@code gavel profiles}: what there is to choose from. */
final class ChoiceCommands {
    private ChoiceCommands() {}

    @Command(name = "configs", description = "Lists the ready configurations.")
    static final class Configs extends ContextCommand {
        @Override
        public Integer call() {
            for (Configurations.Ready ready : context.configurations().ready()) {
                context.output().choice(ready.name(), ready.summary());
                context.console().line("%-14s %s".formatted(ready.name(), ready.summary()));
            }
            return 0;
        }
    }

    @Command(name = "profiles", description = "Lists the built-in profiles; shows or checks one.")
    static final class Profiles extends ContextCommand {
        @Override
        public Integer call() {
            choice("liveauction", "people at live auctions: they browse, attend, bid, sell (default)");
            choice("classic", "the mix and limits Weathervane 2 published, for continuity");
            context.console().line("               `gavel profiles show liveauction` shows its mix and rates");
            return 0;
        }

        private void choice(String name, String summary) {
            context.output().choice(name, summary);
            context.console().line("%-14s %s".formatted(name, summary));
        }
    }

    @Command(
            name = "show",
            description = "Shows what follows from a profile for one user: mix, rates, length of a session.")
    static final class ShowProfile extends ContextCommand {
        @Parameters(paramLabel = "NAME|FILE", description = "a built-in profile or a file")
        private String profile;

        @Option(names = "--calibrate", description = "also predict the bids by simulation, which takes a while")
        private boolean calibrate;

        @Override
        public Integer call() {
            described(context, profile, calibrate).forEach(context.console()::line);
            return 0;
        }
    }

    @Command(name = "check", description = "Checks a profile and names every mistake in it.")
    static final class CheckProfile extends ContextCommand {
        @Parameters(paramLabel = "FILE", description = "the profile")
        private String profile;

        @Override
        public Integer call() throws IOException {
            described(context, profile, false);
            ProfileSource source = ProfileSource.of(profile);
            context.console().line("✓ " + profile + " is a profile: " + source.name() + ", SHA-256 " + source.sha256());
            return 0;
        }
    }

    private static List<String> described(CommandContext context, String profile, boolean calibrate) {
        // As an option it is found, and refused, as for every other command.
        String found = context.configurations()
                .read("minimal", List.of(new Configurations.SettingOverride("load.profile", profile, "PROFILE")))
                .load()
                .profile();
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        JavaCommand java =
                new JavaCommand(context.installation().java().toString(), 0, temporary.toString(), List.of());
        String driver = context.installation().driverJar().toString();
        Machine.Said said = context.platforms()
                .here()
                .tried(
                        calibrate
                                ? java.jar(driver, "describe", "--calibrate", found)
                                : java.jar(driver, "describe", found));
        if (said.code() != 0) {
            throw new ConfigurationException(said.lines());
        }
        return said.lines();
    }

    /** What the launcher gives to the driver itself, so that nothing stands between it and its signals. */
    @Command
    static final class OfTheLauncher implements Callable<Integer> {
        @Override
        public Integer call() {
            throw new EnvironmentException("the launcher runs the driver: start it as ./gavel of the project,"
                    + " and type its options after `drive` or `agent`, none before");
        }
    }

    static CommandLine drive() {
        return ofTheLauncher("drive", "Drives an application that runs already (drive --help).");
    }

    static CommandLine agent() {
        return ofTheLauncher("agent", "Starts a driver that waits for orders, on another machine (agent --help).");
    }

    private static CommandLine ofTheLauncher(String name, String description) {
        CommandLine command = new CommandLine(new OfTheLauncher());
        command.setCommandName(name);
        command.setUnmatchedArgumentsAllowed(true);
        CommandSpec spec = command.getCommandSpec();
        spec.usageMessage().description(description);
        for (DriverOptions.Option option : DriverOptions.installed().of(name)) {
            boolean takesValue = !option.value().isEmpty();
            spec.addOption(OptionSpec.builder(option.names().toArray(String[]::new))
                    .paramLabel(option.value())
                    .arity(takesValue ? "1" : "0")
                    .type(takesValue ? String.class : boolean.class)
                    .description(option.description().replace("%", "%%"))
                    .build());
        }
        return command;
    }
}
