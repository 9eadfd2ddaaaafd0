package gavel.auction.audit;

import java.util.List;

/** Invariants of items, whose state and price follow from the lots they are offered in. */
final class Items {
    private Items() {}

    static List<SqlInvariant> invariants() {
        return List.of(IN_LOTS, OFFERED);
    }

    private static final SqlInvariant IN_LOTS = new SqlInvariant(
            "items-of-lots",
            "a lot belongs to the owner of its auction, who does not buy it; its item is locked while the lot is offered, sold with it, and"
                    + " has its price",
            "select count(*) from lot",
            """
            select 'lot ' || l.id || ' ' || l.state || ' at ' || l.starting_price || ' of auction ' || a.id || ' of account ' || a.owner_id
                   || ', leader ' || coalesce(l.leader_id || '', 'none') || ': item ' || i.id || ' ' || i.state || ' at '
                   || i.starting_price || ' of account ' || i.seller_id
              from lot l join auction a on a.id = l.auction_id join item i on i.id = l.item_id
             where i.seller_id <> a.owner_id or l.leader_id = i.seller_id
                or case when l.state in ('QUEUED', 'OPEN', 'LAST_CALL') or a.recurring and a.state = 'RUNNING' and l.round = a.round
                        then i.state <> 'CONSIGNED' or i.starting_price <> l.starting_price
                        when l.state = 'SOLD' and not a.recurring
                        then i.state <> 'SOLD' or i.starting_price <> l.starting_price
                        else a.recurring and a.state = 'RUNNING' and i.state = 'CONSIGNED' and i.starting_price <> l.starting_price end""");

    private static final SqlInvariant OFFERED = new SqlInvariant(
            "consigned-items",
            "an item is consigned only to an auction that offers it, and sold only in a lot that is sold",
            "select count(*) from item",
            """
            select 'item ' || i.id || ' ' || i.state || ': lots that offer it ' || coalesce(l.offering, 0) || ', that sold it '
                   || coalesce(l.sold, 0)
              from item i
              left join (select l.item_id,
                                sum(case when l.state in ('QUEUED', 'OPEN', 'LAST_CALL') or a.recurring then 1 else 0 end) as offering,
                                sum(case when l.state = 'SOLD' and not a.recurring then 1 else 0 end) as sold
                           from lot l join auction a on a.id = l.auction_id group by l.item_id) l on l.item_id = i.id
             where i.state = 'CONSIGNED' and coalesce(l.offering, 0) = 0 or i.state = 'SOLD' and coalesce(l.sold, 0) = 0""");
}
