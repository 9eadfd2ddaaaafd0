package gavel.auction.audit;

import gavel.auction.dataset.plan.LotTiming;
import gavel.auction.relational.Dialect;
import java.util.List;

/** Invariants of the lots of an auction: their order, their states and their times. */
final class LotRules {
    /** Of clocks, where times of two transactions are compared that need not have been made on one machine. */
    private static final long TOLERANCE_MILLIS = 1_000;

    private static final String LOTS = "select count(*) from lot";

    private LotRules() {}

    /**
     * @param shortest silences that may have been in force
     * @param longest silences that may be in force
     */
    static List<SqlInvariant> invariants(LotTiming shortest, LotTiming longest, Dialect dialect) {
        return List.of(PLACES, STATES, neighbours(), deadlines(shortest, longest, dialect));
    }

    private static final SqlInvariant PLACES = new SqlInvariant(
            "lots-of-auctions",
            "the lots of each round have the positions 1, 2, 3 …, the rounds are 1, 2, 3 … up to the auction's, which counts the lots of"
                    + " its last one; only an auction that recurs has a second",
            LOTS,
            """
            with rounds as (
                select auction_id, round, count(*) as lots, min(position) as first, max(position) as last
                  from lot group by auction_id, round)
            select 'auction ' || auction_id || ': round ' || round || ' has ' || lots || ' lots at positions ' || first || ' to ' || last
              from rounds where first <> 1 or last <> lots
             union all
            select 'auction ' || a.id || ': round ' || a.round || ' of ' || a.lot_count || ' lots, found are ' || coalesce(r.rounds, 0)
                   || ' rounds, the last, ' || coalesce(r.last, 0) || ', of ' || coalesce(l.lots, 0) || ' lots'
              from auction a
              left join (select auction_id, count(*) as rounds, max(round) as last from rounds group by auction_id) r
                on r.auction_id = a.id
              left join rounds l on l.auction_id = a.id and l.round = r.last
             where a.round <> coalesce(r.last, 1) or a.round <> coalesce(r.rounds, 1) or a.lot_count <> coalesce(l.lots, 0)
                or a.round > 1 and not a.recurring""");

    private static final SqlInvariant STATES = new SqlInvariant(
            "lot-states",
            "a lot has been opened, has a deadline and is closed as its state says; a lot that was never open has no bid, and is passed only"
                    + " where its auction has ended",
            LOTS,
            """
            select 'lot ' || l.id || ' ' || l.state || ' of auction ' || a.id || ' ' || a.state || ': opened '
                   || coalesce(l.opened_at || '', 'never') || ', deadline ' || coalesce(l.closes_at || '', 'none') || ', closed '
                   || coalesce(l.closed_at || '', 'never') || ', ' || l.bid_count || ' bids'
              from lot l join auction a on a.id = l.auction_id
             where (l.opened_at is null) <> (l.closes_at is null)
                or l.opened_at is null and (l.bid_count > 0 or l.state in ('OPEN', 'LAST_CALL', 'SOLD'))
                or l.opened_at is not null and (l.state = 'QUEUED' or a.state = 'SCHEDULED')
                or (l.closed_at is null) <> (l.state in ('QUEUED', 'OPEN', 'LAST_CALL'))
                or l.opened_at is null and l.state = 'PASSED' and a.state not in ('COMPLETE', 'CANCELLED')""");

    private static SqlInvariant neighbours() {
        return new SqlInvariant(
                "lot-times",
                "the first lot of an auction opens when the auction begins or later, each other one at the instant the one before it is"
                        + " closed; no lot is closed before its deadline but by cancelling",
                LOTS,
                """
                select 'lot ' || id || ' of auction ' || auction_id || ': open from ' || opened_at || ' to '
                       || coalesce(closed_at || '', 'now') || ', deadline ' || closes_at || ', the one before closed '
                       || coalesce(earlier || '', case when nth = 1 then 'does not exist' else 'is open' end)
                  from (select l.id, l.auction_id, l.opened_at, l.closes_at, l.closed_at, l.state, a.state as auction_state, a.starts_at,
                               row_number() over auctions as nth, lag(l.closed_at) over auctions as earlier
                          from lot l join auction a on a.id = l.auction_id where l.opened_at is not null
                        window auctions as (partition by l.auction_id order by l.opened_at, l.round, l.position)) opened
                 where nth = 1 and opened_at < starts_at or nth > 1 and (earlier is null or earlier <> opened_at)
                    or closed_at < opened_at
                    or closed_at < closes_at and not (state = 'PASSED' and auction_state = 'CANCELLED')""");
    }

    private static SqlInvariant deadlines(LotTiming shortest, LotTiming longest, Dialect dialect) {
        long lastCall = atLeast(shortest.lastCallAfter().toMillis());
        long hammer =
                atLeast(shortest.lastCallAfter().plus(shortest.closeAfter()).toMillis());
        return new SqlInvariant(
                "lot-deadlines",
                "the deadline of a lot leaves the whole silence after its last bid, and of an open one no more than that from now",
                "select count(*) from lot where opened_at is not null",
                """
                select 'lot ' || id || ' ' || state || ': deadline ' || closes_at || ', ' || silence || ' ms after the last bid or opening'
                  from (select l.id, l.state, l.closes_at, a.state as auction_state, %s as silence, %s as remaining
                          from lot l join auction a on a.id = l.auction_id
                          left join bid_decision d on d.bid_id = l.last_bid_id
                         where l.opened_at is not null) lots
                 where silence < %s
                    or silence < %s and (state in ('LAST_CALL', 'SOLD') or state = 'PASSED' and auction_state <> 'CANCELLED')
                    or state = 'OPEN' and remaining > %s or state = 'LAST_CALL' and remaining > %s""".formatted(
                                dialect.millisBetween("coalesce(d.decided_at, l.opened_at)", "l.closes_at"),
                                dialect.millisBetween(dialect.clock(), "l.closes_at"),
                                Long.toString(lastCall),
                                Long.toString(hammer),
                                Long.toString(longest.lastCallAfter().toMillis() + TOLERANCE_MILLIS),
                                Long.toString(longest.closeAfter().toMillis() + TOLERANCE_MILLIS)));
    }

    private static long atLeast(long millis) {
        return Math.max(0, millis - TOLERANCE_MILLIS);
    }
}
