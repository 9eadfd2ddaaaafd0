package gavel.harness.failover;

import java.util.Arrays;

/**
 * What a fault took of the service, from the moment it was made. Pure.
 *
 * @param outageSeconds until at least half of the level was served again; 0 where less than that was never told from chance
 * @param recoverySeconds until 95 % of it were; 0 likewise, null where that was not seen
 * @param lostSeconds what was missing until then or until the wait was over, in seconds of service at the level (integral of the missing
 *     service over the level; what is served beyond the level afterwards pays nothing back of what was missing before)
 */
public record ServiceLoss(double outageSeconds, Double recoverySeconds, double lostSeconds) {
    static final double OUT = 0.5;
    static final double RECOVERED = 0.95;

    /** Deviations above the level from which on it is no chance. */
    private static final double BURST = 4;

    /** Two mean cycles of a person. */
    private static final int THINKING_SECONDS = 10;

    /**
     * @param served operations that ended well, slot by slot from the fault on
     * @param slotSeconds length of a slot; a second is a whole number of them
     */
    public static ServiceLoss of(double[] served, double slotSeconds, ServiceLevel level) {
        double expected = level.perSecond() * slotSeconds;
        if (expected <= 0) {
            throw new IllegalArgumentException("a level must be > 0: " + level.perSecond());
        }
        int slots = ofSecond(slotSeconds);
        double[] spread = spread(served, expected, level.dispersion(), THINKING_SECONDS * slots);
        int out = new MissingSum(OUT, expected, level.dispersion(), slots).back(spread, 0);
        int recovered = new MissingSum(RECOVERED, expected, level.dispersion(), slots).back(spread, out);
        return new ServiceLoss(
                out * slotSeconds,
                recovered < served.length ? (Double) (recovered * slotSeconds) : null,
                lost(spread, slotSeconds, level, recovered));
    }

    /**
     * People who were all answered at once think at the same time, and meanwhile no request comes. So what a burst has beyond the level, more
     * than chance, counts for the slots after it, where those have less.
     */
    private static double[] spread(double[] served, double expected, double dispersion, int thinking) {
        double[] spread = served.clone();
        double burst = expected + BURST * Math.sqrt(dispersion * expected);
        double carried = 0;
        int until = 0;
        for (int i = 0; i < spread.length; i++) {
            if (spread[i] > burst) {
                carried += spread[i] - expected;
                spread[i] = expected;
                until = i + thinking;
            } else if (i <= until && spread[i] < expected) {
                double filled = Math.min(carried, expected - spread[i]);
                spread[i] += filled;
                carried -= filled;
            }
        }
        return spread;
    }

    /** Second by second, as chance hides in a tenth what is missing; with the second in which it recovered. */
    private static double lost(double[] served, double slotSeconds, ServiceLevel level, int recovered) {
        if (recovered == 0) {
            return 0;
        }
        int slots = ofSecond(slotSeconds);
        double lost = 0;
        for (int from = 0; from <= recovered && from < served.length; from += slots) {
            int to = Math.min(served.length, from + slots);
            double whole = level.perSecond() * slotSeconds * (to - from);
            lost += Math.max(0, whole - Arrays.stream(served, from, to).sum()) / level.perSecond();
        }
        return lost;
    }

    private static int ofSecond(double slotSeconds) {
        return (int) Math.round(1 / slotSeconds);
    }

    /** Shortest outage that is told from chance in a series of so many slots, in seconds. */
    public static double resolution(ServiceLevel level, double slotSeconds, int slots) {
        double expected = level.perSecond() * slotSeconds;
        double told = new MissingSum(OUT, expected, level.dispersion(), ofSecond(slotSeconds)).told(slots);
        return Math.max(slotSeconds, told / (OUT * level.perSecond()));
    }
}
