package gavel.harness.config;

import gavel.harness.setting.Rules;
import java.util.HashSet;
import java.util.List;

/**
 * Addresses that belong to whichever server of the front tier is alive.
 *
 * @param implementation none: people use the addresses of the servers themselves
 * @param count of addresses; null for one for each server of the front tier
 * @param addresses on machines: free ones of their network; empty on this machine, which has its own
 * @param device of those machines that gets them; null for {@link #USUAL_DEVICE}
 */
public record VirtualIpSettings(Implementation implementation, Integer count, List<String> addresses, String device) {
    /** Of a host that is a part of this machine, and of most others. */
    public static final String USUAL_DEVICE = "eth0";

    private static final int MOST = 32;
    private static final String BYTE = "(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])";

    /** What moves them. */
    public enum Implementation {
        NONE,
        KEEPALIVED
    }

    public VirtualIpSettings {
        addresses = List.copyOf(addresses);
        new Rules()
                .that(
                        addresses.stream().allMatch(address -> address.matches(BYTE + "(\\." + BYTE + "){3}")),
                        "addresses",
                        "must be IPv4 addresses such as 10.0.0.100",
                        addresses)
                .that(
                        new HashSet<>(addresses).size() == addresses.size(),
                        "addresses",
                        "must be named once each",
                        addresses)
                .atMost("addresses", MOST, addresses.size())
                .onlyWhere(
                        addresses.isEmpty(),
                        "count",
                        count,
                        "is as many as virtualIps.addresses names: one of them must go")
                .that(
                        device == null || device.matches("[a-z][a-z0-9.-]{0,14}"),
                        "device",
                        "must be a network device such as eth0",
                        device)
                .that(
                        implementation != Implementation.NONE || addresses.isEmpty() && device == null,
                        "addresses",
                        "and device are for virtualIps.implementation=keepalived",
                        addresses)
                .between("count", 1, MOST, count == null ? 1 : count)
                .onlyWhere(
                        implementation != Implementation.NONE,
                        "count",
                        count,
                        "is for virtualIps.implementation=keepalived")
                .check();
    }

    public boolean present() {
        return implementation != Implementation.NONE;
    }
}
