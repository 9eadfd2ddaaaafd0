package gavel.auction.history;

import gavel.auction.relational.Columns;
import gavel.auction.relational.Dialect;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Moves beginnings and ends of visits from the relational outbox to the document store. Every node does it; rows another one is moving
 * are passed over. A row is deleted only after the document store has it, so a store that is away delays the history and loses nothing;
 * a row that is moved twice changes nothing.
 */
@Component
final class AttendanceRelay {
    static final int BATCH = 500;

    private final JdbcClient database;
    private final Dialect dialect;
    private final TransactionTemplate transaction;
    private final VisitHistories histories;
    private final Counter relayed;

    AttendanceRelay(
            JdbcClient database,
            Dialect dialect,
            TransactionTemplate transaction,
            VisitHistories histories,
            MeterRegistry meters) {
        this.database = database;
        this.dialect = dialect;
        this.transaction = transaction;
        this.histories = histories;
        this.relayed = Counter.builder("gavel.attendance.relayed")
                .description("beginnings and ends of visits written to the document store")
                .register(meters);
    }

    /** Moves what is there; returns how many rows that were. */
    int relay() {
        int moved = 0;
        int batch;
        do {
            batch = transaction.execute(_ -> relayBatch());
            relayed.increment(batch);
            moved += batch;
        } while (batch == BATCH);
        return moved;
    }

    private int relayBatch() {
        List<String> taken = new ArrayList<>();
        List<Visit> visits = database.sql("""
                        select seq, account_id, auction_id, joined_at, left_at from attendance_event
                        order by seq limit :batch for update skip locked""")
                .param("batch", BATCH)
                .query((row, _) -> {
                    taken.add(row.getString("seq"));
                    return visit(row);
                })
                .list();
        histories.write(visits);
        if (!taken.isEmpty()) {
            database.sql(dialect.deletion("attendance_event", "seq"))
                    .param(dialect.listed(taken))
                    .update();
        }
        return visits.size();
    }

    private static Visit visit(ResultSet row) throws SQLException {
        return new Visit(
                row.getLong("account_id"),
                row.getLong("auction_id"),
                Columns.instant(row, "joined_at"),
                Columns.instant(row, "left_at"));
    }
}
