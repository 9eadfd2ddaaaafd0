package gavel.auction.audit;

import gavel.auction.bid.BidIds;
import gavel.auction.dataset.LoadedSet;
import gavel.auction.dataset.stores.Stores;
import gavel.auction.history.BidHistories;
import gavel.auction.history.PastBid;
import gavel.auction.history.Visit;
import gavel.auction.history.VisitHistories;
import gavel.auction.image.ImageDocuments;
import gavel.auction.image.ImageInfo;
import gavel.auction.image.ImageSize;
import gavel.auction.image.ImageStore.Picture;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.EnumSet;
import java.util.List;

/**
 * What people and engine do to a loaded set in a run, written as the application writes it: an account registers, people attend and leave,
 * bids are refused, an item with a picture is added, auctions are passed, cancelled and offered again.
 */
final class UsedSet {
    static final byte[] SECRET = "a secret of all nodes together..".getBytes(StandardCharsets.US_ASCII);
    static final Instant CAME = LoadedSet.LOADED.plus(20, ChronoUnit.MINUTES);
    private static final String HASH = "$2a$04$" + "x".repeat(53);

    private final LoadedSet set;

    UsedSet(LoadedSet set) {
        this.set = set;
    }

    void use() throws Exception {
        set.sql(
                "insert into account (id, email, password_hash, first_name, last_name, created_at) values (500, 'new@gavel.example', '"
                        + HASH + "', 'A', 'B', " + at(0) + ")",
                "insert into credit (account_id, credit_limit) values (500, 1000)",
                "update account set first_name = 'Renamed', version = 1 where id = 20",
                "insert into session (token_hash, account_id, created_at, expires_at) select cast('" + "x".repeat(32)
                        + "' as " + (mariaDb() ? "binary" : "bytea") + "), 500, " + at(0) + ", " + at(3600));
        attend();
        offer();
        bid(
                "select l.*, a.revision from lot l join auction a on a.id = l.auction_id where l.auction_id <= 4 and l.bid_count > 0"
                        + " order by l.id limit 1");
        addPicture();
    }

    private boolean mariaDb() {
        return "mariadb".equals(System.getProperty("gavel.test.relational"));
    }

    /** So many seconds after {@link #CAME}. */
    private static String at(int seconds) {
        return "timestamp '"
                + CAME.plusSeconds(seconds).toString().replace("T", " ").replace("Z", "") + "'";
    }

    /** Account 3 attends, 4 has left, 5 has come and 6 has left but that is still on its way to the history. */
    private void attend() throws Exception {
        set.sql(
                "insert into attendance (account_id, auction_id, joined_at) values (3, 1, " + at(0) + "), (5, 2, "
                        + at(1) + ")",
                "insert into attendance_event (account_id, auction_id, joined_at) values (5, 2, " + at(1) + ")",
                "insert into attendance_event (account_id, auction_id, joined_at, left_at) values (6, 2, " + at(1)
                        + ", " + at(2) + ")");
        try (Stores stores = set.stores()) {
            new VisitHistories(stores.documents())
                    .write(List.of(
                            new Visit(3, 1, CAME, null),
                            new Visit(4, 1, CAME, CAME.plusSeconds(9)),
                            new Visit(6, 2, CAME.plusSeconds(1), null)));
        }
    }

    /** Auctions of account 500: 700 was cancelled, 701 passed its lot, 702 is in its second round, 703 is to come. */
    private void offer() throws Exception {
        String item =
                "insert into item (id, seller_id, title, \"condition\", category, starting_price, state, version) values (";
        String auction =
                "insert into auction (id, name, category, owner_id, starts_at, state, recurring, round, revision, changed_at,"
                        + " lot_count) values (";
        String lot =
                "insert into lot (id, auction_id, item_id, position, round, starting_price, state, opened_at, closes_at, closed_at)"
                        + " values (";
        String described = ", 500, 'Clock', 'good', 'Textiles', 5, ";
        String named = ", 'Auction', 'Textiles', 500, " + at(0) + ", ";
        set.sql(
                item + "700" + described + "'DRAFT', 2)",
                item + "701" + described + "'DRAFT', 2)",
                item + "702" + described + "'CONSIGNED', 1)",
                item + "703" + described + "'CONSIGNED', 1)",
                item + "704" + described + "'WITHDRAWN', 1)",
                auction + "700" + named + "'CANCELLED', false, 1, 3, " + at(20) + ", 1)",
                auction + "701" + named + "'COMPLETE', false, 1, 4, " + at(60) + ", 1)",
                auction + "702" + named + "'RUNNING', true, 2, 4, " + at(60) + ", 1)",
                auction + "703" + named + "'SCHEDULED', false, 1, 0, null, 1)",
                lot + "700, 700, 700, 1, 1, 5, 'PASSED', " + at(0) + ", " + at(30) + ", " + at(20) + ")",
                lot + "701, 701, 701, 1, 1, 5, 'PASSED', " + at(0) + ", " + at(60) + ", " + at(60) + ")",
                lot + "702, 702, 702, 1, 1, 5, 'PASSED', " + at(0) + ", " + at(60) + ", " + at(60) + ")",
                lot + "703, 702, 702, 1, 2, 5, 'OPEN', " + at(60) + ", " + at(90) + ", null)",
                lot + "704, 703, 703, 1, 1, 5, 'QUEUED', null, null, null)");
    }

    /** One bid of each kind that is not accepted, on the lot found and on one that was sold. */
    private void bid(String lotQuery) throws Exception {
        set.sql("insert into shared_secret (name, value) values ('" + BidIds.SECRET + "', "
                + (mariaDb() ? "'" : "cast('") + new String(SECRET, StandardCharsets.US_ASCII)
                + (mariaDb() ? "'" : "' as bytea)") + ")");
        try (Stores stores = set.stores();
                Connection connection = stores.connection();
                ResultSet lot = connection.createStatement().executeQuery(lotQuery)) {
            lot.next();
            BigDecimal price = lot.getBigDecimal("price");
            BigDecimal minimum = price.add(
                    price.movePointLeft(2).setScale(2, RoundingMode.CEILING).max(new BigDecimal("1.00")));
            long auction = lot.getLong("auction_id");
            long leader = lot.getLong("leader_id");
            long revision = lot.getLong("revision");
            long id = lot.getLong("id");
            decide(stores, new Refused("outbid", 3, auction, id, price, "OUTBID", price, minimum, revision));
            decide(
                    stores,
                    new Refused("leading", leader, auction, id, minimum, "ALREADY_LEADING", price, minimum, revision));
            decide(
                    stores,
                    new Refused(
                            "poor",
                            500,
                            auction,
                            id,
                            minimum.add(BigDecimal.valueOf(1_000)),
                            "INSUFFICIENT_CREDIT",
                            price,
                            minimum,
                            revision));
        }
        try (Stores stores = set.stores();
                Connection connection = stores.connection();
                ResultSet lot = connection
                        .createStatement()
                        .executeQuery(
                                "select l.price, a.revision from lot l join auction a on a.id = l.auction_id where l.id = 81")) {
            lot.next();
            BigDecimal price = lot.getBigDecimal(1);
            decide(stores, new Refused("late", 3, 5, 81, price, "LOT_CLOSED", price, null, lot.getLong(2)));
        }
    }

    private record Refused(
            String key,
            long account,
            long auction,
            long lot,
            BigDecimal amount,
            String outcome,
            BigDecimal price,
            BigDecimal minimum,
            long revision) {}

    private void decide(Stores stores, Refused refused) throws Exception {
        String bid = new BidIds(SECRET).of(refused.account, refused.key);
        OffsetDateTime now = CAME.atOffset(ZoneOffset.UTC);
        try (Connection connection = stores.connection();
                var insert = connection.prepareStatement(
                        "insert into bid_decision (bid_id, \"partition\", seq, auction_id, lot_id, account_id, idempotency_key,"
                                + " amount, outcome, price, minimum_bid, revision, placed_at, decided_at)"
                                + " select ?, \"partition\", next_seq, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?"
                                + " from partition_lease where \"partition\" = ?")) {
            insert.setString(1, bid);
            insert.setLong(2, refused.auction);
            insert.setLong(3, refused.lot);
            insert.setLong(4, refused.account);
            insert.setString(5, refused.key);
            insert.setBigDecimal(6, refused.amount);
            insert.setString(7, refused.outcome);
            insert.setBigDecimal(8, refused.price);
            insert.setBigDecimal(9, refused.minimum);
            insert.setLong(10, refused.revision);
            insert.setObject(11, now.minus(5, ChronoUnit.MILLIS));
            insert.setObject(12, now);
            insert.setLong(13, refused.auction);
            insert.executeUpdate();
        }
        set.sql(
                "update partition_lease set next_seq = next_seq + 1, history_cursor = history_cursor + 1 where \"partition\" = "
                        + refused.auction);
        PastBid past = new PastBid(
                bid,
                refused.account,
                refused.auction,
                refused.lot,
                refused.amount,
                refused.outcome,
                CAME.minus(5, ChronoUnit.MILLIS),
                CAME);
        new BidHistories(stores.documents()).write(List.of(past));
    }

    private void addPicture() throws Exception {
        String id = "700-1-abc";
        try (Stores stores = set.stores()) {
            for (ImageSize size : ImageSize.values()) {
                stores.images().write(List.of(new Picture(id, size, new byte[] {1})));
            }
            ImageInfo info = new ImageInfo(id, 1, "image/png", 1, 1, EnumSet.allOf(ImageSize.class));
            stores.documents()
                    .getCollection(ImageDocuments.METADATA)
                    .insertOne(ImageDocuments.metadata(700, List.of(info)));
        }
        set.sql("update item set image_count = 1, thumbnail_id = '" + id + "' where id = 700");
    }
}
