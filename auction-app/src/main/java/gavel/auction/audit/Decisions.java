package gavel.auction.audit;

import java.util.List;

/** Invariants of the decisions on bids and of the lots they were made on. */
final class Decisions {
    private static final String ACCEPTED = "select count(*) from bid_decision where outcome = 'ACCEPTED'";

    private Decisions() {}

    static List<SqlInvariant> invariants() {
        return List.of(SEQUENCES, PLACE, RISING_PRICES, LAST_BID, ONE_SALE, NOTHING_OPEN_AFTER_THE_END);
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
            "every accepted bid is for a lot of its auction that was open, and was decided in the partition of the auction",
            ACCEPTED,
            """
            select 'bid ' || d.bid_id || ': lot ' || d.lot_id || ' of auction ' || d.auction_id || ' in partition ' || d."partition"
              from bid_decision d left join lot l on l.id = d.lot_id
             where d.outcome = 'ACCEPTED'
               and (l.id is null or l.auction_id <> d.auction_id or d."partition" <> d.auction_id % 64
                    or l.opened_at is null or l.closed_at < d.decided_at)""");

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

    private static final SqlInvariant NOTHING_OPEN_AFTER_THE_END = new SqlInvariant(
            "nothing-open-after-the-end",
            "no lot is open in an auction that is complete, cancelled or has not begun, and never two in one auction",
            "select count(*) from auction",
            """
            select 'auction ' || a.id || ' ' || a.state || ': open lots ' || min(l.id) || ' to ' || max(l.id)
              from auction a join lot l on l.auction_id = a.id and l.state in ('OPEN', 'LAST_CALL')
             group by a.id, a.state having a.state <> 'RUNNING' or count(*) > 1""");
}
