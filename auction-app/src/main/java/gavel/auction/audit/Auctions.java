package gavel.auction.audit;

import gavel.auction.dataset.plan.LotTiming;
import gavel.auction.relational.Dialect;
import java.util.List;

/** Invariants of auctions: what their state says of their lots, and when they changed. */
final class Auctions {
    private static final String AUCTIONS = "select count(*) from auction";

    private Auctions() {}

    static List<SqlInvariant> invariants(LotTiming shortest, Dialect dialect) {
        return List.of(STATES, times(shortest, dialect));
    }

    private static final SqlInvariant STATES = new SqlInvariant(
            "auction-states",
            "a running auction has one open lot and no other auction has any; one that has not begun has only queued lots; cancelling passes"
                    + " the lot that is open; one that recurs is never complete",
            AUCTIONS,
            """
            select 'auction ' || a.id || ' ' || a.state || ': ' || coalesce(l.lots, 0) || ' lots, open lots ' || coalesce(l.open, 0)
                   || ', queued lots ' || coalesce(l.queued, 0) || ', the last to be opened ' || coalesce(o.state, 'none')
              from auction a
              left join (select auction_id, count(*) as lots, sum(case when state in ('OPEN', 'LAST_CALL') then 1 else 0 end) as open,
                                sum(case when state = 'QUEUED' then 1 else 0 end) as queued
                           from lot group by auction_id) l on l.auction_id = a.id
              left join (select auction_id, state, row_number() over (partition by auction_id order by opened_at desc, round desc, position desc) as nth
                           from lot where opened_at is not null) o on o.auction_id = a.id and o.nth = 1
             where coalesce(l.open, 0) <> case when a.state = 'RUNNING' then 1 else 0 end
                or a.state = 'SCHEDULED' and coalesce(l.queued, 0) <> coalesce(l.lots, 0)
                or a.state = 'CANCELLED' and o.state <> 'PASSED'
                or a.state = 'COMPLETE' and a.recurring and l.lots > 0""");

    /**
     * What raised the revision last is also what the lots show last. While a lot is open that is a bid or an opening, then last call, then
     * the hammer, with which the auction ends.
     */
    private static SqlInvariant times(LotTiming shortest, Dialect dialect) {
        long lastCall = Math.max(0, shortest.lastCallAfter().toMillis() - 1_000);
        return new SqlInvariant(
                "auction-times",
                "an auction changed last when its lots show that something happened last, and it began before",
                AUCTIONS,
                """
                select 'auction ' || id || ' ' || state || ': began ' || starts_at || ', changed ' || coalesce(changed_at || '', 'never')
                       || ', its last lot ' || coalesce(lot_state, 'none') || ' since ' || coalesce(since || '', 'never')
                  from (select a.id, a.state, a.starts_at, a.changed_at, l.state as lot_state, l.closes_at,
                               coalesce(l.closed_at, d.decided_at, l.opened_at) as since
                          from auction a
                          left join (select auction_id, state, opened_at, closes_at, closed_at, last_bid_id,
                                            row_number() over (partition by auction_id order by opened_at desc, round desc, position desc) as nth
                                       from lot where opened_at is not null) l on l.auction_id = a.id and l.nth = 1
                          left join bid_decision d on d.bid_id = l.last_bid_id) auctions
                 where (changed_at is null) <> (state = 'SCHEDULED')
                    or changed_at < starts_at and state in ('RUNNING', 'COMPLETE')
                    or changed_at <> since and lot_state <> 'LAST_CALL'
                    or lot_state = 'LAST_CALL' and (changed_at > closes_at or %s < %s)""".formatted(dialect.millisBetween("since", "changed_at"), Long.toString(lastCall)));
    }
}
