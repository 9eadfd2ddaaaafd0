package gavel.harness.config;

import gavel.driver.api.HttpVersion;
import gavel.harness.action.ActionSettings;
import gavel.harness.action.Timeline;
import gavel.harness.config.costs.CostSettings;
import gavel.harness.config.machine.KubernetesSettings;
import gavel.harness.setting.Rules;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * Everything a configuration file says, checked. A component that may be null is sized by {@link Sizing}; an explicit setting always
 * wins.
 *
 * @param name name of the run, part of the result directory's name
 * @param platform where the tiers run; null while it is read for what the hosts say
 * @param kubernetes where and how pods run, on that platform
 * @param hosts it is divided into
 * @param encryption of what servers and their clients say to each other
 * @param costs of the platform, for users per cost, and what measures its power
 * @param actions done to the deployment during the measurement; while it is read, null stands for one that could not be
 */
public record Configuration(
        String name,
        Platform platform,
        KubernetesSettings kubernetes,
        HostSettings hosts,
        LoadSettings load,
        DataSettings data,
        LotSettings lots,
        AppServerSettings appServers,
        VirtualIpSettings virtualIps,
        BalancerSettings balancers,
        WebServerSettings webServers,
        DriverSettings drivers,
        RelationalSettings relational,
        BrokerSettings broker,
        DocumentSettings documents,
        ImageStoreSettings imageStore,
        EncryptionSettings encryption,
        CostSettings costs,
        List<ActionSettings> actions) {

    /** Where processes run. */
    public enum Platform {
        /** On this machine. */
        LOCAL,
        /** On those that the hosts name. */
        SSH,
        /** In containers of this machine. */
        COMPOSE,
        /** In pods of a cluster. */
        KUBERNETES;

        /** As a configuration says it. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Whether each instance is in a container. */
        boolean contained() {
            return this == COMPOSE || this == KUBERNETES;
        }
    }

    /** What {@link #goodName} asks for. */
    public static final String NAME_RULE = "must be 1 to 61 letters, digits, . _ -";

    public Configuration {
        actions = Collections.unmodifiableList(new ArrayList<>(actions));
        Platform meant =
                hosts.elsewhere() ? Platform.SSH : platform != null && platform.contained() ? platform : Platform.LOCAL;
        Rules rules = new Rules();
        rules.that(
                platform == null || platform == meant,
                "platform",
                hosts.elsewhere()
                        ? "must be ssh or null, as hosts.machines names machines"
                        : "must be local, compose, kubernetes or null, as hosts.machines names none",
                platform);
        platform = meant;
        rules.that(
                platform == Platform.KUBERNETES || !kubernetes.wanted(),
                "kubernetes",
                "is for platform kubernetes (platform: kubernetes, --platform kubernetes)",
                kubernetes.described());
        rules.that(goodName(name), "name", NAME_RULE, name)
                .that(
                        appServers.connectionsPerAddress() == 0 || !balancers.present() && !webServers.present(),
                        "appServers",
                        "have all connections from the servers in front: set connectionsPerAddress of those",
                        appServers.connectionsPerAddress())
                .that(
                        appServers.cpu() == null || hosts.appServers().cpu() == null,
                        "appServers",
                        "have their cpu from appServers.cpu or from hosts.appServers.cpu, not from both",
                        appServers.cpu())
                .that(
                        appServers.cpu() == null
                                || hosts.appServers().count() == null
                                || hosts.appServers().count() >= most(appServers, actions),
                        "appServers",
                        "need a host each when each has a cpu quota (hosts.appServers.count)",
                        hosts.appServers().count())
                .that(
                        drivers.count() <= load.users(),
                        "drivers.count",
                        "must be at most load.users, " + load.users(),
                        drivers.count())
                .port(
                        "webServers.port",
                        webServers.port(),
                        virtualIps.present() && !balancers.present() ? 1 : webServers.instances())
                .port("balancers.port", balancers.port(), virtualIps.present() ? 1 : balancers.instances());
        virtualAddresses(rules, virtualIps, hosts, balancers, webServers);
        withoutServersInFront(rules, webServers, balancers, drivers);
        host(rules, "hosts.balancers", hosts.balancers(), balancers.instances());
        host(rules, "hosts.webServers", hosts.webServers(), webServers.instances());
        host(rules, "hosts.broker", hosts.broker(), broker.external() ? 0 : 1);
        host(rules, "hosts.relational", hosts.relational(), relational.external() ? 0 : 1);
        host(
                rules,
                "hosts.documents",
                hosts.documents(),
                documents.external() ? 0 : Math.max(1, documents.dataServers()));
        host(rules, "hosts.drivers", hosts.drivers(), drivers.count());
        rules.check();
    }

    private static void virtualAddresses(
            Rules rules,
            VirtualIpSettings virtualIps,
            HostSettings hosts,
            BalancerSettings balancers,
            WebServerSettings webServers) {
        rules.that(
                        !virtualIps.present() || hosts.isolated() || hosts.elsewhere(),
                        "virtualIps",
                        "need hosts with addresses of their own (hosts.isolated: true, or hosts.machines)",
                        virtualIps.implementation())
                .that(
                        !virtualIps.present() || balancers.present() || webServers.present(),
                        "virtualIps",
                        "need servers in front (balancers.implementation or webServers.implementation)",
                        virtualIps.implementation())
                .that(
                        !virtualIps.present()
                                || (balancers.present() ? hosts.balancers() : hosts.webServers()).count() == null,
                        "virtualIps",
                        "need a host for each server in front (hosts.balancers.count, hosts.webServers.count: null)",
                        virtualIps.implementation());
    }

    private static void withoutServersInFront(
            Rules rules, WebServerSettings webServers, BalancerSettings balancers, DriverSettings drivers) {
        rules.that(
                        webServers.present() || balancers.tls() != BalancerSettings.Tls.PASSTHROUGH,
                        "balancers.tls",
                        "must be terminate without web servers, as application servers do not encrypt",
                        balancers.tls())
                .that(
                        webServers.present() || balancers.present() || drivers.http() != HttpVersion.HTTP_2,
                        "drivers.http",
                        "must be 1.1 or auto without web servers and balancers, as application servers speak HTTP/1.1",
                        drivers.http());
    }

    /** Whether a run or a deployment can be called so: it is part of the name of a directory. */
    public static boolean goodName(String name) {
        return name.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,60}");
    }

    /** @param instances that can have a host of their own */
    private static void host(Rules rules, String path, HostSettings.Size size, int instances) {
        rules.that(!size.wanted() || instances > 0, path, "is for a tier that Gavel starts, and there is none", size)
                .that(
                        size.count() == null || instances == 0 || size.count() <= instances,
                        path + ".count",
                        "must be at most the number of instances, " + instances,
                        size.count());
    }

    /** Application servers there are at any time of the deployment's life, at most. */
    public int mostAppServers() {
        return most(appServers, actions);
    }

    private static int most(AppServerSettings appServers, List<ActionSettings> actions) {
        return Timeline.most(appServers.most() == null ? appServers.count() : appServers.most(), actions);
    }

    /** Whether instances are containers, each with an address of its own. */
    public boolean contained() {
        return platform.contained();
    }

    /** Whether instances are pods: what they have is what their nodes have, and nothing is known of those before. */
    public boolean clustered() {
        return platform == Platform.KUBERNETES;
    }

    /** Whether this machine is divided into hosts with an address of their own, one for each instance unless its tier has fewer. */
    public boolean divided() {
        return hosts.isolated() || contained();
    }

    /** Whether there are servers in front of the application servers: web servers or balancers. */
    public boolean fronted() {
        return webServers.present() || balancers.present();
    }

    /** Whether people's connections are encrypted, by servers in front or by the application servers themselves. */
    public boolean encrypted() {
        return fronted() || encryption.betweenTiers();
    }

    /** Whether servers say plainly to those on other machines what a listener between them may read. */
    public boolean plainBetweenMachines() {
        return (hosts.machines().size() > 1 || clustered()) && !encryption.betweenTiers();
    }

    /** Whether encryption ends at the balancers, so that what is behind them speaks plain HTTP. */
    public boolean balancersDecrypt() {
        return balancers.present() && (balancers.tls() == BalancerSettings.Tls.TERMINATE || !webServers.present());
    }

    /** Whether web servers learn the client's address from a balancer that cannot look into what it passes on. */
    public boolean passedThrough() {
        return balancers.present() && !balancersDecrypt();
    }

    /**
     * {@code embedded} when all data services are, {@code external} when all are external, {@code real} when none is embedded, else
     * {@code mixed}; printed with every result. A document store in memory counts as embedded in every process.
     */
    public String services() {
        if (!anyEmbedded() && !documents.inMemory()) {
            return relational.external() && broker.external() && documents.external() ? "external" : "real";
        }
        return relational.embedded() && broker.embedded() && documents.inMemory() ? "embedded" : "mixed";
    }

    /** Addresses that move between the servers in front; 0 where those have the only ones. */
    public int virtualAddresses() {
        if (!virtualIps.present()) {
            return 0;
        }
        return !virtualIps.addresses().isEmpty()
                ? virtualIps.addresses().size()
                : virtualIps.count() == null ? frontServers() : virtualIps.count();
    }

    /** Servers people meet first: balancers, or web servers where there are none of those. */
    public int frontServers() {
        return balancers.present() ? balancers.instances() : webServers.instances();
    }

    /** Whether a data service lives in the deployment's child process, and its data only as long. */
    public boolean anyEmbedded() {
        return relational.embedded() || broker.embedded() || documents.embedded();
    }

    /** Whether data of the deployment end with one of its processes. */
    public boolean anyPassing() {
        return anyEmbedded() || documents.server();
    }
}
