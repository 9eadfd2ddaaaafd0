package gavel.harness.command;

import gavel.harness.command.options.NamedDeployment;
import gavel.harness.deployment.AbandonedDeployments;
import gavel.harness.deployment.Deployment;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.HostRemains;
import gavel.harness.platform.Removal;
import gavel.harness.run.Deployer;
import gavel.harness.run.Environment;
import gavel.harness.run.Progress;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code gavel down}. */
@Command(
        name = "down",
        description = {
            "Stops a deployment and removes it with its data.",
            "Packages and Gavel's programs stay on its machines: `gavel help clean` says how to remove them."
        })
final class DownCommand extends ContextCommand {
    private static final String KEPT =
            "deployment %s is down, except on hosts that cannot be reached; `gavel down %s` removes the rest as soon as they can";

    @Mixin
    private final NamedDeployment deployment = new NamedDeployment();

    @Override
    public Integer call() {
        String wanted = new DeploymentCommands(context).name(deployment.name());
        remove(context, wanted);
        context.console().line("deployment " + wanted + " is down");
        return 0;
    }

    private static void removed(CommandContext context, Removal removal, String name) {
        context.remark(removal.remarks());
        if (!removal.complete()) {
            throw new EnvironmentException(
                    KEPT.formatted(name, name),
                    removal.left().stream().map(HostRemains::line).toList(),
                    null);
        }
    }

    static void remove(CommandContext context, String name) {
        Environment environment = context.environment();
        environment.interruption().shield();
        AbandonedDeployments abandoned = new AbandonedDeployments(
                environment.deployments(), environment.platforms(), environment.console()::line);
        Optional<String> damage = abandoned.damage(name);
        if (damage.isPresent() && environment.deployments().idle(name)) {
            context.remark(List.of(damage.get()));
            if (!abandoned.remove(name)) {
                throw new EnvironmentException(KEPT.formatted(name, name));
            }
            return;
        }
        try (Deployment deployment = environment.deployments().open(name)) {
            Deployer deployer =
                    new Deployer(deployment, environment, new Progress(environment.console(), environment.time()));
            stop(context, deployer);
            removed(context, deployer.remove(), name);
        }
    }

    /** What a machine that does not answer keeps from being stopped in order is ended where it is removed, or told. */
    private static void stop(CommandContext context, Deployer deployer) {
        try {
            deployer.close();
        } catch (EnvironmentException e) {
            context.remark(List.of("not everything could be stopped in order: " + e.getMessage()));
        }
    }
}
