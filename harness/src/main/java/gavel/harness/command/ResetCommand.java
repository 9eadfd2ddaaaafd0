package gavel.harness.command;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code gavel reset}. */
@Command(name = "reset", description = "Returns the data of a deployment to their loaded state.")
final class ResetCommand implements Callable<Integer> {
    private final Workplace workplace;

    @Parameters(arity = "0..1", paramLabel = "DEPLOYMENT", description = "needed when there are several")
    private String name;

    ResetCommand(Workplace workplace) {
        this.workplace = workplace;
    }

    @Override
    public Integer call() {
        DeploymentCommands commands = new DeploymentCommands(workplace);
        commands.work(workplace.deployments().open(commands.name(name)), false, (deployment, deployer) -> {
            deployer.startDataServices();
            deployer.resetData();
            deployer.startAppServers();
            deployer.startWebServers();
        });
        return 0;
    }
}
