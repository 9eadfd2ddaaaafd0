package gavel.auction.audit;

import gavel.auction.dataset.stores.Stores;
import gavel.auction.relational.Dialect;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** The way of decisions from the relational store to the history, which takes a while. */
final class Outbox {
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

    private final Stores stores;
    private final LongSupplier nanos;

    Outbox(Stores stores, LongSupplier nanos) {
        this.stores = stores;
        this.nanos = nanos;
    }

    /**
     * What was on its way.
     *
     * @param millis age of the oldest decision that was not in the history at the first look
     * @param left decisions beyond what was brought to the history in the end, where no application server is there to do it
     */
    record Waited(long millis, long left) {}

    /** Waits until every decision is in the history, the time is up, or no application server is left that would bring it there. */
    Waited await(Duration longest) throws SQLException, InterruptedException {
        long deadline = nanos.getAsLong() + longest.toNanos();
        Lag first = look();
        Lag lag = first;
        while (lag.decisions > 0 && lag.servers > 0 && nanos.getAsLong() < deadline) {
            TimeUnit.MILLISECONDS.sleep(BETWEEN_LOOKS.toMillis());
            lag = look();
        }
        return new Waited(first.millis, lag.servers > 0 ? 0 : lag.decisions);
    }

    private record Lag(long decisions, long millis, long servers) {}

    private Lag look() throws SQLException {
        Dialect dialect = stores.dialect();
        String age = dialect.millisBetween("min(d.decided_at)", dialect.clock());
        try (Connection connection = stores.connection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("""
                        select count(d.bid_id), coalesce(%s, 0), (%s)
                          from partition_lease l join bid_decision d on d."partition" = l."partition" and d.seq > l.history_cursor""".formatted(age, servers(dialect)))) {
            row.next();
            return new Lag(row.getLong(1), row.getLong(2), row.getLong(3));
        }
    }

    /** The query for how many application servers there are. */
    private static String servers(Dialect dialect) {
        return "select count(*) from node_lease where expires_at > " + dialect.clock();
    }

    /**
     * Bids whose decisions nobody is left to bring to the history, by their ids. They are not lost: the next application server does it. None
     * where one is there.
     */
    static Set<String> left(Connection snapshot, Dialect dialect) throws SQLException {
        Set<String> left = new HashSet<>();
        try (Statement statement = snapshot.createStatement();
                ResultSet rows = statement.executeQuery("""
                        select d.bid_id
                          from partition_lease l join bid_decision d on d."partition" = l."partition" and d.seq > l.history_cursor
                         where 0 = (%s)""".formatted(servers(dialect)))) {
            while (rows.next()) {
                left.add(rows.getString(1));
            }
        }
        return left;
    }
}
