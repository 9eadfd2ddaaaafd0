package gavel.harness.command;

import gavel.harness.command.options.ConfigOptions;
import gavel.harness.command.text.PasswordLine;
import gavel.harness.config.Configuration;
import gavel.harness.deployment.Deployment;
import gavel.harness.deployment.Deployments;
import gavel.harness.failure.Problems;
import gavel.harness.platform.HostRemains;
import gavel.harness.platform.Platform;
import gavel.harness.run.MachineCheck;
import java.nio.file.Files;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gavel up}: a deployment that stays until {@code gavel down}. Repeated, it starts what is not running. */
@Command(name = "up", description = "Deploys and loads, and leaves everything running.")
final class UpCommand extends ContextCommand {
    @Mixin
    private ConfigOptions options;

    @Option(
            names = "--deployment",
            paramLabel = "NAME",
            description = "name of the deployment (default: the configuration's)")
    private String name;

    @Override
    public Integer call() {
        Deployments deployments = context.deployments();
        Problems problems = new Problems()
                .that(
                        name == null || Configuration.goodName(name),
                        "deployment " + Configuration.NAME_RULE + ": " + name + " (--deployment)");
        Configuration configuration = problems.take(() -> context.checked(options));
        problems.check();
        String wanted = name == null ? configuration.name() : name;
        boolean another = !goesOn(deployments, wanted);
        if (!another) {
            deployments.requireSame(wanted, options.configured() ? configuration : null, options.overrides());
        }
        if (another) {
            MachineCheck.passWithoutLoad(configuration, context.environment());
        }
        Deployment deployment = another
                ? deployments.create(
                        wanted,
                        configuration,
                        false,
                        context.time().instant(),
                        context.platforms().machines(configuration)::portFree)
                : deployments.open(wanted);
        new DeploymentCommands(context).work(deployment, another, (opened, deployer) -> {
            deployer.startDataServices();
            deployer.prepareData(true);
            deployer.startAppServers();
            deployer.startFrontServers();
            deployer.verify();
            deployer.limit();
            deployer.frontDoors().forEach(door -> context.console().line("  " + door));
            context.console()
                    .line("deployment " + wanted + " is up; all its accounts (u1@gavel.example …) have the password in "
                            + opened.directory().settings("account-password"));
            context.console().line("passwords are " + PasswordLine.of(opened.made()));
        });
        return 0;
    }

    /** Whether there is such a deployment with something left of it; what embedded data services held went with them. */
    private boolean goesOn(Deployments deployments, String wanted) {
        if (!deployments.names().contains(wanted)
                || !Files.exists(deployments.existing(wanted).state())) {
            return false;
        }
        try (Deployment deployment = deployments.open(wanted)) {
            Platform platform =
                    context.platforms().platform(deployment.directory().path(), deployment.made());
            // It is unknown whether something runs on a host that cannot be asked.
            boolean running = platform.remains().stream()
                    .anyMatch(host ->
                            !host.reachable() || host.processes().stream().anyMatch(HostRemains.Recorded::alive));
            if (running || !deployment.configuration().anyPassing()) {
                return true;
            }
            context.console().line("deployment " + wanted + " is not running any more and is made anew");
            context.remark(platform.remove().remarks());
            return false;
        }
    }
}
