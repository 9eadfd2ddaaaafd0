package gavel.auction.engine;

import java.time.Duration;

/**
 * How long a lot waits for a bid.
 *
 * @param lastCallAfter without an accepted bid, from OPEN to LAST_CALL
 * @param closeAfter from LAST_CALL to the hammer
 */
public record LotTiming(Duration lastCallAfter, Duration closeAfter) {
    public LotTiming {
        requirePositive("gavel.lots.last-call-after", lastCallAfter);
        requirePositive("gavel.lots.close-after", closeAfter);
    }

    Duration of(LotPhase phase) {
        return phase == LotPhase.LAST_CALL ? closeAfter : lastCallAfter;
    }

    private static void requirePositive(String name, Duration value) {
        if (value == null || value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException(name + " must be > 0: " + value);
        }
    }
}
