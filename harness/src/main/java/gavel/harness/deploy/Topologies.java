package gavel.harness.deploy;

import gavel.harness.config.Configuration;
import gavel.harness.config.placement.ContainerRules;
import gavel.harness.config.placement.EmbeddedRules;
import gavel.harness.config.placement.EncryptionRules;
import gavel.harness.config.placement.MachineRules;
import gavel.harness.config.placement.PortRules;
import gavel.harness.setting.Rules;
import gavel.harness.tier.AppServer;
import gavel.harness.tier.EmbeddedTier;
import gavel.harness.tier.ExternalTier;
import gavel.harness.tier.documents.DocumentServer;
import gavel.harness.tier.documents.MongoDb;
import gavel.harness.tier.front.Caddy;
import gavel.harness.tier.front.HaProxy;
import gavel.harness.tier.front.Httpd;
import gavel.harness.tier.front.Keepalived;
import gavel.harness.tier.front.Nginx;
import gavel.harness.tier.images.ImageStore;
import gavel.harness.tier.load.DriverAgent;
import gavel.harness.tier.server.MariaDb;
import gavel.harness.tier.server.PostgreSql;
import gavel.harness.tier.server.RabbitMq;
import gavel.harness.topology.Program;
import gavel.harness.topology.Tier;
import gavel.harness.topology.Topology;
import gavel.harness.topology.TopologyContext;
import java.util.List;

/** The one list of all tiers there are. */
public final class Topologies {
    /** In the order they are started; the slowest first, so that it becomes ready while the others do. */
    static final List<Tier> TIERS = List.of(
            new ImageStore(),
            new RabbitMq(),
            new PostgreSql(),
            new MariaDb(),
            new MongoDb(),
            new DocumentServer(),
            new EmbeddedTier(),
            new ExternalTier(),
            new AppServer(),
            new Nginx(),
            new Httpd(),
            new Caddy(),
            new HaProxy(),
            new Keepalived(),
            new DriverAgent());

    private Topologies() {}

    public static Topology of(TopologyContext context) {
        return Topology.of(TIERS, context);
    }

    /** What would be made of a configuration. */
    public static Topology planned(Configuration configuration) {
        return of(TopologyContext.planned(configuration));
    }

    /** Holds a configuration against what its tiers can do, its actions against its instances, and both against its machines. */
    public static void check(Configuration configuration, Rules rules) {
        MachineRules.check(configuration, rules);
        ContainerRules.check(configuration, rules);
        EmbeddedRules.check(configuration, rules);
        EncryptionRules.check(configuration, rules);
        PortRules.check(configuration, rules);
        TIERS.forEach(tier -> tier.check(configuration, rules));
        ActionTargets.check(configuration, rules);
    }

    /** Programs of the machine that any tier may need. */
    public static List<Program> programs() {
        return TIERS.stream().flatMap(tier -> tier.programs().stream()).toList();
    }
}
