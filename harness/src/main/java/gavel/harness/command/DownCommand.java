package gavel.harness.command;

import gavel.harness.command.options.NamedDeployment;
import gavel.harness.deployment.Deployment;
import gavel.harness.deployment.Leftovers;
import gavel.harness.run.Deployer;
import gavel.harness.run.Progress;
import gavel.harness.run.Surroundings;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code gavel down}. */
@Command(name = "down", description = "Stops a deployment and removes it with its data.")
final class DownCommand implements Callable<Integer> {
    private final Workplace workplace;

    @Mixin
    private final NamedDeployment deployment = new NamedDeployment();

    DownCommand(Workplace workplace) {
        this.workplace = workplace;
    }

    @Override
    public Integer call() {
        String wanted = new DeploymentCommands(workplace).name(deployment.name());
        remove(workplace, wanted);
        workplace.console().line("deployment " + wanted + " is down");
        return 0;
    }

    static void remove(Workplace workplace, String name) {
        Surroundings surroundings = workplace.surroundings();
        surroundings.interruption().shield();
        Leftovers leftovers = new Leftovers(surroundings.deployments(), surroundings.console()::line);
        Optional<String> damage = leftovers.damage(name);
        if (damage.isPresent() && surroundings.deployments().idle(name)) {
            workplace.remark(List.of(damage.get()));
            leftovers.remove(name);
            return;
        }
        try (Deployment deployment = surroundings.deployments().open(name)) {
            new Deployer(deployment, surroundings, new Progress(surroundings.console(), surroundings.time())).close();
            workplace.remark(deployment.directory().delete());
        }
    }
}
