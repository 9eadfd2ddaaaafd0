package gavel.auction.showcase;

import gavel.auction.page.Page;
import gavel.auction.page.PageRequest;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Reads lots with their items and auctions; each answer is one statement that goes by keys. */
@Component
class ShowcaseStore {
    private static final String LOTS = "select " + OfferedLot.COLUMNS
            + " from lot join auction on auction.id = lot.auction_id join item on item.id = lot.item_id ";

    /** Of each auction the lot under the hammer, else the one that was closed last, else its first. */
    private static final String OF_AUCTIONS = LOTS + """
            where lot.id in (
                select coalesce(
                    (select x.id from lot x where x.auction_id = a.id and x.state in ('OPEN', 'LAST_CALL')),
                    (select x.id from lot x where x.auction_id = a.id and x.round = a.round and x.closed_at is not null
                        order by x.position desc limit 1),
                    (select x.id from lot x where x.auction_id = a.id and x.round = a.round order by x.position limit 1))
                from auction a where a.id in (:ids))""";

    /**
     * Of each item the lot that has not ended, else the one that was closed last. Ids do not tell: nodes draw them ahead, so that a later round
     * on another node may have smaller ones.
     */
    private static final String OF_ITEMS = LOTS + """
            where lot.id in (
                select (select x.id from lot x where x.item_id = i.id
                    order by x.closed_at is null desc, x.closed_at desc, x.id desc limit 1)
                from item i where i.id in (:ids))""";

    /** By the index on accepted bids. */
    static final String BIDS = """
            select account_id, amount, decided_at from bid_decision
            where lot_id = :lot and outcome = 'ACCEPTED' order by seq desc
            limit :size offset :offset""";

    private final JdbcClient database;
    private final InstantSource clock;

    ShowcaseStore(JdbcClient database, InstantSource clock) {
        this.database = database;
        this.clock = clock;
    }

    /** The lots under the hammer, those first that close first. */
    List<OfferedLot> open(int most) {
        return database.sql(LOTS + """
                        where auction.state = 'RUNNING' and lot.state in ('OPEN', 'LAST_CALL')
                        order by lot.closes_at, lot.id limit :most""")
                .param("most", most)
                .query((row, _) -> OfferedLot.of(row, clock.instant()))
                .list();
    }

    List<OfferedLot> ofAuctions(List<Long> ids) {
        return lots(OF_AUCTIONS, ids);
    }

    /** Of each item the lot it was offered in last. */
    List<OfferedLot> ofItems(List<Long> ids) {
        return lots(OF_ITEMS, ids);
    }

    List<OfferedLot> lots(List<Long> ids) {
        return lots(LOTS + "where lot.id in (:ids)", ids);
    }

    private List<OfferedLot> lots(String statement, List<Long> ids) {
        return database.sql(statement + " order by lot.id")
                .param("ids", ids)
                .query((row, _) -> OfferedLot.of(row, clock.instant()))
                .list();
    }

    /** Accepted bids, the last one first; empty when there is no such lot. */
    Optional<Page<LotBid>> bids(long lotId, PageRequest request) {
        Optional<Integer> count = database.sql("select bid_count from lot where id = :lot")
                .param("lot", lotId)
                .query(Integer.class)
                .optional();
        return count.map(total -> Page.of(
                database.sql(BIDS)
                        .param("lot", lotId)
                        .param("size", request.size())
                        .param("offset", request.offset())
                        .query((row, _) -> new LotBid(
                                row.getLong("account_id"),
                                row.getBigDecimal("amount"),
                                row.getObject("decided_at", OffsetDateTime.class)
                                        .toInstant()))
                        .list(),
                request,
                total));
    }
}
