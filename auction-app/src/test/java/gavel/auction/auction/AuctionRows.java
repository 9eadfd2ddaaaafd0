package gavel.auction.auction;

import static gavel.auction.testing.ScriptedDatabase.row;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Map;

/** Rows of auctions and lots as a database would answer them. */
final class AuctionRows {
    static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");

    private AuctionRows() {}

    static Map<String, Object> auction(long id, long ownerId, String state) {
        return row(
                "id",
                id,
                "name",
                "Autumn sale",
                "category",
                "clocks",
                "owner_id",
                ownerId,
                "starts_at",
                NOON,
                "state",
                state,
                "recurring",
                false,
                "lot_count",
                2,
                "revision",
                17L,
                "version",
                3);
    }

    static Map<String, Object> openLot(long id, long auctionId) {
        return row(
                "revision",
                17L,
                "id",
                id,
                "auction_id",
                auctionId,
                "item_id",
                9L,
                "position",
                1,
                "round",
                1,
                "title",
                "Mantel clock",
                "thumbnail_id",
                "9-1",
                "starting_price",
                new BigDecimal("120.00"),
                "price",
                null,
                "state",
                "OPEN",
                "leader_id",
                null,
                "bid_count",
                0,
                "opened_at",
                NOON,
                "closes_at",
                NOON.plusSeconds(30),
                "closed_at",
                null,
                "total",
                2);
    }

    /** What an outer join answers when there is no lot. */
    static Map<String, Object> noLot(long revision) {
        Map<String, Object> row = openLot(0, 0);
        row.replaceAll((_, _) -> null);
        row.put("revision", revision);
        row.put("total", 0);
        return row;
    }
}
