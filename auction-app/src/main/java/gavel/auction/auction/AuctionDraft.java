package gavel.auction.auction;

import gavel.auction.input.PlainText;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What an owner says of an auction.
 *
 * @param version that was read before; for changes only
 */
record AuctionDraft(
        @NotNull @PlainText(max = 200) String name,
        @NotNull @PlainText(max = 40) String category,
        @NotNull Instant startsAt,
        @Nullable Integer version) {}
