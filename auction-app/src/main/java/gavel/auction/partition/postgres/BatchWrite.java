package gavel.auction.partition.postgres;

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

/** The statements that write one batch, sent together. Each takes all its rows as arrays, none when there are none. */
final class BatchWrite {
    private static final String AUCTIONS = """
            update auction a set state = c.state, revision = c.revision, round = c.round, changed_at = c.changed_at,
                   lot_count = coalesce(c.lot_count, a.lot_count)
              from unnest(?::bigint[], ?::text[], ?::bigint[], ?::int[], ?::text[]::timestamptz[], ?::int[], ?::text[], ?::bigint[], ?::int[])
                as c(id, state, revision, round, changed_at, lot_count, was_state, was_revision, was_version)
             where a.id = c.id and a.state = c.was_state and a.revision = c.was_revision
               and (a.state <> 'SCHEDULED' or a.version = c.was_version)""";
    private static final String LOTS = """
            update lot l set price = c.price, leader_id = c.leader_id, last_bid_id = c.last_bid_id, bid_count = c.bid_count,
                   state = c.state, opened_at = c.opened_at, closes_at = c.closes_at, closed_at = c.closed_at
              from unnest(?::bigint[], ?::text[]::numeric[], ?::bigint[], ?::text[], ?::int[], ?::text[],
                          ?::text[]::timestamptz[], ?::text[]::timestamptz[], ?::text[]::timestamptz[])
                as c(id, price, leader_id, last_bid_id, bid_count, state, opened_at, closes_at, closed_at)
             where l.id = c.id""";
    private static final String NEW_LOTS = """
            insert into lot (id, auction_id, item_id, position, round, starting_price, state, opened_at, closes_at)
            select * from unnest(?::bigint[], ?::bigint[], ?::bigint[], ?::int[], ?::int[], ?::text[]::numeric[], ?::text[],
                                 ?::text[]::timestamptz[], ?::text[]::timestamptz[])""";
    private static final String ITEMS = """
            update item i set state = c.state, version = i.version + 1
              from unnest(?::bigint[], ?::text[]) as c(id, state) where i.id = c.id""";
    private static final String CREDITS = """
            update credit r set held = c.held, spent = c.spent
              from unnest(?::bigint[], ?::text[]::numeric[], ?::text[]::numeric[]) as c(id, held, spent) where r.account_id = c.id""";
    private static final String DECISIONS = """
            insert into bid_decision (partition, seq, %s)
            select * from unnest(?::smallint[], ?::bigint[], ?::text[], ?::bigint[], ?::bigint[], ?::bigint[], ?::text[],
                                 ?::text[]::numeric[], ?::text[], ?::text[]::numeric[], ?::text[]::numeric[], ?::bigint[],
                                 ?::text[]::timestamptz[], ?::text[]::timestamptz[])
            on conflict do nothing""".formatted(AuctionRows.DECISION);
    private static final String SEQUENCES = """
            update partition_lease p set next_seq = c.next_seq
              from unnest(?::int[], ?::bigint[]) as c(partition, next_seq) where p.partition = c.partition and p.next_seq <> c.next_seq""";

    /** Closed lots first: at no moment has an auction two open ones. */
    static final String SQL = String.join(";", AUCTIONS, LOTS, LOTS, NEW_LOTS, ITEMS, CREDITS, DECISIONS, SEQUENCES);

    static final int STATEMENTS = 8;

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
        parameters.longs(items, Map.Entry::getKey).texts(items, item -> item.getValue()
                .name());
        var credits = outcome.credits().entrySet();
        parameters
                .longs(credits, Map.Entry::getKey)
                .money(credits, credit -> credit.getValue().held())
                .money(credits, credit -> credit.getValue().spent());
        decisions(parameters, outcome.decisions(), sequences);
        parameters
                .ints(nextSequences.entrySet(), Map.Entry::getKey)
                .longs(nextSequences.entrySet(), Map.Entry::getValue);
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
                        "%s: %d rows instead of %d".formatted(what[i], counts[i], expected[i]));
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
                .ints(auctions, auction -> before.get(auction.id()).version());
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
                .times(lots, LotState::closedAt);
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
                .times(lots, LotState::closesAt);
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
                .times(decisions, Decision::decidedAt);
    }
}
