package gavel.auction.partition.relational;

import gavel.auction.engine.AuctionPhase;
import gavel.auction.engine.AuctionState;
import gavel.auction.engine.BidOutcome;
import gavel.auction.engine.Credit;
import gavel.auction.engine.Decision;
import gavel.auction.engine.LotPhase;
import gavel.auction.engine.LotState;
import gavel.auction.relational.Columns;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/** Rows as the engine's records. */
final class AuctionRows {
    static final String AUCTION =
            "a.id, a.state, a.recurring, a.round, a.revision, a.version, a.starts_at, a.changed_at";
    static final String LOT = "l.auction_id, l.id, l.item_id, i.title, l.round, l.position, l.starting_price, l.price,"
            + " l.leader_id, l.last_bid_id, l.bid_count, l.state, l.opened_at, l.closes_at, l.closed_at";
    static final String DECISION = "bid_id, auction_id, lot_id, account_id, idempotency_key, amount, outcome, price,"
            + " minimum_bid, revision, placed_at, decided_at";

    private AuctionRows() {}

    static AuctionState auction(ResultSet row, List<LotState> lots) throws SQLException {
        return new AuctionState(
                row.getLong("id"),
                AuctionPhase.valueOf(row.getString("state")),
                row.getBoolean("recurring"),
                row.getInt("round"),
                row.getLong("revision"),
                row.getInt("version"),
                Columns.instant(row, "starts_at"),
                Columns.instant(row, "changed_at"),
                lots);
    }

    static LotState lot(ResultSet row) throws SQLException {
        long leader = row.getLong("leader_id");
        boolean led = !row.wasNull();
        return new LotState(
                row.getLong("id"),
                row.getLong("item_id"),
                row.getString("title"),
                row.getInt("round"),
                row.getInt("position"),
                row.getBigDecimal("starting_price"),
                row.getBigDecimal("price"),
                led ? leader : null,
                row.getString("last_bid_id"),
                row.getInt("bid_count"),
                LotPhase.valueOf(row.getString("state")),
                Columns.instant(row, "opened_at"),
                Columns.instant(row, "closes_at"),
                Columns.instant(row, "closed_at"));
    }

    static Decision decision(ResultSet row) throws SQLException {
        return new Decision(
                row.getString("bid_id"),
                row.getLong("auction_id"),
                row.getLong("lot_id"),
                row.getLong("account_id"),
                row.getString("idempotency_key"),
                row.getBigDecimal("amount"),
                BidOutcome.valueOf(row.getString("outcome")),
                row.getBigDecimal("price"),
                row.getBigDecimal("minimum_bid"),
                row.getLong("revision"),
                Columns.instant(row, "placed_at"),
                Columns.instant(row, "decided_at"));
    }

    static Credit credit(ResultSet row) throws SQLException {
        return new Credit(row.getBigDecimal("credit_limit"), row.getBigDecimal("held"), row.getBigDecimal("spent"));
    }
}
