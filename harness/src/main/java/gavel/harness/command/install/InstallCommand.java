package gavel.harness.command.install;

import gavel.harness.command.options.ConfigOptions;
import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.install.ServerInstallation;
import gavel.harness.run.Environment;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gavel install}. */
@Command(
        name = "install",
        description = "Installs the servers of a configuration on its machines, from packages of Debian or Ubuntu.")
public final class InstallCommand implements Callable<Integer> {
    private final Configurations configurations;
    private final Environment environment;
    private final BooleanSupplier answer;

    @Mixin
    private ConfigOptions options;

    @Option(names = "--yes", description = "install without asking")
    private boolean yes;

    /** @param answer reads whether the reader agrees */
    public InstallCommand(Configurations configurations, Environment environment, BooleanSupplier answer) {
        this.configurations = configurations;
        this.environment = environment;
        this.answer = answer;
    }

    @Override
    public Integer call() {
        Configuration configuration = options.read(configurations);
        new ServerInstallation(
                        environment.platforms().machines(configuration),
                        environment.installation().home().resolve("deploy/install-servers.sh"),
                        this::agreed,
                        environment.console()::line)
                .run(configuration);
        environment.console().line("every server of " + configuration.name() + " is installed");
        return 0;
    }

    private boolean agreed() {
        if (yes) {
            return true;
        }
        environment.console().line("install them? [y/N]");
        return answer.getAsBoolean();
    }
}
