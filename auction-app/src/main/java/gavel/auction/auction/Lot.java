package gavel.auction.auction;

import gavel.auction.image.ImageIds;
import gavel.auction.image.ImageSize;
import gavel.auction.relational.Columns;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A lot of an auction's catalogue: the JSON body.
 *
 * @param thumbnail path of the first picture; null without one
 * @param price the last accepted bid; null before the first
 * @param leaderId account of the last accepted bid; null before the first
 * @param openedAt null while queued
 * @param closesAt deadline of the present phase; null while queued
 */
record Lot(
        long id,
        long auctionId,
        long itemId,
        int position,
        int round,
        String title,
        @Nullable String thumbnail,
        BigDecimal startingPrice,
        @Nullable BigDecimal price,
        String phase,
        @Nullable Long leaderId,
        int bidCount,
        @Nullable Instant openedAt,
        @Nullable Instant closesAt,
        @Nullable Instant closedAt) {

    /** Of table {@code lot} joined with {@code item}. */
    static final String COLUMNS = "lot.id, lot.auction_id, lot.item_id, lot.position, lot.round, item.title,"
            + " item.thumbnail_id, lot.starting_price, lot.price, lot.state, lot.leader_id, lot.bid_count, lot.opened_at,"
            + " lot.closes_at, lot.closed_at";

    /** Whether the hammer has fallen. */
    boolean hasEnded() {
        return phase.equals("SOLD") || phase.equals("PASSED");
    }

    static Lot of(ResultSet row) throws SQLException {
        long leader = row.getLong("leader_id");
        Long leaderId = row.wasNull() ? null : leader;
        return new Lot(
                row.getLong("id"),
                row.getLong("auction_id"),
                row.getLong("item_id"),
                row.getInt("position"),
                row.getInt("round"),
                row.getString("title"),
                ImageIds.link(row.getString("thumbnail_id"), ImageSize.THUMBNAIL),
                row.getBigDecimal("starting_price"),
                row.getBigDecimal("price"),
                row.getString("state"),
                leaderId,
                row.getInt("bid_count"),
                Columns.instant(row, "opened_at"),
                Columns.instant(row, "closes_at"),
                Columns.instant(row, "closed_at"));
    }
}
