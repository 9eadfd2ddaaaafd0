package gavel.harness.scale;

import static java.util.Locale.ROOT;

import gavel.harness.peak.Peak;

/**
 * The peak of a deployment with so many application servers.
 *
 * @param quotaUsed share of their CPU quota that the application servers used at the peak, 0..1
 * @param throttledShare of the quota's periods in which they were held back then, 0..1
 * @param machineBusy share of the machine's CPU that was busy then, 0..1
 */
public record ScalingPoint(int servers, Peak peak, double quotaUsed, double throttledShare, double machineBusy) {
    private static final double QUOTA = 0.90;
    private static final double MACHINE = 0.85;
    private static final double ONE_SIDED_95 = 1.6449;

    public ScalingPoint {
        if (servers < 1) {
            throw new IllegalArgumentException("servers must be >= 1: " + servers);
        }
    }

    /** Whether something else than the application servers was the limit; such a point says nothing about how they scale. */
    public boolean machineLimited() {
        return !whatLimited().isEmpty();
    }

    /** What shows that the application servers were not the limit; empty when they were. */
    String whatLimited() {
        if (machineBusy > MACHINE) {
            return String.format(
                    ROOT, "%.0f %% of the machine was busy, at most %.0f may be", 100 * machineBusy, 100 * MACHINE);
        }
        // Few people come in bursts: their limit is reached before the mean of a small quota's use says so.
        return quotaUsed >= QUOTA || throttledShare >= QUOTA
                ? ""
                : String.format(
                        ROOT,
                        "the application servers used %.0f %% of their quotas and were held back in %.0f %% of the periods,"
                                + " one of them must be at least %.0f",
                        100 * quotaUsed,
                        100 * throttledShare,
                        100 * QUOTA);
    }

    /** Deviation of the peak, from its 90 % interval. */
    double deviation() {
        return (peak.upper() - peak.lower()) / (2 * ONE_SIDED_95);
    }

    double weight() {
        return 1 / (deviation() * deviation());
    }
}
