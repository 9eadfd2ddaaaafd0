package gavel.harness.config;

import gavel.harness.setting.Rules;

/**
 * The balancers in front of the web servers, or of the application servers where there are none.
 *
 * @param implementation none: people speak with the servers behind themselves
 * @param count number of balancers, each in front of all those servers; people are spread over them
 * @param tls where encryption ends; null for the web servers, and for the balancers where there are none
 * @param port of HTTPS of the first, the others follow; null for free ones
 * @param connectionsPerAddress each balancer takes of one client's address; 0: any number
 */
public record BalancerSettings(
        Implementation implementation, int count, Tls tls, Integer port, int connectionsPerAddress) {
    private static final int MOST = 16;
    private static final String FOR_WHICH = "is for balancers.implementation=haproxy";

    /** Which server provides it. */
    public enum Implementation {
        NONE,
        HAPROXY
    }

    /** Where encryption ends. */
    public enum Tls {
        PASSTHROUGH,
        TERMINATE
    }

    public BalancerSettings {
        boolean present = implementation == Implementation.HAPROXY;
        new Rules()
                .port("port", port, 1)
                .between("count", 1, MOST, count)
                .that(present || count == 1, "count", FOR_WHICH, count)
                .that(present || tls == null, "tls", FOR_WHICH, tls)
                .that(present || port == null, "port", FOR_WHICH, port)
                .that(present || connectionsPerAddress == 0, "connectionsPerAddress", FOR_WHICH, connectionsPerAddress)
                .atLeast("connectionsPerAddress", 0, connectionsPerAddress)
                .check();
    }

    public boolean present() {
        return implementation != Implementation.NONE;
    }

    /** How many there are to be. */
    public int instances() {
        return present() ? count : 0;
    }
}
