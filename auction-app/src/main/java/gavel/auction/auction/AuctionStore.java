package gavel.auction.auction;

import gavel.auction.page.Page;
import gavel.auction.page.PageRequest;
import gavel.auction.relational.Dialect;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Reads auctions and their lots; each answer is one statement, so all of it is of one revision. */
@Component
final class AuctionStore {
    /** Lists count, and reach, no further than this. */
    static final int REACH = 1_000;

    private final JdbcClient database;
    private final Dialect dialect;

    AuctionStore(JdbcClient database, Dialect dialect) {
        this.database = database;
        this.dialect = dialect;
    }

    /**
     * Lots and the revision of their auction.
     *
     * @param lot null when none is open
     * @param previous the last that was closed; null when none was
     */
    record OpenLot(long revision, Lot lot, Lot previous) {}

    Optional<Auction> find(long id) {
        return database.sql("select " + Auction.COLUMNS + " from auction where id = ?")
                .param(id)
                .query((row, _) -> Auction.of(row))
                .optional();
    }

    Page<Auction> search(AuctionSearch search, PageRequest request) {
        return page(search.sql(dialect), search.params(dialect), search.order(), request);
    }

    /** The auctions of one owner, newest first. */
    Page<Auction> ofOwner(long ownerId, PageRequest request) {
        String hits =
                "select " + Auction.COLUMNS + " from auction where owner_id = :owner order by id desc limit :reach";
        return page(hits, Map.of("owner", ownerId), "id desc", request);
    }

    private Page<Auction> page(String hits, Map<String, Object> params, String order, PageRequest request) {
        long[] total = {0};
        List<Auction> auctions = new ArrayList<>();
        database.sql("with hits" + dialect.once() + "(" + hits + """
                        ) select * from (select count(*) as total from hits) as counted
                        left join (select * from hits order by\s""" + order
                        + " limit :size offset :offset) as page on true order by " + order)
                .params(params)
                .param("reach", REACH)
                .param("size", request.size())
                .param("offset", request.offset())
                .query(row -> {
                    total[0] = row.getLong("total");
                    if (row.getLong("id") != 0) {
                        auctions.add(Auction.of(row));
                    }
                });
        return Page.of(auctions, request, total[0]);
    }

    Optional<LotPage> lots(long auctionId, PageRequest request) {
        List<Lot> lots = new ArrayList<>();
        long[] revision = {-1};
        int[] total = {0};
        database.sql("""
                        select auction.revision, page.*, (
                            select count(*) from lot where lot.auction_id = auction.id and lot.round = auction.round) as total
                        from auction left join (
                            select\s""" + Lot.COLUMNS + " " + """
                            from lot join item on item.id = lot.item_id
                            where lot.auction_id = :auction
                                and lot.round = (select round from auction where id = :auction)
                            order by lot.position limit :size offset :offset) as page on true
                        where auction.id = :auction
                        order by page.position""")
                .param("auction", auctionId)
                .param("size", request.size())
                .param("offset", request.offset())
                .query(row -> {
                    revision[0] = row.getLong("revision");
                    total[0] = row.getInt("total");
                    addLot(lots, row);
                });
        return revision[0] < 0
                ? Optional.empty()
                : Optional.of(new LotPage(lots, request.page(), request.size(), total[0], revision[0]));
    }

    /** The open lot and the last closed one: two at most, each found by an index. */
    Optional<OpenLot> openLot(long auctionId) {
        List<Lot> lots = new ArrayList<>();
        long[] revision = {-1};
        String select = "(select " + Lot.COLUMNS + " " + """
                from lot join item on item.id = lot.item_id
                where lot.auction_id = :auction and lot.state in\s""";
        database.sql("select auction.revision, found.* from auction left join (" + select + "('OPEN', 'LAST_CALL'))"
                        + " union all " + select
                        + "('SOLD', 'PASSED') order by lot.round desc, lot.position desc limit 1)"
                        + ") as found on true where auction.id = :auction")
                .param("auction", auctionId)
                .query(row -> {
                    revision[0] = row.getLong("revision");
                    addLot(lots, row);
                });
        return revision[0] < 0
                ? Optional.empty()
                : Optional.of(new OpenLot(revision[0], lotThat(lots, false), lotThat(lots, true)));
    }

    private static Lot lotThat(List<Lot> lots, boolean ended) {
        return lots.stream().filter(lot -> lot.hasEnded() == ended).findFirst().orElse(null);
    }

    private static void addLot(List<Lot> lots, ResultSet row) throws SQLException {
        if (row.getLong("id") != 0) {
            lots.add(Lot.of(row));
        }
    }
}
