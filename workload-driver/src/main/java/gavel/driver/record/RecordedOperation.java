package gavel.driver.record;

/**
 * What a recorder has to know about an operation.
 *
 * @param limitNanos later than this from the intended start is late; {@link #NO_LIMIT} for long polls
 */
public record RecordedOperation(String name, boolean background, long limitNanos) {
    public static final long NO_LIMIT = Long.MAX_VALUE;

    public RecordedOperation {
        if (limitNanos <= 0) {
            throw new IllegalArgumentException("the limit of " + name + " must be > 0: " + limitNanos + " ns");
        }
    }
}
