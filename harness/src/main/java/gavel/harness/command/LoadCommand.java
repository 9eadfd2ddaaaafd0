package gavel.harness.command;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code gavel load}: continues an interrupted load too. */
@Command(name = "load", description = "Makes the data set of a deployment, or continues to.")
final class LoadCommand implements Callable<Integer> {
    private final Workplace workplace;

    @Mixin
    private final NamedDeployment deployment = new NamedDeployment();

    LoadCommand(Workplace workplace) {
        this.workplace = workplace;
    }

    @Override
    public Integer call() {
        return new DeploymentCommands(workplace).on(deployment.name(), (_, deployer) -> {
            deployer.startDataServices();
            deployer.prepareData(true);
        });
    }
}
