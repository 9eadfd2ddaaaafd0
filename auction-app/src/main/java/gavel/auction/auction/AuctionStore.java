package gavel.auction.auction;

import gavel.auction.page.Page;
import gavel.auction.page.PageRequest;
import gavel.auction.relational.Dialect;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
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

    /** A lot and the revision of its auction. @param lot null when none is open */
    record OpenLot(long revision, Lot lot) {}

    Optional<Auction> find(long id) {
        return database.sql("select " + Auction.COLUMNS + " from auction where id = ?")
                .param(id)
                .query((row, _) -> Auction.of(row))
                .optional();
    }

    Page<Auction> search(AuctionSearch search, PageRequest request) {
        long[] total = {0};
        List<Auction> auctions = new ArrayList<>();
        String order = search.order();
        database.sql("with hits" + dialect.once() + "(" + search.sql(dialect) + """
                        ) select * from (select count(*) as total from hits) as counted
                        left join (select * from hits order by\s""" + order
                        + " limit :size offset :offset) as page on true order by " + order)
                .params(search.params(dialect))
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

    Optional<OpenLot> openLot(long auctionId) {
        return database.sql("select auction.revision, " + Lot.COLUMNS + " " + """
                        from auction
                        left join lot on lot.auction_id = auction.id and lot.state in ('OPEN', 'LAST_CALL')
                        left join item on item.id = lot.item_id
                        where auction.id = ?""")
                .param(auctionId)
                .query((row, _) -> {
                    List<Lot> open = new ArrayList<>();
                    addLot(open, row);
                    return new OpenLot(row.getLong("revision"), open.isEmpty() ? null : open.getFirst());
                })
                .optional();
    }

    private static void addLot(List<Lot> lots, ResultSet row) throws SQLException {
        if (row.getLong("id") != 0) {
            lots.add(Lot.of(row));
        }
    }
}
