package gavel.auction.dataset;

import gavel.auction.dataset.stores.DataSetRecord;
import gavel.auction.dataset.stores.Progress;
import gavel.auction.dataset.stores.Stores;
import gavel.auction.history.HistoryDocuments;
import gavel.auction.image.ImageDocuments;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Counts the rows and documents of a set. */
final class Verification {
    private static final Map<String, String> QUERIES = queries();

    private final Stores stores;
    private final DataSetRecord record;

    Verification(Stores stores, DataSetRecord record) {
        this.stores = stores;
        this.record = record;
    }

    /** One kind of thing. */
    record Count(String what, long expected, long actual) {
        boolean exact() {
            return expected == actual;
        }

        String line() {
            return "%-26s %,12d %s".formatted(what, actual, exact() ? "" : "  WRONG, expected %,d".formatted(expected));
        }
    }

    /**
     * Says what does not count as recorded.
     *
     * @return whether all of it does
     */
    static boolean exact(List<Count> counts, Progress progress) {
        List<Count> wrong = counts.stream().filter(count -> !count.exact()).toList();
        wrong.forEach(count -> progress.say(count.line()));
        return wrong.isEmpty();
    }

    private static Map<String, String> queries() {
        Map<String, String> queries = new LinkedHashMap<>();
        for (String table : List.of(
                "account",
                "credit",
                "auction",
                "item",
                "lot",
                "bid_decision",
                "session",
                "attendance",
                "attendance_event")) {
            queries.put(table, "select count(*) from " + table);
        }
        queries.put("credit with a hold", "select count(*) from credit where held > 0");
        for (String state : List.of("RUNNING", "COMPLETE", "SCHEDULED")) {
            queries.put("auction " + state, "select count(*) from auction where state = '" + state + "'");
        }
        queries.put("image", "select sum(image_count) from item");
        queries.put("lot OPEN or LAST_CALL", "select count(*) from lot where state in ('OPEN', 'LAST_CALL')");
        queries.put("lot SOLD", "select count(*) from lot where state = 'SOLD'");
        return queries;
    }

    List<Count> counts() throws SQLException {
        List<Count> counts = new ArrayList<>();
        try (Connection connection = stores.connection();
                Statement statement = connection.createStatement()) {
            for (var query : QUERIES.entrySet()) {
                try (ResultSet row = statement.executeQuery(query.getValue())) {
                    row.next();
                    counts.add(count(query.getKey(), row.getLong(1)));
                }
            }
        }
        for (String collection : List.of(HistoryDocuments.BIDS, HistoryDocuments.ATTENDANCE, ImageDocuments.METADATA)) {
            counts.add(count(
                    collection, stores.documents().getCollection(collection).countDocuments()));
        }
        counts.add(count(ImageDocuments.BYTES, pictures()));
        return counts;
    }

    private long pictures() {
        if (stores.imagesAreDocuments()) {
            return stores.documents().getCollection(ImageDocuments.BYTES).countDocuments();
        }
        try {
            return stores.pictureFiles();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Count count(String what, long actual) {
        return new Count(what, record.expected().getOrDefault(what, 0L), actual);
    }
}
