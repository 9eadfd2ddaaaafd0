package gavel.harness.command;

import gavel.harness.command.options.NamedDeployment;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code gavel load} and {@code gavel reset}: the data of a deployment. */
final class DataCommands {
    private DataCommands() {}

    /** Continues an interrupted load too. */
    @Command(name = "load", description = "Makes the data set of a deployment, or continues to.")
    static final class Load implements Callable<Integer> {
        private final CommandContext context;

        @Mixin
        private final NamedDeployment deployment = new NamedDeployment();

        Load(CommandContext context) {
            this.context = context;
        }

        @Override
        public Integer call() {
            return new DeploymentCommands(context).on(deployment.name(), (_, deployer) -> {
                deployer.startDataServices();
                deployer.prepareData(true);
            });
        }
    }

    @Command(name = "reset", description = "Returns the data of a deployment to their loaded state.")
    static final class Reset implements Callable<Integer> {
        private final CommandContext context;

        @Mixin
        private final NamedDeployment deployment = new NamedDeployment();

        Reset(CommandContext context) {
            this.context = context;
        }

        @Override
        public Integer call() {
            return new DeploymentCommands(context).on(deployment.name(), (_, deployer) -> {
                deployer.startDataServices();
                deployer.resetData();
                deployer.startAppServers();
                deployer.startFrontServers();
                deployer.limit();
            });
        }
    }
}
