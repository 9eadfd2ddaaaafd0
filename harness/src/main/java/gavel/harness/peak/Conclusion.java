package gavel.harness.peak;

/**
 * How a search ended.
 *
 * @param peak null unless one was found
 * @param users for {@link Kind#AT_LEAST} the number that still passes; for {@link Kind#NONE} the one that fails; else 0
 * @param reason one sentence for the reader: why it is not a number, or why its interval is wider than wanted; empty when there is nothing to say
 */
public record Conclusion(Kind kind, Peak peak, int users, String reason) {
    /** What was found. */
    public enum Kind {
        FOUND,
        /** The largest number of users that may be tried passes. */
        AT_LEAST,
        /** The smallest number of users that may be tried fails. */
        NONE,
        INVALID
    }

    /** Users the platform is known to bear; 0 where none are. */
    public double reached() {
        return switch (kind) {
            case FOUND -> peak.middle();
            case AT_LEAST -> users;
            case NONE, INVALID -> 0;
        };
    }

    static Conclusion invalid(String reason) {
        return new Conclusion(Kind.INVALID, null, 0, reason);
    }
}
