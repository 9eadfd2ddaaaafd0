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
        sizes(configuration)
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
        reached(configuration, rules);
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
