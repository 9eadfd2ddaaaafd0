package gavel.auction.chaos;

import java.math.BigDecimal;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What one account has been shown so far, by all nodes together: nothing it is shown later may lie before. */
final class Memory {
    private final long account;
    private final Witness witness;
    private final Map<Long, Long> revisions = new ConcurrentHashMap<>();
    private final Map<Long, BigDecimal> prices = new ConcurrentHashMap<>();

    Memory(long account, Witness witness) {
        this.account = account;
        this.witness = witness;
    }

    /** What the account had seen of an auction and a lot when it asked. */
    record Seen(long revision, BigDecimal price) {}

    long revision(long auction) {
        return revisions.getOrDefault(auction, 0L);
    }

    Seen seen(long auction, long lot) {
        return new Seen(revision(auction), prices.get(lot));
    }

    /** @param before what had been seen when this was asked for */
    void shown(String what, long auction, long revision, long before) {
        witness.looked();
        if (revision < before) {
            witness.violation("account %s: %s of auction %s shows revision %s after %s"
                    .formatted(account, what, auction, revision, before));
        }
        revisions.merge(auction, revision, Math::max);
    }

    /** @param before what had been seen of this lot when this was asked for; null for nothing */
    void shownPrice(String what, long lot, BigDecimal price, BigDecimal before) {
        if (before != null && price.compareTo(before) < 0) {
            witness.violation(
                    "account %s: %s of lot %s shows price %s after %s".formatted(account, what, lot, price, before));
        }
        prices.merge(lot, price, BigDecimal::max);
    }
}
