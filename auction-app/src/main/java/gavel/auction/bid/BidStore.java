package gavel.auction.bid;

import gavel.auction.broker.DecisionMessage;
import gavel.auction.relational.Dialect;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** What a bid needs to know before it is sent, and what was decided. All look-ups are by primary key, and never cached. */
@Repository
class BidStore {
    private static final String SITUATION = """
            select i.seller_id, t.account_id is not null as attending,
                   d.bid_id, d.auction_id, d.lot_id, d.amount, d.outcome, d.price, d.minimum_bid, d.revision
            from auction a
            left join lot l on l.id = :lot and l.auction_id = a.id
            left join item i on i.id = l.item_id
            left join attendance t on t.account_id = :account and t.auction_id = a.id
            left join bid_decision d on d.bid_id = :bid
            where a.id = :auction""";

    private static final String DECISION =
            "select bid_id, auction_id, lot_id, amount, outcome, price, minimum_bid, revision from bid_decision where ";

    private final JdbcClient sql;
    private final Dialect dialect;

    BidStore(JdbcClient sql, Dialect dialect) {
        this.sql = sql;
        this.dialect = dialect;
    }

    /**
     * @param sellerId null when the auction has no such lot
     * @param decided what was decided about an earlier bid with the same key; null when there was none
     */
    record Situation(Long sellerId, boolean attending, DecisionMessage decided) {}

    /** Empty when there is no such auction. */
    Optional<Situation> situation(long auctionId, long lotId, long accountId, String bidId) {
        return sql.sql(SITUATION)
                .param("auction", auctionId)
                .param("lot", lotId)
                .param("account", accountId)
                .param("bid", bidId)
                .query((row, n) -> new Situation(
                        row.getObject("seller_id", Long.class),
                        row.getBoolean("attending"),
                        row.getString("bid_id") == null ? null : decision(row)))
                .optional();
    }

    Optional<DecisionMessage> find(String bidId, long accountId) {
        return sql.sql(DECISION + "bid_id = ? and account_id = ?")
                .params(bidId, accountId)
                .query((row, n) -> decision(row))
                .optional();
    }

    List<DecisionMessage> find(Collection<String> bidIds) {
        return sql.sql(DECISION + dialect.among("bid_id", "?"))
                .param(dialect.listed(bidIds))
                .query((row, n) -> decision(row))
                .list();
    }

    private static DecisionMessage decision(ResultSet row) throws SQLException {
        return new DecisionMessage(
                row.getString("bid_id"),
                row.getLong("auction_id"),
                row.getLong("lot_id"),
                row.getBigDecimal("amount"),
                row.getString("outcome"),
                row.getBigDecimal("price"),
                row.getBigDecimal("minimum_bid"),
                row.getLong("revision"));
    }
}
