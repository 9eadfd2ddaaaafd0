package gavel.auction.audit;

import gavel.auction.dataset.load.ExpectedCounts;
import gavel.auction.dataset.load.LoadedRows;
import gavel.auction.dataset.load.Loading;
import gavel.auction.dataset.plan.DataSetPlan;
import gavel.auction.dataset.stores.DataSetRecord;
import gavel.auction.dataset.stores.Stores;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Loaded rows that users cannot change are as they were loaded. The set follows from its parameters, so it is made again, row by row,
 * and compared. Takes about as long as all other invariants together; memory does not grow with the set.
 */
final class AsLoaded implements Invariant {
    private final Stores stores;
    private final DataSetRecord record;
    private final String unreadable;

    /**
     * @param record null when no set is recorded
     * @param unreadable why the record could not be read; empty where it could
     */
    AsLoaded(Stores stores, DataSetRecord record, String unreadable) {
        this.stores = stores;
        this.record = record;
        this.unreadable = unreadable;
    }

    @Override
    public InvariantResult check(Connection snapshot) throws SQLException {
        InvariantResult.Tally tally = new InvariantResult.Tally(
                "as-loaded",
                "every account, credit limit, auction, item, lot and bid of the data set is as it was loaded, except for what"
                        + " users may change");
        if (!unreadable.isEmpty()) {
            tally.violation("data_set: what the set was made from cannot be read: " + unreadable);
        } else if (record == null) {
            judgeMissingRecord(snapshot, tally);
        } else {
            DataSetPlan plan = new DataSetPlan(record.spec());
            judge(record, plan, tally);
            LoadedRows.compare(snapshot, record, plan, new LoadedRows.Listener() {
                @Override
                public void compared() {
                    tally.checked(1);
                }

                @Override
                public void difference(String what) {
                    tally.violation(what);
                }
            });
        }
        return tally.result();
    }

    /** A database without a set is audited, too, but one that was loaded knows what it was loaded with. */
    private static void judgeMissingRecord(Connection snapshot, InvariantResult.Tally tally) throws SQLException {
        try (Statement statement = snapshot.createStatement();
                ResultSet row = statement.executeQuery("select count(*) from load_progress")) {
            row.next();
            if (row.getLong(1) > 0) {
                tally.violation("data_set: a set was loaded, but what it was made from is not recorded");
            }
        }
    }

    private void judge(DataSetRecord set, DataSetPlan plan, InvariantResult.Tally tally) {
        tally.checked(1);
        if (!set.finished()) {
            tally.violation("data_set: the load has not come to its end");
        }
        if (!set.expected().equals(ExpectedCounts.of(plan))) {
            tally.violation("data_set: the counts it records are not those of " + set.spec());
        }
        if (!Loading.documentsPresent(stores, set)) {
            tally.violation("data_set: the document store has no mark of the set loaded at "
                    + set.spec().loadedAt());
        }
    }
}
