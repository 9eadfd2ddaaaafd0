package gavel.harness.deploy;

import gavel.harness.action.ActionSettings;
import gavel.harness.action.Targets;
import gavel.harness.action.Targets.Scaled;
import gavel.harness.action.Targets.Target;
import gavel.harness.action.Timeline;
import gavel.harness.config.Configuration;
import gavel.harness.setting.Rules;
import gavel.harness.tier.AppServer;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.Launch;
import gavel.harness.topology.Stage;
import gavel.harness.topology.Tiers;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What actions can be done to in a deployment of some configuration: pure. */
public final class ActionTargets {
    private ActionTargets() {}

    /** Holds the actions of a configuration against its instances. */
    static void check(Configuration configuration, Rules rules) {
        if (!configuration.actions().isEmpty()) {
            Duration end = Duration.ofSeconds(configuration.load().phases().measureSeconds());
            new Timeline(configuration.actions()).check(end, of(configuration), rules);
        }
    }

    /** The actions of a configuration, with what each waits for. */
    public static Timeline timeline(Configuration configuration) {
        List<ActionSettings> actions = configuration.actions();
        return actions.isEmpty()
                ? new Timeline(actions)
                : new Timeline(actions, of(configuration).scaled());
    }

    public static Targets of(Configuration configuration) {
        Map<String, Target> targets = new LinkedHashMap<>();
        List<InstanceSpec> instances = Topologies.planned(configuration).instances();
        HostLoss losses = new HostLoss(configuration, instances);
        for (InstanceSpec instance : instances) {
            boolean scaled = instance.tier().equals(Tiers.APP_SERVERS);
            boolean process = instance.launch() instanceof Launch.Command || instance.launch() instanceof Launch.Within;
            if (!scaled && process && instance.stage() != Stage.LOAD) {
                targets.put(
                        instance.name(),
                        new Target(
                                unsafe(instance),
                                instance.stage() == Stage.DATA,
                                uncut(configuration, !instance.host().isEmpty()),
                                losses.of(instance)));
            }
        }
        return new Targets(
                targets,
                new Scaled(
                        Tiers.APP_SERVERS,
                        configuration.appServers().count(),
                        configuration.mostAppServers(),
                        "the most this deployment may have",
                        configuration.fronted()
                                ? null
                                : "cannot be scaled without a web server or balancer in front: drivers speak with the servers they began with",
                        AppServer::name,
                        new Target(null, false, uncut(configuration, true), losses.ofAppServers())));
    }

    /** @param hosted whether it is on one of the deployment's hosts */
    private static String uncut(Configuration configuration, boolean hosted) {
        if (configuration.clustered()) {
            return "needs a network that Gavel may cut, and a pod's belongs to the cluster (platform: kubernetes)";
        }
        if (configuration.hosts().elsewhere()) {
            return "needs a network that Gavel may cut, and a machine's carries its orders too (hosts.machines)";
        }
        return configuration.divided() && hosted
                ? null
                : "needs a host of its own for the instance (hosts.isolated: true)";
    }

    private static String unsafe(InstanceSpec instance) {
        return instance.inMemory() ? "must not be stopped or killed, as its data are in memory only" : null;
    }
}
