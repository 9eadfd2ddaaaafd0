package gavel.harness.command;

import gavel.harness.command.options.NamedDeployment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code gavel load} and {@code gavel reset}: the data of a deployment. */
final class DataCommands {
    private DataCommands() {}

    /** Continues an interrupted load too. */
    @Command(name = "load", description = "Makes the data set of a deployment, or continues an interrupted load.")
    static final class Load extends ContextCommand {
        @Mixin
        private final NamedDeployment deployment = new NamedDeployment();

        @Override
        public Integer call() {
            return new DeploymentCommands(context).on(deployment.name(), (_, deployer) -> {
                deployer.startDataServices();
                deployer.prepareData(true);
            });
        }
    }

    @Command(name = "reset", description = "Returns the data of a deployment to their loaded state.")
    static final class Reset extends ContextCommand {
        @Mixin
        private final NamedDeployment deployment = new NamedDeployment();

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
