package gavel.harness.command;

import gavel.harness.action.Targets.Scaled;
import gavel.harness.command.options.NamedDeployment;
import gavel.harness.deploy.ActionTargets;
import gavel.harness.failure.ConfigurationException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code gavel scale-to}: more or fewer application servers for a deployment that is up, while people use it. */
@Command(name = "scale-to", description = "Gives a running deployment more or fewer application servers.")
final class ScaleToCommand extends ContextCommand {
    @Parameters(index = "0", paramLabel = "SERVERS", description = "number of application servers from now on")
    private int servers;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "DEPLOYMENT",
            description = "name of the deployment, needed when there are several")
    private String named;

    @Option(names = "--deployment", paramLabel = "NAME", description = "deployment, as an option")
    private String option;

    @Override
    public Integer call() {
        return new DeploymentCommands(context).on(NamedDeployment.one(named, option), (opened, deployer) -> {
            Scaled scaled = ActionTargets.of(opened.made()).scaled();
            String name = opened.name();
            if (scaled.fixed() != null) {
                throw new ConfigurationException("deployment " + name + " " + scaled.fixed() + " (scale-to)");
            }
            if (servers < 1 || servers > scaled.most()) {
                throw new ConfigurationException(
                        "application servers must be 1.." + scaled.most() + ", for which deployment "
                                + name + " was made: " + servers + " (scale-to)"
                                + (servers < 1
                                        ? ""
                                        : "; `gavel up --deployment NAME --set appServers.most=" + servers
                                                + "` makes another"));
            }
            if (deployer.appServers().isEmpty()) {
                throw new ConfigurationException(
                        "deployment " + name + " has no application servers running: `gavel up " + "--deployment "
                                + name + "` starts them (scale-to)");
            }
            deployer.scaleTo(servers);
        });
    }
}
