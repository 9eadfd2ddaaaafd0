package gavel.harness.config;

import gavel.harness.setting.Rules;

/**
 * Addresses that belong to whichever server of the front tier is alive.
 *
 * @param implementation none: people use the addresses of the servers themselves
 * @param count of addresses; null for one for each server of the front tier
 */
public record VirtualIpSettings(Implementation implementation, Integer count) {
    private static final int MOST = 32;

    /** Who moves them. */
    public enum Implementation {
        NONE,
        KEEPALIVED
    }

    public VirtualIpSettings {
        new Rules()
                .atLeast("count", 1, count == null ? 1 : count)
                .atMost("count", MOST, count == null ? 1 : count)
                .that(
                        count == null || implementation != Implementation.NONE,
                        "count",
                        "is for virtualIps.implementation=keepalived",
                        count)
                .check();
    }

    public boolean present() {
        return implementation != Implementation.NONE;
    }
}
