package gavel.auction.partition.simulation;

import gavel.auction.engine.AuctionPhase;
import gavel.auction.engine.AuctionState;
import gavel.auction.engine.BidOutcome;
import gavel.auction.engine.Credit;
import gavel.auction.engine.Decision;
import gavel.auction.engine.LotPhase;
import gavel.auction.engine.LotState;
import gavel.auction.engine.Outcome;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** What the audit proves, of the simulated tables. */
final class Invariants {
    private Invariants() {}

    static void betweenCommits(SimDatabase database, Outcome next) {
        for (LotState lot : next.changedLots()) {
            LotState former = database.lots.get(lot.id());
            if (former == null) {
                continue;
            }
            check(!former.phase().isClosed(), "a closed lot changed: " + former + " to " + lot);
            check(
                    former.price() == null || lot.price().compareTo(former.price()) >= 0,
                    "a price fell: " + former + " to " + lot);
        }
        for (AuctionState auction : next.auctions().values()) {
            check(auction.revision() >= database.auctions.get(auction.id()).revision(), "a revision fell: " + auction);
        }
    }

    static void atTheEnd(SimDatabase database) {
        Map<Long, Decision> last = new HashMap<>();
        Map<Long, Integer> accepted = new HashMap<>();
        for (Decision decision : database.decisions.values()) {
            if (decision.outcome() == BidOutcome.ACCEPTED) {
                Decision former = last.put(decision.lotId(), decision);
                accepted.merge(decision.lotId(), 1, Integer::sum);
                check(
                        former == null || decision.amount().compareTo(former.amount()) > 0,
                        "prices do not rise: " + former + " then " + decision);
                check(former == null || decision.revision() > former.revision(), "revisions do not rise: " + decision);
            }
        }
        for (LotState lot : database.lots.values()) {
            Decision decision = last.get(lot.id());
            check(
                    decision == null
                            ? lot.price() == null && lot.leader() == null
                            : decision.bidId().equals(lot.lastBidId())
                                    && decision.accountId() == lot.leader()
                                    && decision.amount().compareTo(lot.price()) == 0,
                    "leader and price are not those of the last accepted bid: " + lot + " " + decision);
            check(lot.bidCount() == accepted.getOrDefault(lot.id(), 0), "bid count: " + lot);
            if (!cancelled(database, lot)) {
                closing(lot, decision);
            }
        }
        database.auctions.values().forEach(Invariants::lotsOf);
        credits(database);
    }

    private static void closing(LotState lot, Decision last) {
        if (lot.phase() == LotPhase.SOLD) {
            check(last != null, "sold without a bid: " + lot);
        }
        if (lot.phase().isClosed() && lot.openedAt() != null) {
            Instant quietSince = last == null ? lot.openedAt() : last.decidedAt();
            check(!lot.closedAt().isBefore(quietSince.plus(Crowd.shortestLot())), "the hammer fell too early: " + lot);
            check(lot.phase() == LotPhase.SOLD || last == null, "passed in spite of a bid: " + lot);
        }
    }

    private static boolean cancelled(SimDatabase database, LotState lot) {
        return database.auctions.values().stream()
                .filter(auction -> auction.phase() == AuctionPhase.CANCELLED)
                .anyMatch(auction -> auction.lots().stream().anyMatch(each -> each.id() == lot.id()));
    }

    private static void lotsOf(AuctionState auction) {
        boolean over = auction.phase() == AuctionPhase.COMPLETE || auction.phase() == AuctionPhase.CANCELLED;
        check(auction.openLot().isPresent() == (auction.phase() == AuctionPhase.RUNNING), "open lots: " + auction);
        check(
                !over || auction.lots().stream().allMatch(lot -> lot.phase().isClosed()),
                "a lot waits in an auction that is over: " + auction);
    }

    private static void credits(SimDatabase database) {
        Map<Long, BigDecimal> held = new HashMap<>();
        Map<Long, BigDecimal> spent = new HashMap<>();
        for (LotState lot : database.lots.values()) {
            if (lot.leader() != null && lot.phase().isOpen()) {
                held.merge(lot.leader(), lot.price(), BigDecimal::add);
            } else if (lot.phase() == LotPhase.SOLD) {
                spent.merge(lot.leader(), lot.price(), BigDecimal::add);
            }
        }
        database.credits.forEach((account, credit) -> {
            check(same(credit.held(), held.get(account)), "held of " + account + ": " + credit + " but leads " + held);
            check(
                    same(credit.spent(), spent.get(account)),
                    "spent of " + account + ": " + credit + " but bought " + spent);
            check(within(credit), "over the limit: " + credit);
        });
    }

    private static boolean same(BigDecimal actual, BigDecimal expected) {
        return actual.compareTo(expected == null ? BigDecimal.ZERO : expected) == 0;
    }

    private static boolean within(Credit credit) {
        return credit.held().add(credit.spent()).compareTo(credit.limit()) <= 0;
    }

    private static void check(boolean holds, String violation) {
        if (!holds) {
            throw new AssertionError(violation);
        }
    }
}
