package gavel.harness.doctor;

import gavel.driver.api.OpenConnections;
import gavel.harness.config.Configuration;
import gavel.harness.report.text.Words;
import gavel.harness.tier.front.FrontDoors;
import gavel.harness.topology.Tiers;
import gavel.harness.topology.TopologyContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Ports at the clients' end of connections. Each connection from one address to one server has another, so whoever connects for many people
 * runs out of them, however many descriptors there are: pure arithmetic.
 */
public final class OutgoingPorts {
    /** By Linux's own {@code net.ipv4.ip_local_port_range}, 32768 to 60999. */
    static final int PORTS = 28_232;

    private OutgoingPorts() {}

    /**
     * One part of the way to the application.
     *
     * @param pairs of a client's address and a server, over which connections spread
     * @param each connections of a person
     */
    record Way(String from, String to, long pairs, double each) {
        int users() {
            return (int) Math.clamp(pairs * PORTS / each, 0, Integer.MAX_VALUE);
        }
    }

    /** A warning where people need more than there are; the kernel of a machine may have been given another range. */
    public static List<Finding> of(Configuration configuration) {
        int users = configuration.load().users();
        return ways(configuration).stream()
                .min(Comparator.comparingInt(Way::users))
                .filter(way -> way.users() < users)
                .map(way -> new Finding(
                        Finding.Level.WARNING,
                        "outgoing ports",
                        PORTS + " by Linux's own range from one address to one server, enough for "
                                + Words.plural(way.users(), "user") + " (" + way.from() + " to " + way.to() + ")",
                        "more such servers, more machines that connect to them, HTTP/2 (drivers.http), fewer users (load.users),"
                                + " or a wider net.ipv4.ip_local_port_range"))
                .stream()
                .toList();
    }

    /** In the order in which a request goes them; none in a cluster, where each pod has an address. */
    static List<Way> ways(Configuration configuration) {
        if (configuration.clustered()) {
            return List.of();
        }
        TopologyContext context = TopologyContext.planned(configuration);
        boolean web = configuration.webServers().present();
        int webServers = configuration.webServers().instances();
        int balancers = configuration.balancers().instances();
        int appServers = configuration.appServers().count();
        String front = configuration.balancers().present() ? "balancer" : web ? "web server" : "application server";
        double person = OpenConnections.of(configuration.drivers().engine(1), configuration.fronted())
                .usual();
        List<Way> ways = new ArrayList<>();
        long doors =
                (long) addresses(context, Tiers.DRIVER, configuration.drivers().count())
                        * FrontDoors.doors(context).size();
        if (!capped(configuration, doors)) {
            ways.add(new Way("driver", front, doors, person));
        }
        if (balancers > 0) {
            boolean passed = configuration.passedThrough();
            long pairs = (long) addresses(context, Tiers.BALANCERS, balancers) * (web ? webServers : appServers);
            if (!passed || !capped(configuration, pairs)) {
                ways.add(new Way(
                        "balancer",
                        web ? "web server" : "application server",
                        pairs,
                        passed ? person : Descriptors.REQUESTS));
            }
        }
        if (web) {
            ways.add(new Way(
                    "web server",
                    "application server",
                    (long) addresses(context, Tiers.WEB_SERVERS, webServers) * appServers,
                    Descriptors.REQUESTS));
        }
        return ways;
    }

    /** Whether drivers open no more connections than these pairs have ports for. */
    private static boolean capped(Configuration configuration, long pairs) {
        int cap = configuration.drivers().maxConnections();
        return cap > 0 && cap <= pairs * PORTS;
    }

    /** That so many instances have: those on one machine have one, unless it is divided. */
    private static int addresses(TopologyContext context, String tier, int instances) {
        Configuration configuration = context.configuration();
        if (!configuration.divided() && !configuration.hosts().elsewhere()) {
            // Parts that only have limits share the loopback, though each has a name in a plan.
            return 1;
        }
        return (int) IntStream.range(0, instances)
                .mapToObj(index -> context.address(tier, index))
                .distinct()
                .count();
    }
}
