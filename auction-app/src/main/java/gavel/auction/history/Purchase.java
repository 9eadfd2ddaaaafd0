package gavel.auction.history;

import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A lot that was sold to the account that asks.
 *
 * @param price the hammer price
 * @param thumbnail path of the first picture; null without one
 */
record Purchase(
        long lotId,
        long auctionId,
        long itemId,
        String title,
        BigDecimal price,
        Instant closedAt,
        @Nullable String thumbnail) {}
