package gavel.auction.audit;

import gavel.auction.dataset.plan.LotTiming;
import gavel.auction.dataset.stores.DataSetRecord;
import gavel.auction.dataset.stores.Stores;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;

/** Checks every invariant in one snapshot of the relational store, so it may run beside application servers. */
public final class Audit {
    private final Stores stores;
    private final LotTiming settings;
    private final List<Path> answered;

    /**
     * @param settings the silences lots wait for now; those of loaded lots may be others
     * @param answered files of the drivers
     */
    public Audit(Stores stores, LotTiming settings, List<Path> answered) {
        this.stores = stores;
        this.settings = settings;
        this.answered = List.copyOf(answered);
    }

    public List<InvariantResult> run() throws SQLException {
        try (Connection snapshot = stores.connection()) {
            snapshot.setAutoCommit(false);
            snapshot.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            try (Statement statement = snapshot.createStatement()) {
                statement.execute(stores.dialect()
                        .sql(
                                "set local work_mem = '64MB'",
                                "set sort_buffer_size = 16777216, join_buffer_size = 16777216"));
            }
            List<InvariantResult> results = check(snapshot);
            snapshot.rollback();
            return results;
        }
    }

    List<InvariantResult> check(Connection snapshot) throws SQLException {
        List<InvariantResult> results = new ArrayList<>();
        for (Invariant invariant : invariants(snapshot)) {
            results.add(invariant.check(snapshot));
        }
        return results;
    }

    private List<Invariant> invariants(Connection snapshot) throws SQLException {
        try {
            return invariants(DataSetRecord.read(snapshot).orElse(null), "");
        } catch (IllegalArgumentException | JacksonException e) {
            return invariants(null, e.getMessage());
        }
    }

    /**
     * @param set that was loaded; null without one
     * @param unreadable why it cannot be read what was loaded; empty where it can
     */
    private List<Invariant> invariants(DataSetRecord set, String unreadable) {
        LotTiming loaded = set == null ? settings : set.spec().timing();
        LotTiming shortest = new LotTiming(
                least(settings.lastCallAfter(), loaded.lastCallAfter()),
                least(settings.closeAfter(), loaded.closeAfter()));
        LotTiming longest = new LotTiming(
                most(settings.lastCallAfter(), loaded.lastCallAfter()),
                most(settings.closeAfter(), loaded.closeAfter()));
        List<Invariant> invariants = new ArrayList<>();
        invariants.add(new History(stores));
        invariants.add(new Visits(stores, set));
        invariants.add(new Pictures(stores, set));
        invariants.add(new AsLoaded(stores, set, unreadable));
        invariants.add(new BidKeys());
        invariants.addAll(Decisions.invariants());
        invariants.addAll(LotRules.invariants(shortest, longest, stores.dialect()));
        invariants.addAll(Auctions.invariants(shortest, stores.dialect()));
        invariants.addAll(Items.invariants());
        invariants.addAll(Money.invariants());
        invariants.addAll(Revisions.invariants(shortest.lastCallAfter(), stores.dialect()));
        invariants.addAll(Registers.invariants());
        invariants.add(new AnsweredBids(answered, stores.dialect()));
        return invariants;
    }

    private static Duration least(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private static Duration most(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }
}
