package gavel.auction.audit;

import java.util.List;

/** Invariants of the decisions on bids and of the lots they were made on. */
final class Decisions {
    private static final String DECISIONS = "select count(*) from bid_decision";
    private static final String ACCEPTED = "select count(*) from bid_decision where outcome = 'ACCEPTED'";

    private Decisions() {}

    static List<SqlInvariant> invariants() {
        return List.of(SEQUENCES, PLACE, TIMES, ANSWERS, RISING_PRICES, LAST_BID, ONE_SALE);
    }

    private static final SqlInvariant SEQUENCES = new SqlInvariant(
            "decision-sequence",
            "the decisions of each partition are numbered 1, 2, 3 … up to the last one it recorded",
            "select count(*) from bid_decision",
            """
            select 'partition ' || l."partition" || ': ' || coalesce(d.decisions, 0) || ' decisions up to number '
                   || coalesce(d.last, 0) || ', recorded as the last: ' || (l.next_seq - 1)
              from partition_lease l
              left join (select "partition", count(*) as decisions, min(seq) as first, max(seq) as last
                           from bid_decision group by "partition") d on d."partition" = l."partition"
             where coalesce(d.decisions, 0) <> l.next_seq - 1 or coalesce(d.last, 0) <> l.next_seq - 1
                or coalesce(d.first, 1) <> 1""");

    private static final SqlInvariant PLACE = new SqlInvariant(
            "decision-place",
            "every bid is for a lot of its auction, not by its seller, and was decided in the partition of the auction",
            DECISIONS,
            """
            select 'bid ' || d.bid_id || ' of account ' || d.account_id || ': lot ' || d.lot_id || ' of auction ' || d.auction_id
                   || ' in partition ' || d."partition" || ', seller ' || coalesce(i.seller_id || '', 'unknown')
              from bid_decision d
              left join lot l on l.id = d.lot_id left join item i on i.id = l.item_id left join account a on a.id = d.account_id
             where l.id is null or a.id is null or l.auction_id <> d.auction_id or d."partition" <> d.auction_id % 64
                or i.seller_id = d.account_id""");

    /** Placed by the clock of a node, decided by the database's, by which lots open and close, too. */
    private static final SqlInvariant TIMES = new SqlInvariant(
            "decision-times",
            "every bid was decided while its lot was open, or found closed while it was not, and placed before; a node's clock may be a"
                    + " minute ahead",
            DECISIONS,
            """
            select 'bid ' || d.bid_id || ' ' || d.outcome || ': placed ' || d.placed_at || ', decided ' || d.decided_at || ', lot ' || l.id
                   || ' open from ' || coalesce(l.opened_at || '', 'never') || ' to ' || coalesce(l.closed_at || '', 'now')
              from bid_decision d join lot l on l.id = d.lot_id
             where d.placed_at > d.decided_at + interval '1' minute
                or d.outcome <> 'LOT_CLOSED' and (l.opened_at is null or d.decided_at < l.opened_at or d.decided_at > l.closed_at)
                or d.outcome = 'LOT_CLOSED' and d.decided_at > l.opened_at and (l.closed_at is null or d.decided_at < l.closed_at)""");

    /** An owner that took over knows no lots of earlier rounds, and so not their prices. */
    private static final SqlInvariant ANSWERS = new SqlInvariant(
            "decision-answers",
            "outcome, price and smallest next bid of every decision follow from the bids on its lot before it",
            DECISIONS,
            """
            with bids as (
                select d.*, l.starting_price,
                       max(case when d.outcome = 'ACCEPTED' then d.amount end) over so_far as standing,
                       max(case when d.outcome = 'ACCEPTED' then d.seq end) over until_then as led_since
                  from bid_decision d join lot l on l.id = d.lot_id
                window so_far as (partition by d.lot_id order by d.seq rows between unbounded preceding and current row),
                       until_then as (partition by d.lot_id order by d.seq rows between unbounded preceding and 1 preceding)),
            answers as (
                select b.*, led.account_id as leader,
                       case when b.standing is null then b.starting_price else b.standing + greatest(1.00, ceil(b.standing) / 100) end as smallest
                  from bids b left join bid_decision led on led."partition" = b."partition" and led.seq = b.led_since)
            select 'bid ' || bid_id || ' of account ' || account_id || ' for ' || amount || ' ' || outcome || ': price '
                   || coalesce(price || '', 'none') || ', smallest next ' || coalesce(minimum_bid || '', 'none') || '; by the bids on lot '
                   || lot_id || ' price ' || coalesce(standing || '', 'none') || ', led by ' || coalesce(leader || '', 'none')
              from answers
             where coalesce(price, -1) <> coalesce(standing, -1) and not (outcome = 'LOT_CLOSED' and price is null)
                or (minimum_bid is null) <> (outcome = 'LOT_CLOSED') or minimum_bid <> smallest
                or outcome <> 'LOT_CLOSED' and (coalesce(leader, -1) = account_id) <> (outcome = 'ALREADY_LEADING')
                or outcome = 'OUTBID' and amount >= smallest or outcome = 'INSUFFICIENT_CREDIT' and amount < smallest""");

    private static final SqlInvariant RISING_PRICES = new SqlInvariant(
            "rising-prices",
            "the first accepted bid of a lot reaches the starting price, each later one the increment above the one before",
            ACCEPTED,
            """
            select 'bid ' || bid_id || ' of lot ' || lot_id || ': ' || amount || ' after ' || coalesce("before", starting_price)
              from (select d.bid_id, d.lot_id, d.amount, l.starting_price, d.price,
                           lag(d.amount) over (partition by d.lot_id order by d.seq) as "before"
                      from bid_decision d join lot l on l.id = d.lot_id
                     where d.outcome = 'ACCEPTED') bids
             where amount < starting_price or amount < "before" + greatest(1.00, ceil("before") / 100)
                or price is null or price <> amount""");

    private static final SqlInvariant LAST_BID = new SqlInvariant(
            "last-bid-leads",
            "price, leader, last bid and number of bids of every lot are those of its accepted bids",
            "select count(*) from lot",
            """
            select 'lot ' || l.id || ': price ' || coalesce(l.price || '', 'none') || ', leader '
                   || coalesce(l.leader_id || '', 'none') || ', ' || l.bid_count || ' bids; accepted were '
                   || coalesce(a.bids, 0) || ', the last ' || coalesce(d.amount || ' by ' || d.account_id, 'none')
              from lot l
              left join (select lot_id, count(*) as bids, max(seq) as last
                           from bid_decision where outcome = 'ACCEPTED' group by lot_id) a on a.lot_id = l.id
              left join bid_decision d on d.lot_id = a.lot_id and d.seq = a.last
             where l.bid_count <> coalesce(a.bids, 0)
                or coalesce(l.leader_id, -1) <> coalesce(d.account_id, -1)
                or coalesce(l.price, -1) <> coalesce(d.amount, -1)
                or coalesce(l.last_bid_id, '') <> coalesce(d.bid_id, '')""");

    private static final SqlInvariant ONE_SALE = new SqlInvariant(
            "one-sale",
            "a lot is sold at most once and only with a leader, passed only without one or by cancelling; an item that is not"
                    + " offered again is sold at most once",
            "select count(*) from lot where state in ('SOLD', 'PASSED')",
            """
            select 'lot ' || l.id || ': ' || l.state || ', leader ' || coalesce(l.leader_id || '', 'none')
              from lot l join auction a on a.id = l.auction_id
             where l.state = 'SOLD' and (l.leader_id is null or l.price is null or l.closed_at is null)
                or l.state = 'PASSED' and l.leader_id is not null and a.state <> 'CANCELLED'
             union all
            select 'item ' || l.item_id || ': sold in lots ' || min(l.id) || ' to ' || max(l.id)
              from lot l join auction a on a.id = l.auction_id
             where l.state = 'SOLD' and not a.recurring
             group by l.item_id having count(*) > 1
             union all
            select 'item ' || item_id || ': sold ' || count(*) || ' times in round ' || round || ' of auction ' || auction_id
              from lot where state = 'SOLD' group by auction_id, round, item_id having count(*) > 1""");
}
