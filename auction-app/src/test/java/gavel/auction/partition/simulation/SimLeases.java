package gavel.auction.partition.simulation;

import gavel.auction.broker.NodeIdentity;
import gavel.auction.partition.lease.LeaseKeeper;
import gavel.auction.partition.lease.Leases;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** The lease tables as one node reaches them. */
final class SimLeases implements Leases {
    private final World world;
    private final SimDatabase database;
    private final SimNode node;

    SimLeases(World world, SimDatabase database, SimNode node) {
        this.world = world;
        this.database = database;
        this.node = node;
    }

    @Override
    public Optional<Instant> renew(boolean draining) {
        database.statement(node, "renew");
        database.nodeLeases.put(
                node.identity, new SimDatabase.NodeLease(world.now().plus(LeaseKeeper.VALIDITY), draining));
        database.statement(node, "renewed");
        return Optional.of(world.now());
    }

    @Override
    public Table read() {
        database.statement(node, "read leases");
        List<NodeIdentity> takers = new ArrayList<>();
        database.nodeLeases.forEach((each, lease) -> {
            if (database.lives(each) && !lease.draining()) {
                takers.add(each);
            }
        });
        Map<Integer, NodeIdentity> owners = new HashMap<>();
        Map<Integer, Long> epochs = new HashMap<>();
        database.leases.forEach((partition, lease) -> {
            if (database.lives(lease.owner)) {
                owners.put(partition, lease.owner);
                epochs.put(partition, lease.epoch);
            }
        });
        return new Table(takers, owners, epochs);
    }

    @Override
    public List<Grant> acquire(Collection<Integer> partitions) {
        database.statement(node, "acquire");
        List<Grant> grants = new ArrayList<>();
        for (int partition : new TreeSet<>(partitions)) {
            SimDatabase.Lease lease = database.leases.get(partition);
            boolean free = !database.lives(lease.owner) || lease.owner.equals(node.identity);
            if (free && lease.lockedBy == null) {
                SimDatabase.NodeLease former = lease.owner == null ? null : database.nodeLeases.get(lease.owner);
                Instant idleSince =
                        former == null ? lease.releasedAt : former.expiresAt().minus(LeaseKeeper.VALIDITY);
                lease.owner = node.identity;
                lease.epoch++;
                grants.add(new Grant(partition, lease.epoch, idleSince.isAfter(world.now()) ? world.now() : idleSince));
            }
        }
        database.statement(node, "acquired");
        return grants;
    }

    @Override
    public void release(Map<Integer, Long> epochs) {
        database.statement(node, "release");
        epochs.forEach((partition, epoch) -> {
            SimDatabase.Lease lease = database.leases.get(partition);
            if (lease.epoch == epoch && node.identity.equals(lease.owner)) {
                if (lease.lockedBy != null) {
                    throw new AssertionError("released while a batch of the same node is open");
                }
                lease.owner = null;
                lease.releasedAt = world.now();
            }
        });
        database.statement(node, "released");
    }

    @Override
    public void leave() {
        database.statement(node, "leave");
        database.nodeLeases.remove(node.identity);
    }
}
