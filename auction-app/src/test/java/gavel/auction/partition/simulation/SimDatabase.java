package gavel.auction.partition.simulation;

import gavel.auction.broker.NodeIdentity;
import gavel.auction.broker.Topology;
import gavel.auction.engine.AuctionState;
import gavel.auction.engine.Credit;
import gavel.auction.engine.Decision;
import gavel.auction.engine.LotState;
import gavel.auction.engine.Outcome;
import gavel.auction.partition.deciding.AuctionRecords;
import gavel.auction.partition.deciding.RecordsException;
import gavel.auction.partition.lease.Leases;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The tables, their locks, and sessions that end when they idle in a transaction. */
final class SimDatabase {
    private static final long IDLE_NANOS = 1_000_000_000L;

    final Map<Long, AuctionState> auctions = new TreeMap<>();
    final Map<Long, LotState> lots = new TreeMap<>();
    final Map<Long, Credit> credits = new TreeMap<>();
    final Map<Long, Outcome.ItemState> items = new TreeMap<>();
    final Map<String, Decision> decisions = new LinkedHashMap<>();
    final Map<Integer, Lease> leases = new TreeMap<>();
    final Map<NodeIdentity, NodeLease> nodeLeases = new HashMap<>();
    long goneUntil;
    private final World world;
    private final List<SimTransaction> open = new ArrayList<>();
    private long lotIds = 1_000;

    static final class Lease {
        NodeIdentity owner;
        long epoch;
        Instant releasedAt;
        SimTransaction lockedBy;

        @Override
        public String toString() {
            return "owner " + (owner == null ? "none" : owner.node()) + " epoch " + epoch
                    + (lockedBy == null ? "" : " locked");
        }
    }

    record NodeLease(Instant expiresAt, boolean draining) {}

    SimDatabase(World world) {
        this.world = world;
        for (int partition = 0; partition < Topology.PARTITIONS; partition++) {
            Lease lease = new Lease();
            lease.releasedAt = Instant.parse("2026-01-01T00:00:00Z");
            leases.put(partition, lease);
        }
    }

    long nextLotId() {
        return ++lotIds;
    }

    Leases leasesOf(SimNode node) {
        return new SimLeases(world, this, node);
    }

    AuctionRecords recordsOf(SimNode node) {
        return new SimRecords(world, this, node);
    }

    void insert(AuctionState auction) {
        auctions.put(auction.id(), auction);
        auction.lots().forEach(lot -> lots.put(lot.id(), lot));
    }

    /** Every statement passes here. */
    void statement(SimNode node, String what) {
        world.point(node, what);
        if (world.nanos() < goneUntil || world.fails()) {
            throw new RecordsException.Unavailable(what, null);
        }
    }

    void opened(SimTransaction transaction) {
        open.add(transaction);
    }

    void closed(SimTransaction transaction) {
        open.remove(transaction);
        leases.values().stream().filter(lease -> lease.lockedBy == transaction).forEach(lease -> lease.lockedBy = null);
    }

    boolean holdsCredit(long account, SimTransaction other) {
        return open.stream().anyMatch(each -> each != other && each.accounts().contains(account));
    }

    void endIdleTransactions() {
        for (SimTransaction transaction : List.copyOf(open)) {
            if (world.nanos() - transaction.touched() > IDLE_NANOS) {
                transaction.abort();
            }
        }
    }

    /** The sessions of a dead process end. */
    void forget(SimNode node) {
        List.copyOf(open).stream().filter(each -> each.node() == node).forEach(SimTransaction::abort);
    }

    boolean lives(NodeIdentity node) {
        NodeLease lease = node == null ? null : nodeLeases.get(node);
        return lease != null && lease.expiresAt().isAfter(world.now());
    }
}
