package gavel.harness.scale;

import gavel.harness.peak.Peak;

/**
 * The peak of a deployment with so many application servers.
 *
 * @param quotaUsed share of their CPU quota that the application servers used at the peak, 0..1
 * @param machineBusy share of the machine's CPU that was busy then, 0..1
 */
public record ScalingPoint(int servers, Peak peak, double quotaUsed, double machineBusy) {
    static final double QUOTA = 0.90;
    static final double MACHINE = 0.85;
    private static final double ONE_SIDED_95 = 1.6449;

    public ScalingPoint {
        if (servers < 1) {
            throw new IllegalArgumentException("servers must be >= 1: " + servers);
        }
    }

    /** Whether something else than the application servers was the limit; such a point says nothing about how they scale. */
    public boolean machineLimited() {
        return quotaUsed < QUOTA || machineBusy > MACHINE;
    }

    /** Deviation of the peak, from its 90 % interval. */
    double deviation() {
        return (peak.upper() - peak.lower()) / (2 * ONE_SIDED_95);
    }

    double weight() {
        return 1 / (deviation() * deviation());
    }
}
