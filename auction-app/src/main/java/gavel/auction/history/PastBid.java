package gavel.auction.history;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Objects;

/** A decided bid as its bidder's history shows it; the JSON of {@code /api/accounts/me/bids} but for the account. */
@JsonIgnoreProperties("accountId")
public record PastBid(
        String bidId,
        long accountId,
        long auctionId,
        long lotId,
        BigDecimal amount,
        String outcome,
        Instant placedAt,
        Instant decidedAt)
        implements HistoryEntry {

    public PastBid {
        if (bidId.isEmpty() || bidId.startsWith("$") || bidId.indexOf('.') >= 0) {
            throw new IllegalArgumentException(
                    "bidId must be usable as a field name, without '.' and leading '$': " + bidId);
        }
        Objects.requireNonNull(amount, "amount");
        Objects.requireNonNull(outcome, "outcome");
        Objects.requireNonNull(placedAt, "placedAt");
        Objects.requireNonNull(decidedAt, "decidedAt");
    }

    @Override
    public Instant at() {
        return placedAt;
    }

    @Override
    public String key() {
        return bidId;
    }
}
