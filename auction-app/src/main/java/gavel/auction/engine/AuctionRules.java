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

    /** Decides the events in their order, all at one time. */
    public Outcome decide(Situation before, List<Event> events, Instant now) {
        Floor floor = new Floor(before, now);
        for (Event event : events) {
            switch (event) {
                case Event.Bid bid -> bid(floor, bid.message());
                case Event.Start start -> start(floor, floor.auction(start.auctionId()));
                case Event.Deadline deadline -> deadline(floor, floor.auction(deadline.auctionId()));
                case Event.Cancel cancel -> cancel(floor, floor.auction(cancel.auctionId()));
                case Event.Refresh refresh -> refresh(floor, floor.auction(refresh.auctionId()));
                case Event.Extend extend -> extend(floor, floor.auction(extend.auctionId()), extend.lost());
            }
        }
        return floor.outcome();
    }

    private void bid(Floor floor, BidMessage bid) {
        if (floor.answeredBefore(bid)) {
            return;
        }
        AuctionState auction = floor.auction(bid.auctionId());
        LotState lot = auction.lot(bid.lotId()).orElse(null);
        BidOutcome outcome = judge(floor, auction, lot, bid);
        if (outcome == BidOutcome.ACCEPTED) {
            accept(floor, auction, lot, bid);
        }
        floor.decided(bid, outcome);
    }

    private static BidOutcome judge(Floor floor, AuctionState auction, LotState lot, BidMessage bid) {
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
        return floor.credit(bid.accountId()).covers(bid.amount())
                ? BidOutcome.ACCEPTED
                : BidOutcome.INSUFFICIENT_CREDIT;
    }

    private void accept(Floor floor, AuctionState auction, LotState lot, BidMessage bid) {
        BigDecimal amount = bid.amount().setScale(2);
        releaseHold(floor, lot);
        floor.put(bid.accountId(), floor.credit(bid.accountId()).hold(amount));
        Instant deadline = floor.now().plus(timing.lastCallAfter());
        floor.change(auction, lot.accept(bid.bidId(), bid.accountId(), amount, deadline), true);
    }

    private void start(Floor floor, AuctionState auction) {
        if (auction.phase() == AuctionPhase.SCHEDULED && !auction.startsAt().isAfter(floor.now())) {
            openNext(floor, floor.put(auction.in(AuctionPhase.RUNNING)));
        }
    }

    private void deadline(Floor floor, AuctionState auction) {
        LotState lot = auction.openLot().orElse(null);
        if (auction.phase() != AuctionPhase.RUNNING || lot == null || !lot.isDue(floor.now())) {
            return;
        }
        if (lot.phase() == LotPhase.OPEN) {
            floor.change(auction, lot.lastCall(floor.now(), timing), true);
        } else {
            openNext(floor, hammer(floor, auction, lot));
        }
    }

    private AuctionState hammer(Floor floor, AuctionState auction, LotState lot) {
        boolean sold = lot.leader() != null;
        if (sold) {
            floor.put(lot.leader(), floor.credit(lot.leader()).spend(lot.price()));
        }
        if (!auction.recurring()) {
            floor.item(lot.itemId(), sold ? Outcome.ItemState.SOLD : Outcome.ItemState.DRAFT);
        }
        return floor.change(auction, lot.close(sold ? LotPhase.SOLD : LotPhase.PASSED, floor.now()), true);
    }

    private void openNext(Floor floor, AuctionState auction) {
        LotState queued = auction.nextLot().orElse(null);
        if (queued != null) {
            floor.change(auction, queued.open(floor.now(), timing), true);
        } else if (auction.recurring() && !auction.lots().isEmpty()) {
            offerAgain(floor, auction);
        } else {
            floor.put(auction.in(AuctionPhase.COMPLETE).revised(floor.now()));
        }
    }

    private void offerAgain(Floor floor, AuctionState auction) {
        Map<Long, LotState> items = new LinkedHashMap<>();
        auction.lots().forEach(lot -> items.putIfAbsent(lot.itemId(), lot));
        List<LotState> offered = new ArrayList<>();
        for (LotState lot : items.values()) {
            offered.add(lot.offerAgain(lotIds.getAsLong(), auction.round() + 1, offered.size() + 1));
        }
        floor.insert(offered);
        openNext(floor, floor.put(auction.nextRound(offered)));
    }

    private void cancel(Floor floor, AuctionState auction) {
        if (auction.phase() != AuctionPhase.RUNNING && auction.phase() != AuctionPhase.SCHEDULED) {
            return;
        }
        AuctionState open = auction;
        LotState lot = auction.openLot().orElse(null);
        if (lot != null) {
            releaseHold(floor, lot);
            open = floor.change(open, lot.close(LotPhase.PASSED, floor.now()), true);
        }
        AuctionState over = floor.put(open.in(AuctionPhase.CANCELLED).revised(floor.now()));
        passQueued(floor, over);
        auction.lots().stream()
                .filter(each -> auction.recurring() || !each.phase().isClosed())
                .forEach(each -> floor.item(each.itemId(), Outcome.ItemState.DRAFT));
    }

    /** A lot consigned while its auction ended is passed, and its item is free again. */
    private void refresh(Floor floor, AuctionState auction) {
        if (auction.isOver()) {
            passQueued(floor, auction);
        } else {
            start(floor, auction);
        }
    }

    private static void passQueued(Floor floor, AuctionState auction) {
        AuctionState passing = auction;
        for (LotState lot : auction.lots()) {
            if (lot.phase() == LotPhase.QUEUED) {
                passing = floor.change(passing, lot.close(LotPhase.PASSED, floor.now()), false);
                floor.item(lot.itemId(), Outcome.ItemState.DRAFT);
            }
        }
    }

    private void extend(Floor floor, AuctionState auction, Duration lost) {
        auction.openLot().ifPresent(lot -> {
            LotState extended = lot.extend(lost, floor.now(), timing);
            if (extended != lot) {
                floor.change(auction, extended, false);
            }
        });
    }

    private static void releaseHold(Floor floor, LotState lot) {
        if (lot.leader() != null) {
            floor.put(lot.leader(), floor.credit(lot.leader()).release(lot.price()));
        }
    }
}
