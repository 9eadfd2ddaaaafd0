package gavel.auction.history;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One attendance of an auction, from joining to leaving.
 *
 * @param leftAt null while the account still attends, or as long as its leaving is not known yet
 */
@JsonIgnoreProperties("accountId")
public record Visit(
        long accountId,
        long auctionId,
        Instant joinedAt,
        @Nullable Instant leftAt) implements HistoryEntry {

    public Visit {
        Objects.requireNonNull(joinedAt, "joinedAt");
        if (leftAt != null && leftAt.isBefore(joinedAt)) {
            throw new IllegalArgumentException("leftAt must not be before joinedAt " + joinedAt + ": " + leftAt);
        }
    }

    @Override
    public Instant at() {
        return joinedAt;
    }

    @Override
    public String key() {
        return HistoryDocuments.visitKey(auctionId, joinedAt);
    }

    /** Of two records of one visit, the one that knows of its end. */
    static Visit merge(Visit one, Visit other) {
        return one.leftAt == null ? other : one;
    }
}
