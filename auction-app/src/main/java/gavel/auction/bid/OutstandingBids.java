package gavel.auction.bid;

import gavel.auction.broker.DecisionMessage;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Bids this node has sent and not heard of yet, at most so many. Safe for any thread. */
final class OutstandingBids {
    private final ConcurrentMap<String, Entry> entries = new ConcurrentHashMap<>();
    private final AtomicInteger count = new AtomicInteger();
    private final int most;

    OutstandingBids(int most) {
        this.most = most;
    }

    /** One bid, and all requests with the same key that wait for its decision. */
    record Entry(long auctionId, Offer offer, CompletableFuture<DecisionMessage> decision) {
        boolean isFor(long auction, Offer other) {
            return auctionId == auction && offer.isSame(other);
        }

        boolean isDecidedBy(DecisionMessage message) {
            return message.isAbout(auctionId, offer.lotId(), offer.amount());
        }
    }

    /**
     * @param entry that waits for the decision
     * @param first whether the bid has to be sent; else a request with the same key has done it
     */
    record Place(Entry entry, boolean first) {}

    /** An earlier bid with the same idempotency key was another one. */
    static final class KeyReusedException extends Exception {
        private static final long serialVersionUID = 1L;

        KeyReusedException() {
            super("the idempotency key was used for another bid", null, false, false);
        }
    }

    /** Empty when too many bids wait already. */
    Optional<Place> add(String bidId, long auctionId, Offer offer) {
        if (count.incrementAndGet() > most) {
            count.decrementAndGet();
            return Optional.empty();
        }
        Entry mine = new Entry(auctionId, offer, new CompletableFuture<>());
        Entry earlier = entries.putIfAbsent(bidId, mine);
        if (earlier != null) {
            count.decrementAndGet();
            return Optional.of(new Place(earlier, false));
        }
        return Optional.of(new Place(mine, true));
    }

    /**
     * The decision has come: everyone who waits for it is told. It may be a late one about an earlier bid with the same key; who waits
     * for another bid then learns by {@link KeyReusedException} that his key was used. That an earlier one's key was used says nothing.
     */
    void decided(DecisionMessage decision) {
        Entry entry = entries.get(decision.bidId());
        if (entry == null) {
            return;
        }
        boolean mine = entry.isDecidedBy(decision);
        boolean reused = decision.outcome().equals(DecisionMessage.KEY_REUSED);
        if (mine && !reused) {
            entry.decision.complete(decision);
        } else if (mine || !reused) {
            entry.decision.completeExceptionally(new KeyReusedException());
        }
    }

    /** No request waits for it any longer. */
    void remove(String bidId, Entry entry) {
        if (entries.remove(bidId, entry)) {
            count.decrementAndGet();
        }
    }

    Set<String> ids() {
        return Set.copyOf(entries.keySet());
    }

    int count() {
        return count.get();
    }
}
