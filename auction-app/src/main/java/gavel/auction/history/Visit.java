package gavel.auction.history;

import java.time.Instant;
import java.util.Objects;

/**
 * One attendance of an auction, from joining to leaving.
 *
 * @param leftAt null while the account still attends, or as long as its leaving is not known yet
 */
public record Visit(long accountId, long auctionId, Instant joinedAt, Instant leftAt) {

    public Visit {
        Objects.requireNonNull(joinedAt, "joinedAt");
        if (leftAt != null && leftAt.isBefore(joinedAt)) {
            throw new IllegalArgumentException("leftAt must not be before joinedAt " + joinedAt + ": " + leftAt);
        }
    }
}
