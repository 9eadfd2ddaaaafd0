package gavel.auction.partition.lease;

import gavel.auction.broker.NodeIdentity;
import gavel.auction.partition.deciding.Auctioneer;
import gavel.auction.partition.deciding.RecordsException;
import gavel.auction.partition.deciding.Tenancy;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps this node's lease alive and its partitions at a fair share.
 *
 * <p>One thread calls {@link #tick}, at least every {@link #RENEWAL}. The lease is counted from before the renewal was asked for, by the
 * nano clock, so this node never believes in it longer than the database does.
 */
public final class LeaseKeeper implements Tenancy {
    /** Also the longest it takes a node that was not told to see that partitions are free. */
    public static final Duration RENEWAL = Duration.ofMillis(250);

    public static final Duration VALIDITY = Duration.ofSeconds(3);

    private static final Logger LOG = LoggerFactory.getLogger(LeaseKeeper.class);
    private static final int TAKEN_AT_ONCE = 16;

    private final NodeIdentity self;
    private final Leases leases;
    private final Runnable vacancy;
    private final LongSupplier nanos;
    private final Map<Integer, Long> granted = new ConcurrentSkipListMap<>();
    private final Set<Integer> leaving = new HashSet<>();
    private final Queue<Vacated> vacated = new ConcurrentLinkedQueue<>();
    private Auctioneer auctioneer;
    private Runnable hurry = () -> {};
    private volatile Lease lease;
    private volatile boolean draining;
    private volatile boolean settled;

    private record Vacated(int partition, long epoch) {}

    /** @param readAt nano clock when the database's time was {@code time} */
    private record Lease(Instant time, long readAt, long validUntil) {}

    /** @param vacancy tells the other nodes that partitions are free; must not wait */
    public LeaseKeeper(NodeIdentity self, Leases leases, Runnable vacancy, LongSupplier nanos) {
        this.self = self;
        this.leases = leases;
        this.vacancy = vacancy;
        this.nanos = nanos;
    }

    /** Wires the two that need each other. @param hurryUp asks for a tick soon; runs on any thread */
    public void serve(Auctioneer servedAuctioneer, Runnable hurryUp) {
        this.auctioneer = servedAuctioneer;
        this.hurry = hurryUp;
    }

    /**
     * Renews, gives back, takes.
     *
     * @return whether it took some, or wanted to, so that the next tick should come soon
     * @throws RecordsException when the database does not answer; nothing is lost by trying again
     */
    public boolean tick() {
        settled = settled && mayDecide();
        if (!renew()) {
            return false;
        }
        giveBack();
        return share(leases.read());
    }

    private boolean renew() {
        long asked = nanos.getAsLong();
        Optional<Instant> time = leases.renew(draining);
        if (time.isEmpty()) {
            LOG.warn("Another process named {} has a valid lease; waiting for it to run out", self.node());
            lease = null;
            return false;
        }
        boolean wasLost = !mayDecide();
        long answered = nanos.getAsLong();
        lease = new Lease(time.get(), asked + (answered - asked) / 2, asked + VALIDITY.toNanos());
        if (wasLost) {
            auctioneer.wake();
        }
        return true;
    }

    private void giveBack() {
        Map<Integer, Long> epochs = new HashMap<>();
        Set<Vacated> given = new HashSet<>();
        for (Vacated each : vacated) {
            given.add(each);
            epochs.merge(each.partition(), each.epoch(), Math::max);
        }
        if (epochs.isEmpty()) {
            return;
        }
        leases.release(epochs);
        for (Vacated each : given) {
            vacated.remove(each);
            leaving.remove(each.partition());
            granted.remove(each.partition(), each.epoch());
        }
        vacancy.run();
    }

    private boolean share(Leases.Table table) {
        SortedSet<Integer> held = held();
        for (int partition : granted.keySet()) {
            if (!self.equals(table.owners().get(partition))) {
                leave(partition);
            }
        }
        FairShare.Plan plan = FairShare.plan(self, table, held, TAKEN_AT_ONCE);
        settled = plan.settled();
        plan.release().forEach(this::leave);
        disown(table, plan.acquire());
        if (plan.acquire().isEmpty()) {
            return false;
        }
        for (Leases.Grant grant : leases.acquire(plan.acquire())) {
            granted.put(grant.partition(), grant.epoch());
            auctioneer.take(grant.partition(), grant.epoch(), grant.idleSince());
        }
        // Also when it got none: nodes that take at the same moment leave out what another has locked.
        return true;
    }

    /** What was acquired without this node learning of it, and is not wanted now, would stay with it while it lives. */
    private void disown(Leases.Table table, SortedSet<Integer> wanted) {
        Map<Integer, Long> orphans = new HashMap<>();
        table.owners().forEach((partition, owner) -> {
            if (owner.equals(self) && !granted.containsKey(partition) && !wanted.contains(partition)) {
                orphans.put(partition, table.epochs().get(partition));
            }
        });
        if (!orphans.isEmpty()) {
            leases.release(orphans);
        }
    }

    private void leave(int partition) {
        if (leaving.add(partition)) {
            auctioneer.release(partition);
        }
    }

    @Override
    public boolean mayDecide() {
        Lease current = lease;
        return current != null && nanos.getAsLong() - current.validUntil() < 0;
    }

    @Override
    public Instant instant() {
        Lease current = lease;
        return current == null ? Instant.EPOCH : current.time().plusNanos(nanos.getAsLong() - current.readAt());
    }

    @Override
    public void vacated(int partition, long epoch) {
        vacated.add(new Vacated(partition, epoch));
        hurry.run();
    }

    /** From now on this node's share is nothing. */
    public void drain() {
        draining = true;
        hurry.run();
    }

    public boolean draining() {
        return draining;
    }

    public boolean settled() {
        return settled && mayDecide();
    }

    /** What it holds now; for any thread. */
    public SortedSet<Integer> held() {
        // By way of a list: a set built from a sorted one relies on a size that does not change meanwhile.
        return Collections.unmodifiableSortedSet(new TreeSet<>(List.copyOf(granted.keySet())));
    }

    /** Ends the node's lease, after everything was given back. */
    public void leaveCluster() {
        leases.leave();
        lease = null;
    }
}
