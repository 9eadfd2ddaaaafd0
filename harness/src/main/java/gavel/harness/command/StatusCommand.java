package gavel.harness.command;

import gavel.harness.command.output.OutputDocument.DeploymentEntry;
import gavel.harness.command.output.OutputDocument.ProcessEntry;
import gavel.harness.command.text.NodeLine;
import gavel.harness.command.text.PasswordLine;
import gavel.harness.config.Configuration;
import gavel.harness.config.placement.Placement;
import gavel.harness.deploy.Topologies;
import gavel.harness.deployment.DeploymentState;
import gavel.harness.deployment.DeploymentState.LoadedSet;
import gavel.harness.deployment.Deployments;
import gavel.harness.deployment.RunDirectory;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.HostRemains;
import gavel.harness.platform.Platform;
import gavel.harness.report.text.Words;
import gavel.harness.tier.AppServer;
import gavel.harness.tier.documents.DocumentServer;
import gavel.harness.tier.front.FrontDoors;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.Locations;
import gavel.harness.topology.Tiers;
import gavel.harness.topology.TopologyContext;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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
            try {
                show(deployments, deployments.existing(name));
            } catch (EnvironmentException | ConfigurationException unfinishedOrDamaged) {
                if (deployments.gone(name)) {
                    continue;
                }
                if (unfinishedOrDamaged instanceof ConfigurationException) {
                    throw unfinishedOrDamaged;
                }
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
                                : Words.plural(set.users(), "user") + ", " + set.images() + " images, seed "
                                        + set.seed()
                                        + (set.clean() ? ", unused" : ", used")));
        Configuration made = deployments.made(directory);
        context.console().line("  passwords " + PasswordLine.of(made));
        Platform platform = context.platforms().platform(directory.path(), made);
        List<HostRemains> hosts = platform.remains();
        List<String> addresses = addresses(directory, state, made, platform, hosts);
        context.output()
                .deployment(new DeploymentEntry(
                        directory.name(),
                        state.temporary(),
                        !deployments.idle(directory.name()),
                        set == null ? 0 : set.users(),
                        set != null && set.clean(),
                        addresses,
                        hosts.stream().flatMap(StatusCommand::entries).toList()));
        for (HostRemains host : hosts) {
            if (!host.reachable()) {
                context.console().line("  " + host.line());
                continue;
            }
            for (HostRemains.Recorded process : host.processes()) {
                context.console()
                        .line("  %-9s %-18s pid %-8s %s%s"
                                .formatted(
                                        process.alive() ? "running" : "GONE",
                                        process.name(),
                                        process.pid(),
                                        host.host().isEmpty() ? "" : host.host() + ":",
                                        process.log()));
                if (!process.alive()) {
                    ended(platform.log(host.host(), process.name(), LAST_LINES), process, directory.name());
                } else if (process.tier().equals(Tiers.APP_SERVERS)) {
                    context.console().line("            " + partitions(deployments, directory, platform, process));
                }
            }
        }
    }

    private static Stream<ProcessEntry> entries(HostRemains host) {
        return host.processes().stream()
                .map(process -> new ProcessEntry(
                        process.name(), process.tier(), host.host(), process.pid(), process.alive(), process.log()));
    }

    /** Where a server listens now, or may listen on a host that cannot be asked. */
    private List<String> addresses(
            RunDirectory directory,
            DeploymentState state,
            Configuration made,
            Platform platform,
            List<HostRemains> hosts) {
        Set<String> alive = hosts.stream()
                .flatMap(host -> host.processes().stream())
                .filter(HostRemains.Recorded::alive)
                .map(HostRemains.Recorded::name)
                .collect(Collectors.toSet());
        Locations locations = platform.locations();
        int servers = placed(Placement.of(made), state.ports().app().size(), locations);
        TopologyContext all =
                new TopologyContext(directory.name(), false, made, made, servers, state.ports(), locations);
        List<String> listening = new ArrayList<>();
        for (InstanceSpec instance : Topologies.of(all).instances()) {
            String address = locations.hosts().get(instance.host()).address();
            boolean front = instance.tier().equals(FrontDoors.tier(made));
            if (front && alive.contains(instance.name())) {
                String url = "https://" + address + ":" + instance.ports().get("https");
                listening.add(url);
                context.console().line("  address   " + url + "   authority " + directory.settings("authority.pem"));
            } else if (instance.tier().equals(Tiers.APP_SERVERS) && alive.contains(instance.name())) {
                String url = "http://" + address + ":" + instance.ports().get("http");
                listening.add(url);
                context.console()
                        .line("  address   " + url + "   settings "
                                + (instance.host().isEmpty() ? "" : instance.host() + ":")
                                + all.settings(instance.name() + ".yaml"));
            }
        }
        return listening;
    }

    /** Of so many servers those whose hosts are there: a pod of a StatefulSet has an address as long as it is needed. */
    static int placed(Placement placement, int most, Locations locations) {
        return (int) IntStream.range(0, most)
                .takeWhile(index -> locations
                        .hosts()
                        .containsKey(placement.host(Tiers.APP_SERVERS, index).orElse("")))
                .count();
    }

    /** A process that ended is not started again: the command says why it ended and what to do. */
    private void ended(List<String> log, HostRemains.Recorded process, String deployment) {
        String last = log.stream()
                .filter(line -> !line.isBlank())
                .reduce((_, later) -> later)
                .map(line -> "its log ends with: " + line)
                .orElse("its log is empty");
        boolean kept = process.tier().equals(Tiers.SERVICES) || process.name().equals(DocumentServer.NAME);
        context.console().line("            ended without an order;  " + last);
        context.console()
                .line(
                        kept
                                ? "            what it kept in memory is lost: `gavel down " + deployment
                                        + "` removes the deployment, `gavel up` makes another"
                                : "            `gavel up --deployment " + deployment + "` starts what is not running");
    }

    private String partitions(
            Deployments deployments, RunDirectory directory, Platform platform, HostRemains.Recorded server)
            throws InterruptedException {
        int index = AppServer.index(server.name());
        String host = Placement.of(deployments.made(directory))
                .host(Tiers.APP_SERVERS, index)
                .orElse("");
        String address = platform.locations().hosts().get(host).address() + ":"
                + deployments.state(directory).ports().management().get(index);
        return NodeLine.of(context.environment()
                .http()
                .get(
                        platform.reach(host, URI.create("http://" + address + "/actuator/node")),
                        deployments.secrets(directory).management()));
    }
}
