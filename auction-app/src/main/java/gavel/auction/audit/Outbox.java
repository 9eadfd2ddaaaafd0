package gavel.auction.audit;

import gavel.auction.dataset.stores.Stores;
import gavel.auction.relational.Dialect;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
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
     * Waits until every decision is in the history, or the time is up.
     *
     * @return age of the oldest decision that was not yet there at the first look
     */
    Duration await(Duration longest) throws SQLException, InterruptedException {
        long deadline = nanos.getAsLong() + longest.toNanos();
        Lag first = look();
        Lag lag = first;
        while (lag.decisions > 0 && nanos.getAsLong() < deadline) {
            TimeUnit.MILLISECONDS.sleep(BETWEEN_LOOKS.toMillis());
            lag = look();
        }
        return Duration.ofMillis(first.millis);
    }

    private record Lag(long decisions, long millis) {}

    private Lag look() throws SQLException {
        Dialect dialect = stores.dialect();
        String age = dialect.millisBetween("min(d.decided_at)", dialect.clock());
        try (Connection connection = stores.connection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("""
                        select count(d.bid_id), coalesce(%s, 0)
                          from partition_lease l join bid_decision d on d."partition" = l."partition" and d.seq > l.history_cursor""".formatted(age))) {
            row.next();
            return new Lag(row.getLong(1), row.getLong(2));
        }
    }
}
