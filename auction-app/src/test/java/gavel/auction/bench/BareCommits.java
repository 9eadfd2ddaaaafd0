package gavel.auction.bench;

import gavel.auction.relational.Dialect;
import gavel.auction.testing.EmbeddedServices.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.LongSupplier;
import javax.sql.DataSource;

/** What the database alone does: rows as those of decisions, with their indexes, so many in each commit, one commit after the other. */
final class BareCommits {
    private static final String TABLE = "create table if not exists bare_commit (like bid_decision including all)";
    private static final String TABLE_MARIADB = "create table if not exists bare_commit like bid_decision";
    private static final String INSERT = """
            insert into bare_commit
            select 'bare-' || (? + i), 1, ? + i, i, i, ? + i, 'key', 1.00, 'OUTBID', 1.00, 1.00, 1, now(), now()
              from generate_series(1, ?) i""";
    private static final String INSERT_MARIADB = """
            insert into bare_commit
            select 'bare-' || (? + i), 1, ? + i, i, i, ? + i, 'key', 1.00, 'OUTBID', 1.00, 1.00, 1, now(6), now(6)
              from (with recursive n(i) as (select 1 union all select i + 1 from n where i < ?) select i from n) n""";

    private final DataSource database;
    private final Dialect dialect;
    private final LongSupplier nanos;
    private long rows;

    BareCommits(TestDatabase database, LongSupplier nanos) {
        this.database = database.dataSource();
        this.dialect = database.dialect();
        this.nanos = nanos;
    }

    /** How many commits of this size were made in a second, and how long each took. */
    record Result(int rowsPerCommit, double perSecond, Latencies commits) {}

    Result run(int rowsPerCommit, Duration time) throws SQLException {
        Latencies commits = new Latencies();
        try (Connection connection = database.getConnection()) {
            connection.createStatement().execute(dialect.sql(TABLE, TABLE_MARIADB));
            try (PreparedStatement insert = connection.prepareStatement(dialect.sql(INSERT, INSERT_MARIADB))) {
                long began = nanos.getAsLong();
                long before = began;
                while (before - began < time.toNanos()) {
                    insert.setLong(1, rows);
                    insert.setLong(2, rows);
                    insert.setLong(3, rows);
                    insert.setInt(4, rowsPerCommit);
                    insert.executeUpdate();
                    rows += rowsPerCommit;
                    long now = nanos.getAsLong();
                    commits.record(now - before);
                    before = now;
                }
                return new Result(rowsPerCommit, commits.count() / ((before - began) / 1e9), commits);
            }
        }
    }
}
