package gavel.auction.showcase;

import gavel.auction.image.ImageIds;
import gavel.auction.image.ImageSize;
import gavel.auction.relational.Columns;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A lot with what a card shows of it: its picture, its auction and how it stands.
 *
 * @param auctionState as of the auction itself
 * @param thumbnail path of the first picture; null without one
 * @param preview the same picture in a larger box
 * @param price the last accepted bid; null before the first
 * @param leaderId account of the last accepted bid; null before the first
 * @param closesInMillis until the present phase ends; null unless the lot is under the hammer
 * @param closedAt when the hammer fell; null before
 */
record OfferedLot(
        long lotId,
        long auctionId,
        String auction,
        String category,
        String auctionState,
        Instant startsAt,
        long itemId,
        String title,
        @Nullable String thumbnail,
        @Nullable String preview,
        int position,
        int lotCount,
        String phase,
        BigDecimal startingPrice,
        @Nullable BigDecimal price,
        @Nullable Long leaderId,
        int bidCount,
        @Nullable Long closesInMillis,
        @Nullable Instant closedAt) {

    static final String COLUMNS = """
            lot.id, lot.auction_id, auction.name, auction.category, auction.state as auction_state, auction.starts_at,
            auction.lot_count, lot.item_id, item.title, item.thumbnail_id, lot.position, lot.state, lot.starting_price, lot.price,
            lot.leader_id, lot.bid_count, lot.closes_at, lot.closed_at""";

    static OfferedLot of(ResultSet row, Instant now) throws SQLException {
        String picture = row.getString("thumbnail_id");
        String phase = row.getString("state");
        boolean open = phase.equals("OPEN") || phase.equals("LAST_CALL");
        return new OfferedLot(
                row.getLong("id"),
                row.getLong("auction_id"),
                row.getString("name"),
                row.getString("category"),
                row.getString("auction_state"),
                Columns.instant(row, "starts_at"),
                row.getLong("item_id"),
                row.getString("title"),
                ImageIds.link(picture, ImageSize.THUMBNAIL),
                ImageIds.link(picture, ImageSize.PREVIEW),
                row.getInt("position"),
                row.getInt("lot_count"),
                phase,
                row.getBigDecimal("starting_price"),
                row.getBigDecimal("price"),
                row.getObject("leader_id", Long.class),
                row.getInt("bid_count"),
                open ? left(now, Columns.instant(row, "closes_at")) : null,
                Columns.instant(row, "closed_at"));
    }

    /** The same lot for an answer that is sent so much later. */
    OfferedLot after(Duration elapsed) {
        return closesInMillis == null
                ? this
                : new OfferedLot(
                        lotId,
                        auctionId,
                        auction,
                        category,
                        auctionState,
                        startsAt,
                        itemId,
                        title,
                        thumbnail,
                        preview,
                        position,
                        lotCount,
                        phase,
                        startingPrice,
                        price,
                        leaderId,
                        bidCount,
                        Math.max(0, closesInMillis - elapsed.toMillis()),
                        closedAt);
    }

    /** What the next bid must be about: the price, or where it starts. */
    BigDecimal asks() {
        return price == null ? startingPrice : price;
    }

    private static @Nullable Long left(Instant now, @Nullable Instant closesAt) {
        return closesAt == null
                ? null
                : Math.max(0, Duration.between(now, closesAt).toMillis());
    }
}
