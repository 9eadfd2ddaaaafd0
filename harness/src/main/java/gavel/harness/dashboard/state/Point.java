package gavel.harness.dashboard.state;

import java.util.List;

/**
 * One second of the time lines. Rates are means over the last five seconds of the load, as everywhere on the page.
 *
 * @param number from 1 over all loads
 * @param perSecond operations of people and their pages
 * @param badPerSecond those that failed or were late
 * @param ofLimit largest latency of the last five seconds beside the limit of its operation, as a share of it; -1 without a sample
 * @param p99Micros of each operation, in the order of the frame's operations; -1 where so few samples do not tell it
 * @param failed operations of each kind in this second, in the same order
 * @param busyShare -1 where nobody looked
 * @param memoryUsedBytes of the machine; 0 likewise
 * @param tiers cores each tier used, in the order of the frame's tiers
 * @param tierBytes resident memory of each tier, likewise
 */
public record Point(
        long number,
        int load,
        long atMillis,
        String phase,
        int users,
        double perSecond,
        double badPerSecond,
        double ofLimit,
        List<Long> p99Micros,
        List<Long> failed,
        double busyShare,
        long memoryUsedBytes,
        List<Double> tiers,
        List<Long> tierBytes) {}
