package gavel.auction.partition.simulation;

import gavel.auction.broker.Topology;
import gavel.auction.engine.AuctionPhase;
import gavel.auction.engine.AuctionState;
import gavel.auction.partition.deciding.AuctionRecords;
import gavel.auction.partition.deciding.RecordsException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;

/** The auction tables as one node reaches them. */
final class SimRecords implements AuctionRecords {
    private final World world;
    private final SimDatabase database;
    private final SimNode node;

    SimRecords(World world, SimDatabase database, SimNode node) {
        this.world = world;
        this.database = database;
        this.node = node;
    }

    @Override
    public List<AuctionState> running(SortedMap<Integer, Long> epochs) {
        database.statement(node, "read running");
        Set<Integer> lost = new TreeSet<>();
        epochs.forEach((partition, epoch) -> {
            SimDatabase.Lease lease = database.leases.get(partition);
            if (lease.epoch != epoch || !node.identity.equals(lease.owner)) {
                lost.add(partition);
            }
        });
        if (!lost.isEmpty()) {
            throw new RecordsException.Fenced(lost);
        }
        return database.auctions.values().stream()
                .filter(auction -> auction.phase() == AuctionPhase.RUNNING)
                .filter(auction -> epochs.containsKey(Topology.partitionOf(auction.id())))
                .toList();
    }

    @Override
    public List<AuctionState> auctions(Collection<Long> ids) {
        database.statement(node, "read auctions");
        return ids.stream().map(database.auctions::get).filter(Objects::nonNull).toList();
    }

    @Override
    public List<Long> dueToStart(Collection<Integer> partitions) {
        database.statement(node, "read due");
        return database.auctions.values().stream()
                .filter(auction -> auction.phase() == AuctionPhase.SCHEDULED)
                .filter(auction -> !auction.startsAt().isAfter(world.now()))
                .map(AuctionState::id)
                .filter(id -> partitions.contains(Topology.partitionOf(id)))
                .toList();
    }

    @Override
    public Map<Long, Integer> queuedLots(Collection<Long> auctions) {
        database.statement(node, "count queued lots");
        Map<Long, Integer> queued = new HashMap<>();
        database.auctions.values().stream()
                .filter(auction -> auctions.contains(auction.id()) && auction.queuedLots() > 0)
                .forEach(auction -> queued.put(auction.id(), auction.queuedLots()));
        return queued;
    }

    @Override
    public Transaction begin() {
        database.statement(node, "begin");
        return new SimTransaction(world, database, node);
    }
}
