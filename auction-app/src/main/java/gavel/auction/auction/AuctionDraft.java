package gavel.auction.auction;

import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.time.Instant;

/**
 * What an owner says of an auction.
 *
 * @param version that was read before; for changes only
 */
record AuctionDraft(
        @NotBlank @Size(max = 200) String name,
        @NotBlank @Size(max = 40) String category,
        @NotNull Instant startsAt,
        Integer version) {}
