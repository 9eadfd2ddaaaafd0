package gavel.harness.command;

import gavel.harness.command.options.NamedDeployment;
import gavel.harness.deployment.Deployment;
import gavel.harness.deployment.Leftovers;
import gavel.harness.run.Deployer;
import gavel.harness.run.Environment;
import gavel.harness.run.Progress;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code gavel down}. */
@Command(name = "down", description = "Stops a deployment and removes it with its data.")
final class DownCommand extends ContextCommand {
    @Mixin
    private final NamedDeployment deployment = new NamedDeployment();

    @Override
    public Integer call() {
        String wanted = new DeploymentCommands(context).name(deployment.name());
        remove(context, wanted);
        context.console().line("deployment " + wanted + " is down");
        return 0;
    }

    static void remove(CommandContext context, String name) {
        Environment environment = context.environment();
        environment.interruption().shield();
        Leftovers leftovers = new Leftovers(environment.deployments(), environment.console()::line);
        Optional<String> damage = leftovers.damage(name);
        if (damage.isPresent() && environment.deployments().idle(name)) {
            context.remark(List.of(damage.get()));
            leftovers.remove(name);
            return;
        }
        try (Deployment deployment = environment.deployments().open(name)) {
            new Deployer(deployment, environment, new Progress(environment.console(), environment.time())).close();
            context.remark(deployment.directory().delete());
        }
    }
}
