package gavel.auction.partition.deciding;

import gavel.auction.broker.Topology;
import gavel.auction.engine.AuctionRules;
import gavel.auction.engine.AuctionState;
import gavel.auction.engine.Event;
import gavel.auction.engine.Outcome;
import gavel.auction.engine.Situation;
import gavel.auction.engine.Views;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * Decides the partitions this node has: hears bids, calls deadlines, commits a batch at a time, and tells what was committed.
 *
 * <p>One thread calls {@link #turn}; everything else may be called from any thread. Memory only ever holds what was committed: a batch
 * that fails is put back, and after anything doubtful the partition is read again.
 */
public final class Auctioneer {
    static final Duration BACK_OFF = Duration.ofMillis(100);
    private static final Duration IDLE = Duration.ofMillis(100);
    private static final Duration HOUSEKEEPING = Duration.ofSeconds(1);
    private static final int MOST_CONFLICTS = 8;

    private final AuctionRecords records;
    private final AuctionRules rules;
    private final BidQueues queues;
    private final Announcements announcements;
    private final Tenancy tenancy;
    private final Observer observer;
    private final LongSupplier nanos;
    private final int largestBatch;
    private final Housekeeping chores;
    private final Mailbox mailbox = new Mailbox();
    private final SortedMap<Integer, PartitionOwner> owners = new TreeMap<>();
    private Instant resting = Instant.MIN;
    private Instant housekeeping = Instant.MIN;
    private int conflicts;
    private int changes;
    private int firstServed;
    private long turned;

    /** What the deciding loop stands on. */
    public record Ports(
            AuctionRecords records,
            BidQueues queues,
            Announcements announcements,
            Tenancy tenancy,
            Observer observer) {}

    public Auctioneer(Ports ports, AuctionRules rules, LongSupplier nanos, int largestBatch) {
        this.records = ports.records();
        this.queues = ports.queues();
        this.announcements = ports.announcements();
        this.tenancy = ports.tenancy();
        this.observer = ports.observer();
        this.rules = rules;
        this.nanos = nanos;
        this.largestBatch = largestBatch;
        this.chores = new Housekeeping(records, announcements, observer);
    }

    /**
     * Begins to decide a partition.
     *
     * @param idleSince since when it had no owner; its deadlines are extended by that
     */
    public void take(int partition, long epoch, Instant idleSince) {
        mailbox.post(() -> {
            PartitionOwner former = owners.put(partition, new PartitionOwner(partition, epoch, idleSince));
            if (former != null) {
                former.close();
            }
        });
    }

    /** Ends it; {@link Tenancy#vacated} tells when. */
    public void release(int partition) {
        mailbox.post(() -> leave(partition));
    }

    /** The broker is back, or the lease: look at once. */
    public void wake() {
        mailbox.post(() -> {});
    }

    /**
     * Waits until there may be something to do, at most so long.
     *
     * @param pace from one turn to the next at least: bids that come closely behind each other share a commit, a lone one does not wait
     */
    public void await(Duration longest, Duration pace) {
        mailbox.await(longest.toNanos());
        long early = turned + pace.toNanos() - nanos.getAsLong();
        if (early > 0) {
            LockSupport.parkNanos(this, early);
        }
    }

    /** Does what there is to do now and says how long it can wait until the next turn. */
    public Duration turn() {
        turned = nanos.getAsLong();
        mailbox.drain();
        Instant now = tenancy.instant();
        if (!tenancy.mayDecide()) {
            owners.values().forEach(owner -> owner.silence(now));
            return IDLE;
        }
        if (now.isBefore(resting)) {
            return Duration.between(now, resting);
        }
        if (!reload(now) || !listen(now)) {
            resting = now.plus(BACK_OFF);
        }
        if (!now.isBefore(housekeeping)) {
            housekeeping = now.plus(HOUSEKEEPING);
            chores.round(owners.values());
        }
        Duration quiet = callDeadlines(now);
        Batch batch = Batch.gather(inTurn(), largestBatch);
        if (!batch.isEmpty()) {
            firstServed = batch.entries().getLast().owner().partition() + 1;
            decide(batch);
        }
        return owners.values().stream().anyMatch(owner -> owner.isReady() && owner.waiting() > 0)
                ? Duration.ZERO
                : quiet;
    }

    /** Beginning behind the one that was served last, so that a busy owner does not keep the others waiting. */
    private List<PartitionOwner> inTurn() {
        List<PartitionOwner> order = new ArrayList<>(owners.tailMap(firstServed).values());
        order.addAll(owners.headMap(firstServed).values());
        return order;
    }

    private boolean reload(Instant now) {
        SortedMap<Integer, Long> epochs = new TreeMap<>();
        owners.values().stream()
                .filter(PartitionOwner::isStale)
                .forEach(owner -> epochs.put(owner.partition(), owner.epoch()));
        if (epochs.isEmpty()) {
            return true;
        }
        try {
            Map<Integer, List<AuctionState>> read = new HashMap<>();
            records.running(epochs)
                    .forEach(auction -> read.computeIfAbsent(partitionOf(auction.id()), p -> new ArrayList<>())
                            .add(auction));
            epochs.keySet().forEach(partition -> owners.get(partition).load(read.getOrDefault(partition, List.of())));
            return true;
        } catch (RecordsException.Fenced e) {
            e.partitions().forEach(this::leave);
            return e.partitions().containsAll(epochs.keySet()) || reload(now);
        } catch (RecordsException e) {
            observer.failed(e);
            return false;
        }
    }

    /**
     * Subscribes where there is no listener. After a silence all nodes get all views again, as news may have been lost; and first, for who
     * cannot tell decisions need not hear bids.
     */
    private boolean listen(Instant now) {
        for (PartitionOwner owner : owners.values()) {
            if (owner.isStale()) {
                continue;
            }
            if (!owner.isListening()) {
                owner.silence(now);
                try {
                    for (AuctionState auction : owner.auctions()) {
                        announcements.news(Views.of(auction));
                    }
                    owner.listen(queues, mailbox);
                } catch (IOException e) {
                    owner.hangUp();
                    return false;
                }
            }
            owner.speak(now);
        }
        return true;
    }

    private Duration callDeadlines(Instant now) {
        Instant next = now.plus(IDLE);
        for (PartitionOwner owner : owners.values()) {
            Instant deadline = owner.isReady() ? owner.callDeadlines(now) : next;
            next = deadline.isBefore(next) ? deadline : next;
        }
        return Duration.between(now, next);
    }

    /** Repeats, halves or puts back until every part of the batch is committed, refused or waiting again in its old order. */
    private void decide(Batch batch) {
        Deque<Batch> parts = new ArrayDeque<>(List.of(batch));
        while (!parts.isEmpty()) {
            Batch part = parts.pop().ofOpenOwners();
            try {
                part = part.without(refuseUnknown(part));
                commit(part);
                conflicts = 0;
                changes = 0;
            } catch (RecordsException.Fenced e) {
                observer.failed(e);
                e.partitions().forEach(this::leave);
                parts.push(part);
            } catch (RecordsException.BadData e) {
                split(part, parts, e);
            } catch (RecordsException.Conflict e) {
                observer.failed(e);
                parts.push(part);
                putBack(parts, ++conflicts > MOST_CONFLICTS ? BACK_OFF : Duration.ZERO);
            } catch (RecordsException.Changed e) {
                observer.failed(e);
                if (++changes > MOST_CONFLICTS) {
                    split(part, parts, e);
                } else {
                    parts.push(part);
                    putBack(parts, Duration.ZERO);
                }
            } catch (RecordsException.Unavailable e) {
                observer.failed(e);
                parts.push(part);
                putBack(parts, BACK_OFF);
            } catch (RuntimeException e) {
                part.owners().forEach(owner -> owner.mistrust(tenancy.instant()));
                split(part, parts, e);
            }
        }
    }

    private void split(Batch part, Deque<Batch> parts, RuntimeException reason) {
        if (part.size() > 1) {
            parts.push(part.secondHalf());
            parts.push(part.firstHalf());
        } else {
            observer.failed(reason);
            refuse(part.entries().getFirst(), reason.toString());
        }
    }

    private void putBack(Deque<Batch> parts, Duration rest) {
        Instant now = tenancy.instant();
        resting = now.plus(rest);
        while (!parts.isEmpty()) {
            Batch part = parts.pollLast();
            part.owners().forEach(owner -> owner.mistrust(now));
            part.putBack();
        }
    }

    private void commit(Batch batch) {
        if (batch.isEmpty()) {
            return;
        }
        Map<Long, AuctionState> before = batch.auctions();
        long began = nanos.getAsLong();
        Outcome outcome;
        try (AuctionRecords.Transaction transaction = records.begin()) {
            AuctionRecords.Locked locked = transaction.lock(batch.epochs(), batch.bids(), batch.accounts());
            outcome = rules.decide(
                    new Situation(before, locked.credits(), locked.decided()), batch.events(), locked.now());
            if (!outcome.changesNothing()) {
                transaction.write(outcome, before);
                transaction.commit();
            }
        }
        settle(batch, before, outcome);
        observer.committed(outcome, batch.deliveries(), nanos.getAsLong() - began);
        tell(batch, outcome);
    }

    /** Reads unknown auctions, and those a command is about. What cannot be applied is refused. */
    private Collection<Batch.Entry> refuseUnknown(Batch batch) {
        Map<Long, PartitionOwner> missing = new TreeMap<>();
        for (Batch.Entry entry : batch.entries()) {
            if (misfit(entry) == null) {
                long id = entry.event().auctionId();
                if (entry.event() instanceof Event.Cancel
                        || entry.event() instanceof Event.Refresh
                        || entry.event() instanceof Event.Start) {
                    entry.owner().forget(id);
                }
                if (entry.owner().auction(id) == null) {
                    missing.put(id, entry.owner());
                }
            }
        }
        if (!missing.isEmpty()) {
            records.auctions(missing.keySet())
                    .forEach(auction -> missing.get(auction.id()).put(auction));
        }
        List<Batch.Entry> refused = new ArrayList<>();
        for (Batch.Entry entry : batch.entries()) {
            String reason = misfit(entry);
            if (reason == null && entry.owner().auction(entry.event().auctionId()) == null) {
                reason = "there is no auction " + entry.event().auctionId();
            }
            if (reason != null) {
                refused.add(entry);
                refuse(entry, reason);
            }
        }
        return refused;
    }

    private static String misfit(Batch.Entry entry) {
        if (entry.delivery() != null
                && entry.delivery().content() instanceof Delivery.Content.Unreadable(String reason)) {
            return reason;
        }
        int partition = partitionOf(entry.event().auctionId());
        return partition == entry.owner().partition()
                ? null
                : "auction " + entry.event().auctionId() + " belongs to partition " + partition;
    }

    /** An auction that has just begun or ended is read once more: a lot may have been consigned to it at that moment. */
    private void settle(Batch batch, Map<Long, AuctionState> before, Outcome outcome) {
        for (long id : before.keySet()) {
            owners.get(partitionOf(id)).settle(id, outcome.auctions().get(id));
        }
        for (Batch.Entry entry : batch.entries()) {
            if (entry.event() instanceof Event.Start(long id)) {
                entry.owner().add(PartitionOwner.Task.own(new Event.Refresh(id)));
            }
        }
        outcome.auctions().values().stream()
                .filter(auction -> auction.isOver() && !before.get(auction.id()).isOver())
                .forEach(auction -> owners.get(partitionOf(auction.id()))
                        .add(PartitionOwner.Task.own(new Event.Refresh(auction.id()))));
    }

    /** Reply, news, acknowledge, in this order. What cannot be told is not acknowledged, so it is answered when it comes again. */
    private void tell(Batch batch, Outcome outcome) {
        try {
            for (var node : outcome.answersByNode().entrySet()) {
                announcements.reply(node.getKey(), node.getValue());
            }
            for (AuctionState auction : outcome.auctions().values()) {
                announcements.news(Views.of(auction));
            }
        } catch (IOException e) {
            batch.owners().forEach(PartitionOwner::hangUp);
            return;
        }
        observer.told(outcome, batch.deliveries());
        batch.lastDeliveries().forEach(PartitionOwner::acknowledgeThrough);
    }

    private void refuse(Batch.Entry entry, String reason) {
        if (entry.delivery() == null) {
            resting = tenancy.instant().plus(HOUSEKEEPING);
            return;
        }
        try {
            announcements.deadLetter(entry.delivery(), reason);
            entry.owner().acknowledge(entry.task());
            observer.deadLettered(entry.delivery(), reason);
        } catch (IOException e) {
            entry.owner().hangUp();
        }
    }

    private void leave(int partition) {
        PartitionOwner owner = owners.remove(partition);
        if (owner != null) {
            owner.close();
            tenancy.vacated(partition, owner.epoch());
        }
    }

    static int partitionOf(long auctionId) {
        return Topology.partitionOf(auctionId);
    }
}
