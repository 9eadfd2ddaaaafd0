package gavel.auction.partition.deciding;

import gavel.auction.engine.AuctionPhase;
import gavel.auction.engine.AuctionState;
import gavel.auction.engine.Event;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** One partition this node decides: its running auctions and what waits to be decided. Belongs to the deciding thread. */
final class PartitionOwner {
    /**
     * One thing to decide; without a delivery it is the owner's own idea and may be lost, for it will be had again.
     *
     * @param hearing number of the subscription the delivery came from, outside which its tag means nothing
     */
    record Task(Event event, Delivery delivery, int hearing) {
        static Task own(Event event) {
            return new Task(event, null, 0);
        }
    }

    /** A shorter silence is part of deciding, not time lost. */
    private static final Duration SHORTEST_LOSS = Duration.ofMillis(250);

    private final int partition;
    private final long epoch;
    private final Map<Long, AuctionState> auctions = new TreeMap<>();
    private final Deque<Task> tasks = new ArrayDeque<>();
    private final Set<Long> calledDeadlines = new HashSet<>();
    private BidQueues.Subscription subscription;
    private int hearing;
    private boolean stale = true;
    private boolean closed;
    private Instant silentSince;
    private Instant nextDeadline;

    /** @param silentSince since when no decision was made here */
    PartitionOwner(int partition, long epoch, Instant silentSince) {
        this.partition = partition;
        this.epoch = epoch;
        this.silentSince = silentSince;
    }

    int partition() {
        return partition;
    }

    long epoch() {
        return epoch;
    }

    boolean isStale() {
        return stale;
    }

    boolean isListening() {
        return subscription != null && subscription.isOpen();
    }

    boolean isReady() {
        return !stale && isListening();
    }

    void silence(Instant now) {
        if (silentSince == null) {
            silentSince = now;
        }
    }

    /** What is in memory may not be what was committed. */
    void mistrust(Instant now) {
        stale = true;
        silence(now);
    }

    void load(Collection<AuctionState> read) {
        auctions.clear();
        read.forEach(auction -> auctions.put(auction.id(), auction));
        tasks.removeIf(task -> task.delivery() == null && !(task.event() instanceof Event.Extend));
        calledDeadlines.clear();
        nextDeadline = null;
        stale = false;
    }

    /** What was heard before comes again, so it is forgotten; what an earlier subscription still hands in is not heard. */
    void listen(BidQueues queues, Mailbox mailbox) throws IOException {
        hangUp();
        int mine = hearing;
        subscription = queues.subscribe(
                partition,
                delivery -> mailbox.post(() -> {
                    if (mine == hearing) {
                        tasks.addLast(new Task(delivery.event(), delivery, mine));
                    }
                }));
    }

    /** Gives everything unacknowledged back to the queue. */
    void hangUp() {
        hearing++;
        tasks.removeIf(task -> task.delivery() != null);
        if (subscription != null) {
            subscription.close();
            subscription = null;
        }
    }

    /** Bids can be placed again: gives the time back in which they could not. */
    void speak(Instant now) {
        if (silentSince != null) {
            Duration lost = Duration.between(silentSince, now);
            if (lost.compareTo(SHORTEST_LOSS) >= 0) {
                auctions.keySet().forEach(id -> tasks.addFirst(Task.own(new Event.Extend(id, lost))));
            }
            silentSince = null;
        }
    }

    void close() {
        hangUp();
        tasks.clear();
        closed = true;
    }

    boolean isClosed() {
        return closed;
    }

    /** This one alone: others before it may still wait. */
    void acknowledge(Task task) {
        if (isOfNow(task)) {
            subscription.acknowledge(task.delivery());
        }
    }

    void acknowledgeThrough(Task task) {
        if (isOfNow(task)) {
            subscription.acknowledgeThrough(task.delivery());
        }
    }

    private boolean isOfNow(Task task) {
        return subscription != null && task.delivery() != null && task.hearing() == hearing;
    }

    void add(Task task) {
        tasks.addLast(task);
    }

    /** Unless the same waits already. */
    void addOnce(Task task) {
        if (!tasks.contains(task)) {
            add(task);
        }
    }

    void putBack(List<Task> batch) {
        for (int i = batch.size() - 1; i >= 0; i--) {
            Task task = batch.get(i);
            if (task.delivery() == null || task.hearing() == hearing) {
                tasks.addFirst(task);
            }
        }
    }

    /** Removes the next task; null when there is none. A deadline may be called again from then on. */
    Task poll() {
        Task task = tasks.pollFirst();
        if (task != null && task.event() instanceof Event.Deadline(long id)) {
            calledDeadlines.remove(id);
            nextDeadline = null;
        }
        return task;
    }

    int waiting() {
        return tasks.size();
    }

    /** Deadlines that have passed become events behind the bids delivered by now. Returns when the next one comes. */
    Instant callDeadlines(Instant now) {
        if (nextDeadline != null && now.isBefore(nextDeadline)) {
            return nextDeadline;
        }
        nextDeadline = Instant.MAX;
        for (AuctionState auction : auctions.values()) {
            Instant deadline = auction.deadline().orElse(null);
            if (deadline == null || calledDeadlines.contains(auction.id())) {
                continue;
            }
            if (!deadline.isAfter(now)) {
                calledDeadlines.add(auction.id());
                add(Task.own(new Event.Deadline(auction.id())));
            } else if (deadline.isBefore(nextDeadline)) {
                nextDeadline = deadline;
            }
        }
        return nextDeadline;
    }

    AuctionState auction(long id) {
        return auctions.get(id);
    }

    void put(AuctionState auction) {
        auctions.put(auction.id(), auction);
    }

    void forget(long auctionId) {
        auctions.remove(auctionId);
    }

    /** Replaces an auction by what was committed, null when nothing was, and forgets one that does not run. */
    void settle(long id, AuctionState committed) {
        nextDeadline = null;
        AuctionState auction = committed == null ? auctions.get(id) : committed;
        if (auction != null && auction.phase() == AuctionPhase.RUNNING) {
            auctions.put(id, auction);
        } else {
            auctions.remove(id);
        }
    }

    Collection<AuctionState> auctions() {
        return auctions.values();
    }
}
