package gavel.auction.engine;

import gavel.auction.broker.BidMessage;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * The rules of a live auction as a function: what was committed and what happened in, what to commit next out.
 *
 * <p>Holds no state but the supply of ids for the lots of the next round, of which gaps are harmless. docs/engine.md has the table.
 */
public final class AuctionRules {
    private final LotTiming timing;
    private final LongSupplier lotIds;

    public AuctionRules(LotTiming timing, LongSupplier lotIds) {
        this.timing = timing;
        this.lotIds = lotIds;
    }

    /**
     * Decides the events in their order, all at one time. Bids come in the order of their partition's queue, so of two equal ones the earlier
     * is judged first.
     */
    public Outcome decide(Situation before, List<Event> events, Instant now) {
        WorkingCopy copy = new WorkingCopy(before, now);
        for (Event event : events) {
            switch (event) {
                case Event.Bid bid -> bid(copy, bid.message());
                case Event.Start start -> start(copy, copy.auction(start.auctionId()));
                case Event.Deadline deadline -> deadline(copy, copy.auction(deadline.auctionId()));
                case Event.Cancel cancel -> cancel(copy, copy.auction(cancel.auctionId()));
                case Event.Refresh refresh -> refresh(copy, copy.auction(refresh.auctionId()));
                case Event.Extend extend -> extend(copy, copy.auction(extend.auctionId()), extend.lost());
            }
        }
        return copy.outcome();
    }

    private void bid(WorkingCopy copy, BidMessage bid) {
        if (copy.answeredBefore(bid)) {
            return;
        }
        AuctionState auction = copy.auction(bid.auctionId());
        LotState lot = auction.lot(bid.lotId()).orElse(null);
        BidOutcome outcome = judge(copy, auction, lot, bid);
        if (outcome == BidOutcome.ACCEPTED) {
            accept(copy, auction, lot, bid);
        }
        copy.decided(bid, outcome);
    }

    private static BidOutcome judge(WorkingCopy copy, AuctionState auction, LotState lot, BidMessage bid) {
        if (auction.phase() != AuctionPhase.RUNNING
                || lot == null
                || !lot.phase().isOpen()) {
            return BidOutcome.LOT_CLOSED;
        }
        if (lot.leader() != null && lot.leader() == bid.accountId()) {
            return BidOutcome.ALREADY_LEADING;
        }
        if (bid.amount().compareTo(lot.minimumBid()) < 0) {
            return BidOutcome.OUTBID;
        }
        return copy.credit(bid.accountId()).covers(bid.amount()) ? BidOutcome.ACCEPTED : BidOutcome.INSUFFICIENT_CREDIT;
    }

    private void accept(WorkingCopy copy, AuctionState auction, LotState lot, BidMessage bid) {
        BigDecimal amount = bid.amount().setScale(2);
        releaseHold(copy, lot);
        copy.put(bid.accountId(), copy.credit(bid.accountId()).hold(amount));
        Instant deadline = copy.now().plus(timing.lastCallAfter());
        copy.change(auction, lot.accept(bid.bidId(), bid.accountId(), amount, deadline), true);
    }

    private void start(WorkingCopy copy, AuctionState auction) {
        if (auction.phase() == AuctionPhase.SCHEDULED && !auction.startsAt().isAfter(copy.now())) {
            openNext(copy, copy.put(auction.in(AuctionPhase.RUNNING)));
        }
    }

    private void deadline(WorkingCopy copy, AuctionState auction) {
        LotState lot = auction.openLot().orElse(null);
        if (auction.phase() != AuctionPhase.RUNNING || lot == null || !lot.isDue(copy.now())) {
            return;
        }
        if (lot.phase() == LotPhase.OPEN) {
            copy.change(auction, lot.lastCall(copy.now(), timing), true);
        } else {
            openNext(copy, hammer(copy, auction, lot));
        }
    }

    private AuctionState hammer(WorkingCopy copy, AuctionState auction, LotState lot) {
        boolean sold = lot.leader() != null;
        if (sold) {
            copy.put(lot.leader(), copy.credit(lot.leader()).spend(lot.price()));
        }
        if (!auction.recurring()) {
            copy.item(lot.itemId(), sold ? Outcome.ItemState.SOLD : Outcome.ItemState.DRAFT);
        }
        return copy.change(auction, lot.close(sold ? LotPhase.SOLD : LotPhase.PASSED, copy.now()), true);
    }

    private void openNext(WorkingCopy copy, AuctionState auction) {
        LotState queued = auction.nextLot().orElse(null);
        if (queued != null) {
            copy.change(auction, queued.open(copy.now(), timing), true);
        } else if (auction.recurring() && !auction.lots().isEmpty()) {
            offerAgain(copy, auction);
        } else {
            copy.put(auction.in(AuctionPhase.COMPLETE).revised(copy.now()));
        }
    }

    private void offerAgain(WorkingCopy copy, AuctionState auction) {
        Map<Long, LotState> items = new LinkedHashMap<>();
        auction.lots().forEach(lot -> items.putIfAbsent(lot.itemId(), lot));
        List<LotState> offered = new ArrayList<>();
        for (LotState lot : items.values()) {
            offered.add(lot.offerAgain(lotIds.getAsLong(), auction.round() + 1, offered.size() + 1));
        }
        copy.insert(offered);
        openNext(copy, copy.put(auction.nextRound(offered)));
    }

    private void cancel(WorkingCopy copy, AuctionState auction) {
        if (auction.phase() != AuctionPhase.RUNNING && auction.phase() != AuctionPhase.SCHEDULED) {
            return;
        }
        AuctionState open = auction;
        LotState lot = auction.openLot().orElse(null);
        if (lot != null) {
            releaseHold(copy, lot);
            open = copy.change(open, lot.close(LotPhase.PASSED, copy.now()), true);
        }
        AuctionState over = copy.put(open.in(AuctionPhase.CANCELLED).revised(copy.now()));
        passQueued(copy, over);
        auction.lots().stream()
                .filter(each -> auction.recurring() || !each.phase().isClosed())
                .forEach(each -> copy.item(each.itemId(), Outcome.ItemState.DRAFT));
    }

    /** A lot consigned while its auction ended is passed, and its item is free again. */
    private void refresh(WorkingCopy copy, AuctionState auction) {
        if (auction.isOver()) {
            passQueued(copy, auction);
        } else {
            start(copy, auction);
        }
    }

    private static void passQueued(WorkingCopy copy, AuctionState auction) {
        AuctionState passing = auction;
        for (LotState lot : auction.lots()) {
            if (lot.phase() == LotPhase.QUEUED) {
                passing = copy.change(passing, lot.close(LotPhase.PASSED, copy.now()), false);
                copy.item(lot.itemId(), Outcome.ItemState.DRAFT);
            }
        }
    }

    private void extend(WorkingCopy copy, AuctionState auction, Duration lost) {
        auction.openLot().ifPresent(lot -> {
            LotState extended = lot.extend(lost, copy.now(), timing);
            if (extended != lot) {
                copy.change(auction, extended, false);
            }
        });
    }

    private static void releaseHold(WorkingCopy copy, LotState lot) {
        if (lot.leader() != null) {
            copy.put(lot.leader(), copy.credit(lot.leader()).release(lot.price()));
        }
    }
}
