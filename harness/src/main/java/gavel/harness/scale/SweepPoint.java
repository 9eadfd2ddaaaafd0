package gavel.harness.scale;

import gavel.harness.peak.Conclusion;
import gavel.harness.peak.Peak;
import gavel.harness.peak.PeakResult;
import gavel.harness.peak.ProbeResult;

/**
 * What the search for one number of application servers came to.
 *
 * @param servers application servers
 * @param directory of its result, below the sweep's; empty when there is none
 * @param conclusion null when the search did not end
 * @param use of processors at the peak; null without a peak
 * @param excluded why it does not count towards the slope; empty when it does
 * @param ofLinear its peak over as many times the peak of one server, each as measured; null without both
 * @param setUsers users its last data set was made for
 * @param measured probes
 * @param seconds the search took, also where it did not end
 */
public record SweepPoint(
        int servers,
        String directory,
        Conclusion conclusion,
        ProbeResult.Use use,
        String excluded,
        Double ofLinear,
        int setUsers,
        int measured,
        double seconds) {

    /**
     * A point whose search did not end.
     *
     * @param seconds the search has taken so far
     */
    public static SweepPoint missing(int servers, String why, double seconds) {
        return new SweepPoint(servers, "", null, null, why, null, 0, 0, seconds);
    }

    /**
     * @param result of a search that ended
     * @param tier of the application servers, as bottlenecks name it
     */
    public static SweepPoint of(int servers, String directory, PeakResult result, String tier) {
        Conclusion conclusion = result.conclusion();
        ProbeResult.Use use = result.atPeak();
        return new SweepPoint(
                servers,
                directory,
                conclusion,
                use,
                excluded(servers, conclusion, use, tier),
                null,
                result.run().users(),
                result.probes().size(),
                result.seconds());
    }

    /** @param peakOfOne as measured */
    SweepPoint comparedWith(Peak peakOfOne) {
        Double share = peakOfOne == null || peak() == null
                ? null
                : (Double) (peak().middle() / (servers * peakOfOne.middle()));
        return new SweepPoint(servers, directory, conclusion, use, excluded, share, setUsers, measured, seconds);
    }

    /** Null where none was found. */
    public Peak peak() {
        return conclusion == null ? null : conclusion.peak();
    }

    public boolean counted() {
        return excluded.isEmpty();
    }

    /** Null without a peak or without figures about processors. */
    ScalingPoint point() {
        return peak() == null || use == null ? null : point(servers, peak(), use);
    }

    private static ScalingPoint point(int servers, Peak peak, ProbeResult.Use use) {
        return new ScalingPoint(servers, peak, use.quotaUsed(), use.machineBusy());
    }

    private static String users(Conclusion conclusion) {
        return conclusion.users() + (conclusion.users() == 1 ? " user" : " users");
    }

    private static String excluded(int servers, Conclusion conclusion, ProbeResult.Use use, String tier) {
        if (conclusion.peak() == null) {
            return switch (conclusion.kind()) {
                case AT_LEAST, BEYOND_MEMORY, BEYOND_DESCRIPTORS ->
                    "no number: at least " + users(conclusion) + ": " + conclusion.reason();
                case NONE -> "no number: fewer than " + users(conclusion) + ": " + conclusion.reason();
                default -> "no number: " + conclusion.reason();
            };
        }
        if (use == null) {
            return "nothing is known about the processors";
        }
        String limited = point(servers, conclusion.peak(), use).whatLimited();
        if (!limited.isEmpty()) {
            return "machine-limited: " + limited;
        }
        String gaveOut = use.bottleneck().tier();
        return gaveOut.isEmpty() || gaveOut.equals(tier)
                ? ""
                : "another tier gave out: " + use.bottleneck().statement();
    }
}
