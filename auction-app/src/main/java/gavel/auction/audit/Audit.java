package gavel.auction.audit;

import gavel.auction.dataset.stores.Stores;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Checks every invariant in one snapshot of the relational store, so it may run beside application servers. */
public final class Audit {
    private final Stores stores;
    private final List<Invariant> invariants = new ArrayList<>();

    /**
     * @param silence the shortest after which last call may have come
     * @param answered files of the drivers
     */
    public Audit(Stores stores, Duration silence, List<Path> answered) {
        this.stores = stores;
        invariants.add(new History(stores));
        invariants.addAll(Decisions.invariants());
        invariants.addAll(Money.invariants());
        invariants.addAll(Revisions.invariants(silence, stores.dialect()));
        invariants.add(new AnsweredBids(answered, stores.dialect()));
    }

    List<Invariant> invariants() {
        return List.copyOf(invariants);
    }

    public List<InvariantResult> run() throws SQLException {
        List<InvariantResult> results = new ArrayList<>();
        try (Connection snapshot = stores.connection()) {
            snapshot.setAutoCommit(false);
            snapshot.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            try (Statement statement = snapshot.createStatement()) {
                statement.execute(stores.dialect()
                        .sql(
                                "set local work_mem = '64MB'",
                                "set sort_buffer_size = 16777216, join_buffer_size = 16777216"));
            }
            for (Invariant invariant : invariants) {
                results.add(invariant.check(snapshot));
            }
            snapshot.rollback();
        }
        return results;
    }
}
