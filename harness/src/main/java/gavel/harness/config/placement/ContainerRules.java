package gavel.harness.config.placement;

import gavel.harness.config.BrokerSettings;
import gavel.harness.config.Configuration;
import gavel.harness.config.HostSettings.Size;
import gavel.harness.setting.Rules;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a configuration must be like whose instances are containers: pure. */
public final class ContainerRules {
    private ContainerRules() {}

    /** Holds a configuration against what there are images and networks for, where it wants containers. */
    public static void check(Configuration configuration, Rules rules) {
        if (!configuration.contained()) {
            return;
        }
        rules.that(
                        !configuration.hosts().isolated(),
                        "hosts.isolated",
                        "must be false on platform compose: each container has an address of its own",
                        true)
                .that(
                        !configuration.virtualIps().present(),
                        "virtualIps.implementation",
                        "must be none on platform compose: addresses do not move between containers",
                        configuration.virtualIps().implementation())
                .that(
                        configuration.imageStore().nfs() == null,
                        "imageStore.nfs",
                        "must be null on platform compose: mount it on this machine and name that directory"
                                + " (imageStore.directory)",
                        configuration.imageStore().nfs());
        images(configuration, rules);
        sizes(configuration)
                .forEach((tier, size) -> rules.that(
                        size.count() == null,
                        "hosts." + tier + ".count",
                        "must be null on platform compose: each instance is a container",
                        size.count()));
        BrokerSettings broker = configuration.broker();
        Size ofBroker = configuration.hosts().broker();
        rules.that(
                broker.count() == 1 || ofBroker.cpu() == null && ofBroker.memory() == null,
                "hosts.broker",
                "must have no limits for " + broker.count()
                        + " nodes on platform compose: they share a host, and containers share no limit",
                ofBroker);
        reached(configuration, rules);
    }

    private static void images(Configuration configuration, Rules rules) {
        String missing = " on platform compose: Gavel has an image of no other";
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

    /** The loopback of a container is its own. */
    private static void reached(Configuration configuration, Rules rules) {
        rules.that(
                        !configuration.relational().external()
                                || !MachineRules.loopback(
                                        configuration.relational().url()),
                        "relational.url",
                        "must be an address that containers can reach, no loopback",
                        configuration.relational().url())
                .that(
                        !configuration.broker().external()
                                || !MachineRules.loopback(
                                        "//" + configuration.broker().host()),
                        "broker.host",
                        "must be an address that containers can reach, no loopback",
                        configuration.broker().host());
    }

    private static Map<String, Size> sizes(Configuration configuration) {
        Map<String, Size> sizes = new LinkedHashMap<>();
        sizes.put("balancers", configuration.hosts().balancers());
        sizes.put("webServers", configuration.hosts().webServers());
        sizes.put("appServers", configuration.hosts().appServers());
        sizes.put("broker", configuration.hosts().broker());
        sizes.put("relational", configuration.hosts().relational());
        sizes.put("documents", configuration.hosts().documents());
        sizes.put("drivers", configuration.hosts().drivers());
        return sizes;
    }
}
