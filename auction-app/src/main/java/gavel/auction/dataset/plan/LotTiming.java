package gavel.auction.dataset.plan;

import java.time.Duration;

/** Silence that turns an open lot into last call, and further silence that closes it. */
public record LotTiming(Duration lastCallAfter, Duration closeAfter) {
    public LotTiming {
        if (!lastCallAfter.isPositive() || !closeAfter.isPositive()) {
            throw new IllegalArgumentException(
                    "lot times must be positive: last call " + lastCallAfter + ", close " + closeAfter);
        }
    }

    long lastCallMillis() {
        return lastCallAfter.toMillis();
    }

    long closeMillis() {
        return lastCallAfter.plus(closeAfter).toMillis();
    }
}
