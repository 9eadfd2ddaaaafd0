package gavel.harness.peak.pair;

import gavel.harness.peak.Conclusion;

/**
 * How a paired comparison ended.
 *
 * @param kind what the interval of the ratio says
 * @param ratio null where there is none
 * @param blocks that tell of it
 * @param reason why there is no ratio, or why its interval is wider than wanted; empty when there is nothing to say
 */
public record PairConclusion(Kind kind, Ratio ratio, int blocks, String reason) {
    /** What was found. */
    public enum Kind {
        /** The interval does not hold 1. */
        DIFFERENT,
        /** It does: no difference is known that is larger than its ends. */
        NO_DIFFERENCE,
        INVALID
    }

    public static PairConclusion invalid(String reason) {
        return new PairConclusion(Kind.INVALID, null, 0, reason);
    }

    /**
     * Whether the second configuration carries this percentage of the first one's users: unknown where it lies within the interval, by the three
     * digits that every report shows.
     */
    public Conclusion.Answer atLeast(double percent) {
        if (ratio == null) {
            return Conclusion.Answer.UNKNOWN;
        }
        return shown(ratio.lower()) >= percent
                ? Conclusion.Answer.YES
                : shown(ratio.upper()) < percent ? Conclusion.Answer.NO : Conclusion.Answer.UNKNOWN;
    }

    private static double shown(double ratio) {
        return Math.round(1_000 * ratio) / 10.0;
    }
}
