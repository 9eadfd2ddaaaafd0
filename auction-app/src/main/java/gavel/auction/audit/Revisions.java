package gavel.auction.audit;

import gavel.auction.relational.Dialect;
import java.time.Duration;
import java.util.List;

/**
 * Invariants of the auctions' revisions, which rise by one when a lot opens, a bid is accepted, last call comes, a lot is closed, and an
 * auction ends.
 *
 * <p>Not every revision leaves a row, but those that do fix the others. From one lot to the next there are exactly three: last call, hammer,
 * opening. Between two accepted bids on one lot there may be one more, a last call that the later bid undid, and that only after the silence
 * which brings last call. So an accepted bid comes 1 or, after silence, 2 revisions after the accepted bid before it, and 3 more for each
 * lot closed since. The revision of the auction itself follows from the last accepted bid without any freedom, but for a cancelled one.
 * Before the first bid stands the opening of the first lot, revision 1. A refused bid has the revision the auction was at.
 */
final class Revisions {
    private Revisions() {}

    /** Clocks of two owners may differ by so much. */
    private static final Duration TOLERANCE = Duration.ofSeconds(1);

    /** @param silence the shortest after which last call may have come */
    static List<SqlInvariant> invariants(Duration silence, Dialect dialect) {
        long atLeast = Math.max(0, silence.minus(TOLERANCE).toMillis());
        return List.of(ofBids(atLeast, dialect), OF_AUCTIONS);
    }

    private static final String OPENED = """
            with opened as (
                select id as lot_id, auction_id, state,
                       row_number() over (partition by auction_id order by opened_at, round, position) as rank
                  from lot where opened_at is not null),
            accepted as (
                select d.auction_id, d.bid_id, d.seq, d.revision, d.decided_at, o.rank
                  from bid_decision d join opened o on o.lot_id = d.lot_id where d.outcome = 'ACCEPTED')
            """;

    private static SqlInvariant ofBids(long silentMillis, Dialect dialect) {
        return new SqlInvariant(
                "revisions-of-bids",
                "each accepted bid has the revision that follows from the bid before it, the lots closed and last calls in between;"
                        + " each refused one a revision between its neighbours",
                "select count(*) from bid_decision",
                OPENED
                        + """
                        select 'bid ' || bid_id || ' of auction ' || auction_id || ': revision ' || revision || ' after ' || "before"
                               || ', lots closed in between: ' || lots || ', silence in ms: ' || coalesce(silence || '', 'unknown')
                          from (select bid_id, auction_id, revision,
                                       coalesce(lag(revision) over auctions, 1) as "before",
                                       rank - coalesce(lag(rank) over auctions, 1) as lots,
                                       %s as silence
                                  from accepted window auctions as (partition by auction_id order by seq)) steps
                         where lots < 0 or revision - "before" - 3 * lots not in (1, 2)
                            or lots = 0 and revision - "before" = 2 and silence < %s
                         union all
                        select 'bid ' || bid_id || ' of auction ' || auction_id || ': revision ' || revision || ', ' || outcome
                               || ' after a decision at revision ' || "before"
                          from (select bid_id, auction_id, revision, outcome,
                                       lag(revision) over (partition by auction_id order by seq) as "before"
                                  from bid_decision) decisions
                         where outcome <> 'ACCEPTED' and revision < "before"
                            or outcome = 'ACCEPTED' and "before" >= revision""".formatted(
                                dialect.millisBetween("lag(decided_at) over auctions", "decided_at"), silentMillis));
    }

    private static final SqlInvariant OF_AUCTIONS = new SqlInvariant(
            "revisions-of-auctions",
            "the revision of each auction is that of its last accepted bid plus what happened since",
            "select count(*) from auction",
            OPENED + """
                    , last_bid as (
                        select auction_id, revision, rank from (
                            select auction_id, revision, rank, row_number() over (partition by auction_id order by seq desc) as nth
                              from accepted) bids where nth = 1),
                    last_lot as (
                        select auction_id, rank, state from (
                            select auction_id, rank, state, row_number() over (partition by auction_id order by rank desc) as nth
                              from opened) lots where nth = 1),
                    since as (
                        select a.id, a.state, a.revision, l.state as lot_state,
                               case when l.rank is null then a.revision
                                    else a.revision - coalesce(b.revision, 1) - 3 * (l.rank - coalesce(b.rank, 1)) end
                               - case when a.state in ('COMPLETE', 'CANCELLED') then 1 else 0 end as changes
                          from auction a
                          left join last_lot l on l.auction_id = a.id
                          left join last_bid b on b.auction_id = a.id)
                    select 'auction ' || id || ' ' || state || ': revision ' || revision || ', last lot '
                           || coalesce(lot_state, 'none') || ', ' || changes || ' changes are left for it'
                      from since
                     where not case
                         when lot_state is null then changes = 0 or state = 'CANCELLED' and changes = -1
                         when lot_state = 'OPEN' then changes = 0
                         when lot_state = 'LAST_CALL' then changes = 1
                         when state = 'CANCELLED' then changes in (1, 2)
                         else changes = 2 end""");
}
