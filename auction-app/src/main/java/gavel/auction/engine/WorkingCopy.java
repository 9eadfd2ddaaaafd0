package gavel.auction.engine;

import gavel.auction.broker.BidMessage;
import gavel.auction.broker.DecisionMessage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The working copy of one batch: what was known before, overlaid with what the batch has changed so far. One decision long. */
final class WorkingCopy {
    private final Situation before;
    private final Instant now;
    private final Map<Long, AuctionState> auctions = new LinkedHashMap<>();
    private final Map<Long, LotState> changedLots = new LinkedHashMap<>();
    private final Map<Long, LotState> newLots = new LinkedHashMap<>();
    private final Map<Long, Outcome.ItemState> items = new LinkedHashMap<>();
    private final Map<Long, Credit> credits = new LinkedHashMap<>();
    private final Map<String, Decision> made = new HashMap<>();
    private final List<Decision> decisions = new ArrayList<>();
    private final List<Outcome.Answer> answers = new ArrayList<>();

    WorkingCopy(Situation before, Instant now) {
        this.before = before;
        this.now = now;
    }

    Instant now() {
        return now;
    }

    AuctionState auction(long id) {
        AuctionState changed = auctions.get(id);
        AuctionState auction = changed != null ? changed : before.auctions().get(id);
        if (auction == null) {
            throw new IllegalArgumentException("no auction " + id + " among those of the batch");
        }
        return auction;
    }

    Credit credit(long account) {
        Credit changed = credits.get(account);
        return changed != null ? changed : before.credits().getOrDefault(account, Credit.NONE);
    }

    void put(long account, Credit credit) {
        credits.put(account, credit);
    }

    AuctionState put(AuctionState auction) {
        auctions.put(auction.id(), auction);
        return auction;
    }

    AuctionState change(AuctionState auction, LotState lot, boolean visible) {
        (newLots.containsKey(lot.id()) ? newLots : changedLots).put(lot.id(), lot);
        AuctionState changed = auction.with(lot);
        return put(visible ? changed.revised(now) : changed);
    }

    void insert(List<LotState> lots) {
        lots.forEach(lot -> newLots.put(lot.id(), lot));
    }

    void item(long id, Outcome.ItemState state) {
        items.put(id, state);
    }

    /** A bid that was decided before gets its answer again. */
    boolean answeredBefore(BidMessage bid) {
        Decision earlier = made.getOrDefault(bid.bidId(), before.decided().get(bid.bidId()));
        if (earlier == null) {
            return false;
        }
        answers.add(new Outcome.Answer(
                bid, earlier.answers(bid) ? earlier.message() : DecisionMessage.keyReused(bid, earlier.revision())));
        return true;
    }

    void decided(BidMessage bid, BidOutcome outcome) {
        AuctionState auction = auction(bid.auctionId());
        LotState lot = auction.lot(bid.lotId()).orElse(null);
        boolean open = lot != null && lot.phase().isOpen();
        Decision decision = new Decision(
                bid.bidId(),
                bid.auctionId(),
                bid.lotId(),
                bid.accountId(),
                bid.idempotencyKey(),
                bid.amount(),
                outcome,
                lot == null ? null : lot.price(),
                open ? lot.minimumBid() : null,
                auction.revision(),
                bid.placedAt(),
                now);
        made.put(bid.bidId(), decision);
        decisions.add(decision);
        answers.add(new Outcome.Answer(bid, decision.message()));
    }

    Outcome outcome() {
        return new Outcome(
                auctions,
                List.copyOf(changedLots.values()),
                List.copyOf(newLots.values()),
                items,
                credits,
                decisions,
                answers);
    }
}
