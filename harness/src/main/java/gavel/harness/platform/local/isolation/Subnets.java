package gavel.harness.platform.local.isolation;

import gavel.harness.failure.EnvironmentException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds a private network that this machine neither uses nor has a route to: pure. */
public final class Subnets {
    private static final int FIRST = 200;
    private static final int SECONDS = 50;
    private static final int THIRDS = 256;
    /** Wider than any private network: a VPN that takes all traffic has halves of all addresses in place of a default route. */
    private static final int WIDEST = 8;

    private static final Pattern ROUTE = Pattern.compile("(?m)(?:^|\\s)(\\d+)\\.(\\d+)\\.(\\d+)\\.(\\d+)(?:/(\\d+))?");

    private Subnets() {}

    /**
     * @param start where to look first, so that two that look at the same time look at different places
     * @param routes what {@code ip -4 route} and {@code ip -4 address} print
     * @return the first three numbers of a /24
     */
    public static String free(int start, String routes) {
        List<long[]> taken = taken(routes);
        int all = SECONDS * THIRDS;
        for (int i = 0; i < all; i++) {
            int number = Math.floorMod(start + i, all);
            int second = FIRST + number / THIRDS;
            int third = number % THIRDS;
            long network = address(10, second, third, 0);
            if (taken.stream().noneMatch(other -> overlap(network, other))) {
                return "10." + second + "." + third;
            }
        }
        throw new EnvironmentException("no network is free between 10.200.0.0 and 10.249.255.0");
    }

    private static boolean overlap(long network, long[] other) {
        long length = Math.min(24, other[1]);
        long mask = 0xFFFF_FFFFL << (32 - length) & 0xFFFF_FFFFL;
        return (network & mask) == (other[0] & mask);
    }

    private static List<long[]> taken(String routes) {
        List<long[]> taken = new ArrayList<>();
        Matcher matcher = ROUTE.matcher(routes);
        while (matcher.find()) {
            long length = matcher.group(5) == null ? 32 : Long.parseLong(matcher.group(5));
            if (length >= WIDEST) {
                taken.add(new long[] {
                    address(number(matcher, 1), number(matcher, 2), number(matcher, 3), number(matcher, 4)), length
                });
            }
        }
        return taken;
    }

    private static int number(Matcher matcher, int group) {
        return Integer.parseInt(matcher.group(group));
    }

    private static long address(long first, long second, long third, long fourth) {
        return first << 24 | second << 16 | third << 8 | fourth;
    }
}
