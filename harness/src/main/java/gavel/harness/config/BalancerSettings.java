package gavel.harness.config;

import gavel.harness.setting.Rules;

/**
 * The balancers in front of the web servers, or of the application servers where there are none.
 *
 * @param implementation none: people speak with the servers behind themselves
 * @param count of them, each in front of all those servers; people are spread over them
 * @param tls where encryption ends; null for the web servers, and for the balancers where there are none
 * @param port of HTTPS of the first, the others follow; null for free ones
 */
public record BalancerSettings(Implementation implementation, int count, Tls tls, Integer port) {
    private static final int MOST = 16;

    /** Who provides it. */
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
        new Rules()
                .that(port == null || port >= 1 && port <= 65_535, "port", "must be 1..65535", port)
                .atLeast("count", 1, count)
                .atMost("count", MOST, count)
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
