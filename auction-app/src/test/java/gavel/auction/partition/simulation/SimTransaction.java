package gavel.auction.partition.simulation;

import gavel.auction.engine.AuctionState;
import gavel.auction.engine.Credit;
import gavel.auction.engine.Decision;
import gavel.auction.engine.LotPhase;
import gavel.auction.engine.Outcome;
import gavel.auction.partition.deciding.AuctionRecords;
import gavel.auction.partition.deciding.RecordsException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;

/** One batch with its locks; ended by the database when it idles. */
final class SimTransaction implements AuctionRecords.Transaction {
    private final World world;
    private final SimDatabase database;
    private final SimNode node;
    private final Set<Long> accounts = new HashSet<>();
    private Outcome pending;
    private long touched;
    private boolean ended;

    SimTransaction(World world, SimDatabase database, SimNode node) {
        this.world = world;
        this.database = database;
        this.node = node;
        this.touched = world.nanos();
        database.opened(this);
    }

    SimNode node() {
        return node;
    }

    Set<Long> accounts() {
        return accounts;
    }

    long touched() {
        return touched;
    }

    void abort() {
        ended = true;
        database.closed(this);
    }

    private void statement(String what) {
        database.statement(node, what);
        if (ended) {
            throw new RecordsException.Unavailable("the session was ended: " + what, null);
        }
        touched = world.nanos();
    }

    @Override
    public AuctionRecords.Locked lock(
            SortedMap<Integer, Long> epochs, Collection<String> bids, Collection<Long> wanted) {
        statement("lock");
        if (!world.calm() && world.oneIn(100)) {
            throw new RecordsException.Conflict("serialisation failure", null);
        }
        Set<Integer> lost = new HashSet<>();
        epochs.forEach((partition, epoch) -> {
            SimDatabase.Lease lease = database.leases.get(partition);
            if (lease.epoch != epoch || !node.identity.equals(lease.owner)) {
                lost.add(partition);
            }
            lease.lockedBy = this;
        });
        if (!lost.isEmpty()) {
            throw new RecordsException.Fenced(lost);
        }
        Map<Long, Credit> credits = new HashMap<>();
        for (long account : wanted) {
            if (database.holdsCredit(account, this)) {
                throw new RecordsException.Conflict("lock timeout", null);
            }
            accounts.add(account);
            credits.put(account, database.credits.get(account));
        }
        Map<String, Decision> decided = new HashMap<>();
        bids.stream()
                .filter(database.decisions::containsKey)
                .forEach(bid -> decided.put(bid, database.decisions.get(bid)));
        return new AuctionRecords.Locked(world.now(), decided, credits);
    }

    @Override
    public void write(Outcome outcome, Map<Long, AuctionState> before) {
        statement("write");
        for (AuctionState auction : outcome.auctions().values()) {
            AuctionState stored = database.auctions.get(auction.id());
            AuctionState read = before.get(auction.id());
            if (stored.revision() != read.revision() || stored.phase() != read.phase()) {
                throw new RecordsException.Changed("auction " + auction.id() + " changed");
            }
        }
        if (outcome.decisions().stream().anyMatch(decision -> database.decisions.containsKey(decision.bidId()))) {
            throw new RecordsException.Changed("decided elsewhere");
        }
        if (!accounts.containsAll(outcome.credits().keySet())) {
            throw new AssertionError("credit changed without a lock");
        }
        pending = outcome;
    }

    @Override
    public void commit() {
        statement("commit");
        if (pending != null) {
            Invariants.betweenCommits(database, pending);
            pending.changedLots().forEach(lot -> database.lots.put(lot.id(), lot));
            pending.newLots().forEach(lot -> database.lots.put(lot.id(), lot));
            pending.auctions().forEach(this::store);
            database.credits.putAll(pending.credits());
            database.items.putAll(pending.items());
            pending.decisions().forEach(decision -> database.decisions.put(decision.bidId(), decision));
        }
        abort();
        database.statement(node, "committed, but nobody knows");
    }

    /** A lot that was consigned meanwhile is a row of its own. */
    private void store(long id, AuctionState auction) {
        AuctionState stored = database.auctions.get(id);
        Set<Long> known = new HashSet<>();
        auction.lots().forEach(lot -> known.add(lot.id()));
        var lots = new ArrayList<>(auction.lots());
        stored.lots().stream()
                .filter(lot -> !known.contains(lot.id()) && lot.phase() == LotPhase.QUEUED)
                .forEach(lots::add);
        database.auctions.put(
                id,
                new AuctionState(
                        id,
                        auction.phase(),
                        auction.recurring(),
                        auction.round(),
                        auction.revision(),
                        auction.version(),
                        auction.startsAt(),
                        auction.changedAt(),
                        lots));
    }

    @Override
    public void close() {
        if (!ended) {
            abort();
        }
    }
}
