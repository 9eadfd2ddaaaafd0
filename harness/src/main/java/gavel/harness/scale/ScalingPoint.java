package gavel.harness.scale;

import static java.util.Locale.ROOT;

import gavel.harness.peak.Peak;
import java.util.List;

/**
 * The peak of a deployment with so many application servers.
 *
 * @param quotaUsed share of their CPU quota that the application servers used in the probe nearest to the peak that failed, 0..1
 * @param machineBusy share of the machine's CPU that was busy then, 0..1
 */
public record ScalingPoint(int servers, Peak peak, double quotaUsed, double machineBusy) {
    /** Least share of the quotas. Not all of it: what waits in a queue reaches the limit of a percentile before. */
    public static final double LEAST_QUOTA_USED = 0.80;

    /** Largest share of the machine. */
    public static final double MOST_MACHINE_BUSY = 0.85;

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
        if (machineBusy > MOST_MACHINE_BUSY) {
            return String.format(
                    ROOT,
                    "%.0f %% of the machine was busy, at most %.0f may be",
                    100 * machineBusy,
                    100 * MOST_MACHINE_BUSY);
        }
        if (quotaUsed < LEAST_QUOTA_USED) {
            return String.format(
                    ROOT,
                    "the application servers used %.0f %% of their quotas, at least %.0f must be used",
                    100 * quotaUsed,
                    100 * LEAST_QUOTA_USED);
        }
        return machineBusy < quotaUsed
                ? ""
                : String.format(
                        ROOT,
                        "the machine was no less busy (%.0f %%) than the quotas of the application servers (%.0f %%)",
                        100 * machineBusy,
                        100 * quotaUsed);
    }

    /** Of a peak as a share of it, by the 90 % intervals of all searches together: that of a single one hardly tells its error. */
    static double deviation(List<ScalingPoint> points) {
        return Math.sqrt(points.stream()
                .map(ScalingPoint::peak)
                .mapToDouble(peak -> Math.pow(peak.width() / (2 * ONE_SIDED_95), 2))
                .average()
                .orElseThrow());
    }
}
