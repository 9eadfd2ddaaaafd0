package gavel.harness.command;

import gavel.harness.command.text.NodeLine;
import gavel.harness.command.text.PasswordLine;
import gavel.harness.deployment.DeploymentState;
import gavel.harness.deployment.DeploymentState.LoadedSet;
import gavel.harness.deployment.Deployments;
import gavel.harness.deployment.RunDirectory;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.local.host.Host;
import gavel.harness.platform.local.host.HostProcess;
import gavel.harness.tier.AppServer;
import gavel.harness.tier.documents.DocumentServer;
import gavel.harness.topology.Ports;
import gavel.harness.topology.Tiers;
import java.net.URI;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code gavel status}. */
@Command(name = "status", description = "Shows the deployments, their processes and their data.")
final class StatusCommand extends ContextCommand {
    private static final int LAST_LINES = 20;

    @Override
    public Integer call() throws InterruptedException {
        Deployments deployments = context.deployments();
        List<String> names = deployments.names();
        if (names.isEmpty()) {
            context.console().line("there is no deployment; `gavel up` makes one");
        }
        for (String name : names) {
            RunDirectory directory = deployments.existing(name);
            try {
                show(deployments, directory);
            } catch (EnvironmentException unfinishedOrDamaged) {
                context.console().line(unfinishedOrDamaged.getMessage());
            }
        }
        return 0;
    }

    private void show(Deployments deployments, RunDirectory directory) throws InterruptedException {
        DeploymentState state = deployments.state(directory);
        context.console()
                .line(directory.name()
                        + (state.temporary() ? " (of one run)" : "")
                        + (deployments.idle(directory.name()) ? "" : ", in use by a command"));
        LoadedSet set = state.loaded();
        context.console()
                .line("  data      "
                        + (set == null
                                ? "not loaded"
                                : set.users() + " users, " + set.images() + " images, seed " + set.seed()
                                        + (set.clean() ? ", unused" : ", used")));
        context.console().line("  passwords " + PasswordLine.of(deployments.made(directory)));
        List<Ports.Web> doors = state.ports().balancers().isEmpty()
                ? state.ports().web()
                : state.ports().balancers();
        String front = state.ports().balancers().isEmpty() ? Tiers.WEB_SERVERS : Tiers.BALANCERS;
        for (int i = 0; i < doors.size(); i++) {
            context.console()
                    .line("  address   https://" + deployments.address(directory, front, i) + ":"
                            + doors.get(i).https() + "   authority " + directory.settings("authority.pem"));
        }
        for (int i = 0; i < state.ports().app().size(); i++) {
            context.console()
                    .line("  address   http://" + deployments.address(directory, Tiers.APP_SERVERS, i) + ":"
                            + state.ports().app().get(i) + "   settings "
                            + directory.settings(AppServer.name(i) + ".yaml"));
        }
        Host host = deployments.hosts().apply(directory.path());
        for (HostProcess process : host.recorded()) {
            context.console()
                    .line("  %-9s %-18s pid %-8s %s"
                            .formatted(
                                    process.alive() ? "running" : "GONE",
                                    process.name(),
                                    process.pid(),
                                    process.log()));
            if (!process.alive()) {
                ended(host, process, directory.name());
            } else if (process.tier().equals(Tiers.APP_SERVERS)) {
                context.console().line("            " + partitions(deployments, directory, state, process.name()));
            }
        }
    }

    /** Nobody starts a process again that ended: it is told why it did and what to do. */
    private void ended(Host host, HostProcess process, String deployment) {
        String last = host.tail(process.log(), LAST_LINES).stream()
                .filter(line -> !line.isBlank())
                .reduce((_, later) -> later)
                .map(line -> "its log ends with: " + line)
                .orElse("its log is empty");
        boolean kept = process.tier().equals(Tiers.SERVICES) || process.name().equals(DocumentServer.NAME);
        context.console().line("            ended unasked; " + last);
        context.console()
                .line(
                        kept
                                ? "            what it kept in memory is lost: `gavel down " + deployment
                                        + "` removes the deployment, `gavel up` makes another"
                                : "            `gavel up --deployment " + deployment + "` starts what is not running");
    }

    private String partitions(Deployments deployments, RunDirectory directory, DeploymentState state, String server)
            throws InterruptedException {
        int index = AppServer.index(server);
        String address = deployments.address(directory, Tiers.APP_SERVERS, index) + ":"
                + state.ports().management().get(index);
        return NodeLine.of(context.environment()
                .http()
                .get(
                        URI.create("http://" + address + "/actuator/node"),
                        deployments.secrets(directory).management()));
    }
}
