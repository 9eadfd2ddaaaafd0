package gavel.auction.live;

import gavel.auction.broker.LiveView;
import gavel.auction.engine.BidRules;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** Builds views from the rows the engine committed, for when no news has come. One statement, so that the parts fit each other. */
@Repository
class LiveStore {
    private static final String VIEW = """
            select a.id, a.state, a.revision, a.changed_at,
                   l.id as lot_id, l.item_id, i.title, l.state as phase, l.starting_price, l.price, l.leader_id, l.last_bid_id,
                   l.bid_count, l.closes_at
            from auction a
            left join lot l on l.id = (
              select x.id from lot x
              where x.auction_id = a.id and x.round >= a.round - 1 and x.opened_at is not null
              order by x.closed_at is null desc, x.closed_at desc, x.id desc limit 1)
            left join item i on i.id = l.item_id
            where a.id = ?""";

    private final JdbcClient sql;

    LiveStore(JdbcClient sql) {
        this.sql = sql;
    }

    Optional<LiveView> find(long auctionId) {
        return sql.sql(VIEW).param(auctionId).query((row, n) -> view(row)).optional();
    }

    private static LiveView view(ResultSet row) throws SQLException {
        Timestamp changedAt = row.getTimestamp("changed_at");
        return new LiveView(
                row.getLong("id"),
                row.getString("state"),
                row.getLong("revision"),
                row.getObject("lot_id") == null ? null : lot(row),
                row.getString("last_bid_id"),
                changedAt == null ? null : changedAt.toInstant());
    }

    private static LiveView.LiveLot lot(ResultSet row) throws SQLException {
        BigDecimal startingPrice = row.getBigDecimal("starting_price");
        BigDecimal price = row.getBigDecimal("price");
        String phase = row.getString("phase");
        boolean open = phase.equals("OPEN") || phase.equals("LAST_CALL");
        return new LiveView.LiveLot(
                row.getLong("lot_id"),
                row.getLong("item_id"),
                row.getString("title"),
                phase,
                price == null ? startingPrice : price,
                BidRules.minimumBid(startingPrice, price),
                row.getObject("leader_id", Long.class),
                row.getInt("bid_count"),
                open ? row.getTimestamp("closes_at").toInstant() : null);
    }
}
