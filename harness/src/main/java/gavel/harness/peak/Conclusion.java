package gavel.harness.peak;

/**
 * How a search ended.
 *
 * @param kind how it ended
 * @param peak null unless one was found
 * @param users the number that still passes, for AT_LEAST, BEYOND_MEMORY and BEYOND_DESCRIPTORS; the one that fails, for NONE; else 0
 * @param reason one sentence for the reader: why it is not a number, or why its interval is wider than wanted; empty when there is nothing
 *     to say
 */
public record Conclusion(Kind kind, Peak peak, int users, String reason) {
    /** What was found. */
    public enum Kind {
        FOUND,
        /** The largest number of users that may be tried passes, or none that was tried fails. */
        AT_LEAST,
        /** The largest number of users the machine has memory for passes. */
        BEYOND_MEMORY,
        /** The largest number of users that a process may have descriptors for passes. */
        BEYOND_DESCRIPTORS,
        /** The smallest number of users that may be tried fails, or none that was tried passes. */
        NONE,
        INVALID
    }

    /** What a search can answer. */
    public enum Answer {
        YES,
        NO,
        /** It ended before it came there. */
        UNKNOWN
    }

    /**
     * Whether the peak is so many users or more, by its middle, as every report shows it. A search that has a reservation about its
     * number, such as an interval wider than wanted, does not know it of a number within that interval.
     */
    public Answer atLeast(int wanted) {
        return switch (kind) {
            case FOUND ->
                !reason.isEmpty() && peak.lower() < wanted && wanted < peak.upper()
                        ? Answer.UNKNOWN
                        : Peak.shown(peak.middle()).doubleValue() >= wanted ? Answer.YES : Answer.NO;
            case AT_LEAST, BEYOND_MEMORY, BEYOND_DESCRIPTORS -> users >= wanted ? Answer.YES : Answer.UNKNOWN;
            case NONE -> users <= wanted ? Answer.NO : Answer.UNKNOWN;
            case INVALID -> Answer.UNKNOWN;
        };
    }

    static Conclusion invalid(String reason) {
        return new Conclusion(Kind.INVALID, null, 0, reason);
    }
}
