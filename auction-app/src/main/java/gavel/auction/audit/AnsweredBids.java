package gavel.auction.audit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
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
             where (d.outcome, d.amount, d.lot_id, d.auction_id, d.account_id, d.revision)
                   is distinct from (a.outcome, a.amount, a."lotId", a."auctionId", a."accountId", a.revision)""");

    private final List<Path> files;

    AnsweredBids(List<Path> files) {
        this.files = List.copyOf(files);
    }

    @Override
    public InvariantResult check(Connection snapshot) throws SQLException {
        try (Statement statement = snapshot.createStatement()) {
            statement.execute(
                    """
                    create temporary table answered ("bidId" text, "auctionId" bigint, "lotId" bigint, "accountId" bigint,
                        amount numeric(12, 2), outcome text, revision bigint) on commit drop""");
        }
        for (Path file : files) {
            copy(snapshot, file);
        }
        return JOINED.check(snapshot);
    }

    private static void copy(Connection snapshot, Path file) throws SQLException {
        try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            snapshot.unwrap(PGConnection.class)
                    .getCopyAPI()
                    .copyIn("copy answered from stdin (format csv, header match)", reader);
        } catch (IOException e) {
            throw new SQLException("answered bids could not be read: " + file, e);
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
