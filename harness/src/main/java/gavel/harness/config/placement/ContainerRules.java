package gavel.harness.config.placement;

import gavel.harness.config.BrokerSettings;
import gavel.harness.config.Configuration;
import gavel.harness.config.HostSettings.Size;
import gavel.harness.setting.Rules;

/** What a configuration must be like whose instances are containers: pure. */
public final class ContainerRules {
    private ContainerRules() {}

    /** Holds a configuration against what there are images and networks for, where it wants containers. */
    public static void check(Configuration configuration, Rules rules) {
        if (!configuration.contained()) {
            return;
        }
        String there = " on platform " + configuration.platform().word();
        rules.that(
                        !configuration.hosts().isolated(),
                        "hosts.isolated",
                        "must be false" + there + ": each container has an address of its own",
                        true)
                .that(
                        !configuration.virtualIps().present(),
                        "virtualIps.implementation",
                        "must be none" + there + ": addresses do not move between containers",
                        configuration.virtualIps().implementation())
                .that(
                        configuration.imageStore().nfs() == null,
                        "imageStore.nfs",
                        "must be null" + there
                                + (configuration.clustered()
                                        ? ": Gavel mounts nothing in pods"
                                        : ": mount it on this machine and name that directory (imageStore.directory)"),
                        configuration.imageStore().nfs())
                .that(
                        !configuration.clustered()
                                || !configuration.imageStore().isDirectory(),
                        "imageStore.implementation",
                        "must be documents" + there + ": pods share no directory",
                        configuration.imageStore().implementation());
        images(configuration, there, rules);
        configuration
                .hosts()
                .sizes()
                .forEach((tier, size) -> rules.that(
                        size.count() == null,
                        "hosts." + tier + ".count",
                        "must be null" + there + ": each instance is a container",
                        size.count()));
        BrokerSettings broker = configuration.broker();
        Size ofBroker = configuration.hosts().broker();
        rules.that(
                configuration.clustered() || broker.count() == 1 || ofBroker.cpu() == null && ofBroker.memory() == null,
                "hosts.broker",
                "must have no limits for " + broker.count() + " nodes" + there
                        + ": they share a host, and containers share no limit",
                ofBroker);
        // The loopback of a container is its own.
        MachineRules.reached(configuration, "containers", rules);
    }

    private static void images(Configuration configuration, String there, Rules rules) {
        String missing = there + ": Gavel has an image of no other";
        rules.that(
                        switch (configuration.relational().implementation()) {
                            case EMBEDDED, POSTGRESQL, EXTERNAL -> true;
                            case MARIADB -> false;
                        },
                        "relational.implementation",
                        "must be embedded, postgresql or external" + missing,
                        configuration.relational().implementation())
                .that(
                        !configuration.documents().mongodb(),
                        "documents.implementation",
                        "must be embedded, server or external" + missing,
                        configuration.documents().implementation())
                .that(
                        switch (configuration.webServers().implementation()) {
                            case NONE, NGINX -> true;
                            case HTTPD, CADDY -> false;
                        },
                        "webServers.implementation",
                        "must be none or nginx" + missing,
                        configuration.webServers().implementation());
    }
}
