package gavel.harness.command;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code gavel load}: continues an interrupted load too. */
@Command(name = "load", description = "Makes the data set of a deployment, or continues to.")
final class LoadCommand implements Callable<Integer> {
    private final Workplace workplace;

    @Parameters(arity = "0..1", paramLabel = "DEPLOYMENT", description = "needed when there are several")
    private String name;

    LoadCommand(Workplace workplace) {
        this.workplace = workplace;
    }

    @Override
    public Integer call() {
        return new DeploymentCommands(workplace).on(name, (deployment, deployer) -> {
            deployer.startDataServices();
            deployer.prepareData(true);
        });
    }
}
