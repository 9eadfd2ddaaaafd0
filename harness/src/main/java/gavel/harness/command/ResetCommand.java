package gavel.harness.command;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code gavel reset}. */
@Command(name = "reset", description = "Returns the data of a deployment to their loaded state.")
final class ResetCommand implements Callable<Integer> {
    private final Workplace workplace;

    @Mixin
    private final NamedDeployment deployment = new NamedDeployment();

    ResetCommand(Workplace workplace) {
        this.workplace = workplace;
    }

    @Override
    public Integer call() {
        return new DeploymentCommands(workplace).on(deployment.name(), (_, deployer) -> {
            deployer.startDataServices();
            deployer.resetData();
            deployer.startAppServers();
            deployer.startFrontServers();
            deployer.limit();
        });
    }
}
