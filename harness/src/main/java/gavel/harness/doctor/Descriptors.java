package gavel.harness.doctor;

import gavel.driver.api.OpenConnections;
import gavel.harness.config.Configuration;
import gavel.harness.tier.front.WebServers;
import gavel.harness.topology.Tiers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Descriptors of the processes that people's connections come to, nearly all of which are connections: pure arithmetic. What a person has
 * open at a load's busiest moment, and at most, is {@link OpenConnections}.
 */
public final class Descriptors {
    /** Requests of a person that a front server has under way: those that are held, and now and then a page's. */
    static final double REQUESTS = 2;

    /** Two that are held, and the pictures of a page. */
    private static final double MOST_REQUESTS = 12;

    private static final int OF_A_DRIVER = 128;
    private static final int OF_AN_APPLICATION_SERVER = 256;
    private static final int OF_A_FRONT_SERVER = 256;
    /** Connections to application servers that a web server keeps though nothing is asked. */
    private static final int KEPT_INSIDE = 512;

    private Descriptors() {}

    /**
     * Of each process of a tier.
     *
     * @param tier its name
     * @param processes its name in words
     * @param count of them, over which people spread
     * @param own without people
     * @param usual for each person, on average when most are open
     * @param most for each person
     * @param bound of all people together, known or not
     */
    public record Need(String tier, String processes, int count, int own, double usual, double most, long bound) {
        /** Of one process, on average. */
        public long usual(long users) {
            return of(users, usual);
        }

        /** Of one process where every user has as many connections open as are allowed. */
        public long most(long users) {
            return of(users, most);
        }

        /** Users whose usual descriptors are within the limit of each process. */
        public int usersWithin(long limit) {
            return within(limit, usual);
        }

        /** Users whose descriptors are within the limit of each process, whatever they have open. */
        public int usersAlwaysWithin(long limit) {
            return within(limit, most);
        }

        private long of(long users, double each) {
            return own + (long) Math.ceil(Math.min(each * users, bound) / count);
        }

        private int within(long limit, double each) {
            return of(Integer.MAX_VALUE, each) <= limit
                    ? Integer.MAX_VALUE
                    : (int) Math.clamp((double) (limit - own) * count / each, 0, Integer.MAX_VALUE);
        }
    }

    /**
     * In the order in which a request passes them.
     *
     * @param cores of the machine, as many of which a web server has workers where nothing is said and its host has no limit
     */
    public static List<Need> of(Configuration configuration, int cores) {
        boolean balanced = configuration.balancers().present();
        boolean web = configuration.webServers().present();
        // Servers in front offer HTTP/2 to every client.
        OpenConnections person = OpenConnections.of(configuration.drivers().engine(1), configuration.fronted());
        double outside = person.usual();
        double mostOutside = person.most();
        int cap = configuration.drivers().maxConnections();
        long bound = cap == 0 ? Long.MAX_VALUE : cap;
        long both = cap == 0 ? Long.MAX_VALUE : 2L * cap;
        List<Need> needs = new ArrayList<>();
        needs.add(new Need(
                Tiers.DRIVER, "driver", configuration.drivers().count(), OF_A_DRIVER, outside, mostOutside, bound));
        if (balanced) {
            boolean passed = configuration.passedThrough();
            needs.add(new Need(
                    Tiers.BALANCERS,
                    "balancer",
                    configuration.balancers().instances(),
                    OF_A_FRONT_SERVER,
                    outside + (passed ? outside : REQUESTS),
                    mostOutside + (passed ? mostOutside : MOST_REQUESTS),
                    passed ? both : Long.MAX_VALUE));
        }
        if (web) {
            needs.add(new Need(
                    Tiers.WEB_SERVERS,
                    "web server's worker",
                    configuration.webServers().instances() * WebServers.processes(configuration, cores),
                    OF_A_FRONT_SERVER + KEPT_INSIDE,
                    outside + REQUESTS,
                    mostOutside + MOST_REQUESTS,
                    Long.MAX_VALUE));
        }
        boolean front = balanced || web;
        needs.add(new Need(
                Tiers.APP_SERVERS,
                "application server",
                configuration.mostAppServers(),
                OF_AN_APPLICATION_SERVER + (web ? KEPT_INSIDE : 0),
                front ? REQUESTS : outside,
                front ? MOST_REQUESTS : mostOutside,
                front ? Long.MAX_VALUE : bound));
        return needs;
    }

    /** The one that has descriptors for the fewest users. */
    public static Need narrowest(Configuration configuration, int cores, long limit) {
        return narrowest(of(configuration, cores), limit);
    }

    static Need narrowest(List<Need> needs, long limit) {
        return needs.stream()
                .min(Comparator.comparingInt(need -> need.usersWithin(limit)))
                .orElseThrow();
    }
}
