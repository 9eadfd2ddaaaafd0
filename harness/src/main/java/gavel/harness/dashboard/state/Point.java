package gavel.harness.dashboard.state;

import java.util.List;

/**
 * One second of the time lines.
 *
 * @param number from 1 over all loads
 * @param bad operations that failed or were late
 * @param completed operations of people and their pages
 * @param ofLimit largest latency of the last five seconds beside the limit of its operation, as a share of it; -1 without a sample
 * @param busyShare -1 where nobody looked
 * @param tiers cores each tier used, in the order of the frame's tiers
 */
public record Point(
        long number,
        int load,
        long atMillis,
        String phase,
        int users,
        long completed,
        long bad,
        double ofLimit,
        double busyShare,
        List<Double> tiers) {}
