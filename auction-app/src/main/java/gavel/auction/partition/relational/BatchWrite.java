package gavel.auction.partition.relational;

import gavel.auction.broker.Topology;
import gavel.auction.engine.AuctionState;
import gavel.auction.engine.Decision;
import gavel.auction.engine.LotState;
import gavel.auction.engine.Outcome;
import gavel.auction.partition.deciding.RecordsException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/** What the statements that write one batch take, and what they have to answer. Each takes all its rows at once, none when there are none. */
final class BatchWrite {
    private BatchWrite() {}

    static void bind(
            Parameters parameters,
            Outcome outcome,
            Map<Long, AuctionState> before,
            Map<String, Long> sequences,
            SortedMap<Integer, Long> nextSequences)
            throws SQLException {
        auctions(parameters, outcome.auctions().values(), before);
        lots(parameters, closed(outcome, true));
        lots(parameters, closed(outcome, false));
        newLots(parameters, outcome);
        var items = outcome.items().entrySet();
        parameters
                .longs(items, Map.Entry::getKey)
                .texts(items, item -> item.getValue().name())
                .rows();
        var credits = outcome.credits().entrySet();
        parameters
                .longs(credits, Map.Entry::getKey)
                .money(credits, credit -> credit.getValue().held())
                .money(credits, credit -> credit.getValue().spent())
                .rows();
        decisions(parameters, outcome.decisions(), sequences);
        parameters
                .ints(nextSequences.entrySet(), Map.Entry::getKey)
                .longs(nextSequences.entrySet(), Map.Entry::getValue)
                .rows();
    }

    /** A row that is missing is not as it was read. */
    static void requireAll(int[] counts, Outcome outcome) {
        int[] expected = {
            outcome.auctions().size(),
            closed(outcome, true).size(),
            closed(outcome, false).size(),
            outcome.newLots().size(),
            outcome.items().size(),
            outcome.credits().size(),
            outcome.decisions().size()
        };
        String[] what = {"auctions", "closed lots", "lots", "new lots", "items", "credits", "decisions"};
        for (int i = 0; i < expected.length; i++) {
            if (counts[i] != expected[i]) {
                throw new RecordsException.Changed(
                        "%s: %s rows instead of %s".formatted(what[i], counts[i], expected[i]));
            }
        }
    }

    private static void auctions(
            Parameters parameters, Collection<AuctionState> auctions, Map<Long, AuctionState> before)
            throws SQLException {
        parameters
                .longs(auctions, AuctionState::id)
                .texts(auctions, auction -> auction.phase().name())
                .longs(auctions, AuctionState::revision)
                .ints(auctions, AuctionState::round)
                .times(auctions, AuctionState::changedAt)
                .ints(
                        auctions,
                        auction -> auction.round() == before.get(auction.id()).round()
                                ? null
                                : Integer.valueOf(auction.lots().size()))
                .texts(auctions, auction -> before.get(auction.id()).phase().name())
                .longs(auctions, auction -> before.get(auction.id()).revision())
                .ints(auctions, auction -> before.get(auction.id()).version())
                .rows();
    }

    private static List<LotState> closed(Outcome outcome, boolean closed) {
        return outcome.changedLots().stream()
                .filter(lot -> lot.phase().isClosed() == closed)
                .toList();
    }

    private static void lots(Parameters parameters, List<LotState> lots) throws SQLException {
        parameters
                .longs(lots, LotState::id)
                .money(lots, LotState::price)
                .longs(lots, LotState::leader)
                .texts(lots, LotState::lastBidId)
                .ints(lots, LotState::bidCount)
                .texts(lots, lot -> lot.phase().name())
                .times(lots, LotState::openedAt)
                .times(lots, LotState::closesAt)
                .times(lots, LotState::closedAt)
                .rows();
    }

    private static void newLots(Parameters parameters, Outcome outcome) throws SQLException {
        Map<Long, Long> auctionOf = new HashMap<>();
        outcome.auctions().values().forEach(auction -> auction.lots()
                .forEach(lot -> auctionOf.put(lot.id(), auction.id())));
        List<LotState> lots = new ArrayList<>(outcome.newLots());
        parameters
                .longs(lots, LotState::id)
                .longs(lots, lot -> auctionOf.get(lot.id()))
                .longs(lots, LotState::itemId)
                .ints(lots, LotState::position)
                .ints(lots, LotState::round)
                .money(lots, LotState::startingPrice)
                .texts(lots, lot -> lot.phase().name())
                .times(lots, LotState::openedAt)
                .times(lots, LotState::closesAt)
                .rows();
    }

    private static void decisions(Parameters parameters, List<Decision> decisions, Map<String, Long> sequences)
            throws SQLException {
        parameters
                .ints(decisions, decision -> Topology.partitionOf(decision.auctionId()))
                .longs(decisions, decision -> sequences.get(decision.bidId()))
                .texts(decisions, Decision::bidId)
                .longs(decisions, Decision::auctionId)
                .longs(decisions, Decision::lotId)
                .longs(decisions, Decision::accountId)
                .texts(decisions, Decision::idempotencyKey)
                .money(decisions, Decision::amount)
                .texts(decisions, decision -> decision.outcome().name())
                .money(decisions, Decision::price)
                .money(decisions, Decision::minimumBid)
                .longs(decisions, Decision::revision)
                .times(decisions, Decision::placedAt)
                .times(decisions, Decision::decidedAt)
                .rows();
    }
}
