package gavel.auction.audit;

import gavel.auction.relational.Dialect;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.postgresql.PGConnection;

/**
 * Every bid that was answered to a client is decided, with the same content. The answers come from the workload drivers as CSV with the
 * header {@value #HEADER}; they go into a temporary table and are joined there.
 */
final class AnsweredBids implements Invariant {
    static final String HEADER = "bidId,auctionId,lotId,accountId,amount,outcome,revision";

    private static final int COLUMNS = 7;
    private static final int ROWS = 1_000;

    private static final SqlInvariant JOINED = new SqlInvariant(
            "answered-bids",
            "every bid answered to a client is decided for the same account, lot and amount, with the same outcome and revision",
            "select count(*) from answered",
            """
            select 'bid ' || a."bidId" || ': answered ' || a.outcome || ' for ' || a.amount || ' on lot ' || a."lotId"
                   || ' at revision ' || a.revision || ', '
                   || coalesce('decided ' || d.outcome || ' for ' || d.amount || ' on lot ' || d.lot_id
                   || ' at revision ' || d.revision, 'never decided')
              from answered a left join bid_decision d on d.bid_id = a."bidId"
             where not coalesce(d.outcome = a.outcome and d.amount = a.amount and d.lot_id = a."lotId"
                   and d.auction_id = a."auctionId" and d.account_id = a."accountId" and d.revision = a.revision, false)""");

    private final List<Path> files;
    private final Dialect dialect;

    AnsweredBids(List<Path> files, Dialect dialect) {
        this.files = List.copyOf(files);
        this.dialect = dialect;
    }

    @Override
    public InvariantResult check(Connection snapshot) throws SQLException {
        try (Statement statement = snapshot.createStatement()) {
            statement.execute("create temporary table answered (\"bidId\" varchar(200), \"auctionId\" bigint,"
                    + " \"lotId\" bigint, \"accountId\" bigint, amount numeric(12, 2),"
                    + " outcome varchar(40), revision bigint)"
                    + dialect.sql("", " default character set utf8mb4 collate utf8mb4_nopad_bin"));
            for (Path file : files) {
                copy(snapshot, file);
            }
            InvariantResult result = JOINED.check(snapshot);
            statement.execute(dialect.sql("drop table answered", "drop temporary table answered"));
            return result;
        }
    }

    private void copy(Connection snapshot, Path file) throws SQLException {
        try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            if (dialect == Dialect.MARIADB) {
                insert(snapshot, reader);
            } else {
                snapshot.unwrap(PGConnection.class)
                        .getCopyAPI()
                        .copyIn("copy answered from stdin (format csv, header match)", reader);
            }
        } catch (IOException e) {
            throw new SQLException("answered bids could not be read: " + file, e);
        }
    }

    /** The drivers' values need no quotes. */
    private static void insert(Connection snapshot, BufferedReader reader) throws SQLException, IOException {
        reader.readLine();
        try (PreparedStatement insert =
                snapshot.prepareStatement("insert into answered values (?, ?, ?, ?, ?, ?, ?)")) {
            int rows = 0;
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                String[] values = line.split(",", -1);
                if (values.length != COLUMNS) {
                    throw new IOException("not " + COLUMNS + " values: " + line);
                }
                for (int column = 0; column < COLUMNS; column++) {
                    insert.setString(column + 1, values[column].isEmpty() ? null : values[column]);
                }
                insert.addBatch();
                if (++rows % ROWS == 0) {
                    insert.executeBatch();
                }
            }
            if (rows % ROWS != 0) {
                insert.executeBatch();
            }
        }
    }

    /** What is wrong with a file's first line; null when nothing is. */
    static String problemOf(Path file) throws IOException {
        try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            String header = reader.readLine();
            return HEADER.equals(header) ? null : "--answered must begin with the line " + HEADER + ": " + file;
        }
    }
}
