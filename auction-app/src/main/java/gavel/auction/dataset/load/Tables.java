package gavel.auction.dataset.load;

import gavel.auction.broker.Topology;
import gavel.auction.dataset.plan.DataSetPlan;
import gavel.auction.dataset.stores.LoadProgress;
import gavel.auction.dataset.stores.Progress;
import gavel.auction.dataset.stores.Stores;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** Fills the tables of a set: several at once, each in one transaction with the record that it is done. */
public final class Tables {
    private final Stores stores;
    private final LoadProgress loaded;
    private final LoadedTable.Source source;
    private final Map<String, Long> expected;
    private final Progress progress;
    private final Map<String, Long> written = new ConcurrentHashMap<>();

    public Tables(Stores stores, DataSetPlan plan, String passwordHash, Map<String, Long> expected, Progress progress) {
        this.stores = stores;
        this.loaded = new LoadProgress(stores);
        this.source = new LoadedTable.Source(plan, passwordHash);
        this.expected = expected;
        this.progress = progress;
    }

    /** Goes on where an earlier call stopped. */
    public void fill(Workers workers) {
        var decisions = workers.start(() -> fill(LoadedTable.BID_DECISION));
        var accounts = workers.start(() -> fill(LoadedTable.ACCOUNT));
        var credits = workers.startAfter(accounts, () -> fill(LoadedTable.CREDIT));
        var auctions = workers.startAfter(accounts, () -> fill(LoadedTable.AUCTION));
        var items = workers.startAfter(accounts, () -> fill(LoadedTable.ITEM));
        var lots = workers.startAfter(Workers.all(auctions, items), () -> fill(LoadedTable.LOT));
        Workers.join(decisions, credits, lots);
    }

    /**
     * What the next bid, lot and so on must continue from; cheap, and done again after every interruption. The partitions have had no owner
     * since the lots were staggered, so that the first owner extends their deadlines by that time and no more.
     */
    public void settle() throws SQLException {
        long[] lastSeqs = source.plan().lastSeqs();
        Timestamp staggeredAt = Timestamp.from(source.plan().spec().staggeredAt());
        try (Connection connection = stores.connection()) {
            connection.setAutoCommit(false);
            try (PreparedStatement lease = connection.prepareStatement(
                            "update partition_lease set owner = null, instance = null, next_seq = ?, history_cursor = ?,"
                                    + " released_at = ? where \"partition\" = ?");
                    Statement all = connection.createStatement()) {
                for (int partition = 0; partition < Topology.PARTITIONS; partition++) {
                    lease.setLong(1, lastSeqs[partition] + 1);
                    lease.setLong(2, lastSeqs[partition]);
                    lease.setTimestamp(3, staggeredAt);
                    lease.setInt(4, partition);
                    lease.addBatch();
                }
                lease.executeBatch();
                for (String statement : stores.dialect().continued(List.of("account", "auction", "item"), "lot")) {
                    all.execute(statement);
                }
            }
            connection.commit();
        }
    }

    /** Statistics for the planner, and what the full-text indexes have pending. */
    public void analyse() throws SQLException {
        try (Connection connection = stores.connection();
                Statement statement = connection.createStatement()) {
            statement.execute(stores.dialect().analyse(names()));
        }
    }

    /** Empties every table of the set and what a run adds to it; forgets that they were filled. */
    public void empty() throws SQLException {
        try (Connection connection = stores.connection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            try (PreparedStatement forget = connection.prepareStatement("delete from load_progress where stage = ?")) {
                for (LoadedTable table : LoadedTable.values()) {
                    forget.setString(1, table.table());
                    forget.executeUpdate();
                }
            }
            statement.execute("delete from node_lease where expires_at <= "
                    + stores.dialect().clock());
            List<String> emptied =
                    new ArrayList<>(List.of("session", "attendance", "attendance_event", "upload", "watched"));
            emptied.addAll(names());
            for (String truncate : stores.dialect().emptied(emptied)) {
                statement.execute(truncate);
            }
            connection.commit();
        }
    }

    /** Rows written by this process. */
    public Map<String, Long> written() {
        return Map.copyOf(written);
    }

    private static List<String> names() {
        return Stream.of(LoadedTable.values()).map(LoadedTable::table).toList();
    }

    private void fill(LoadedTable table) throws SQLException {
        if (loaded.done(table.table()) > 0) {
            return;
        }
        Progress.Count count = progress.count(table.table(), expected.get(table.table()), 0);
        try (Connection connection = stores.connection()) {
            connection.setAutoCommit(false);
            long rows;
            try (TableRows sink = TableRows.into(connection, stores.dialect(), table)) {
                table.write(source, sink, () -> count.add(1));
                rows = sink.finish();
            }
            loaded.record(connection, table.table(), 1);
            connection.commit();
            written.put(table.table(), rows);
        }
    }
}
