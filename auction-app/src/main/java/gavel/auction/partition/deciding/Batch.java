package gavel.auction.partition.deciding;

import gavel.auction.engine.AuctionState;
import gavel.auction.engine.Event;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Tasks of several owners that are decided together, each owner's in their order. */
record Batch(List<Entry> entries) {
    record Entry(PartitionOwner owner, PartitionOwner.Task task) {
        Event event() {
            return task.event();
        }

        Delivery delivery() {
            return task.delivery();
        }
    }

    /** From each owner in turn what is waiting there, up to a number. */
    static Batch gather(Collection<PartitionOwner> owners, int most) {
        List<Entry> entries = new ArrayList<>();
        for (PartitionOwner owner : owners) {
            while (owner.isReady() && entries.size() < most && owner.waiting() > 0) {
                entries.add(new Entry(owner, owner.poll()));
            }
        }
        return new Batch(entries);
    }

    boolean isEmpty() {
        return entries.isEmpty();
    }

    int size() {
        return entries.size();
    }

    Batch without(Collection<Entry> removed) {
        return removed.isEmpty()
                ? this
                : new Batch(entries.stream()
                        .filter(entry -> !removed.contains(entry))
                        .toList());
    }

    /** Without what belonged to owners that were closed meanwhile; the queue has it again. */
    Batch ofOpenOwners() {
        return new Batch(
                entries.stream().filter(entry -> !entry.owner().isClosed()).toList());
    }

    Batch firstHalf() {
        return new Batch(entries.subList(0, size() / 2));
    }

    Batch secondHalf() {
        return new Batch(entries.subList(size() / 2, size()));
    }

    Set<PartitionOwner> owners() {
        Set<PartitionOwner> owners = new LinkedHashSet<>();
        entries.forEach(entry -> owners.add(entry.owner()));
        return owners;
    }

    void putBack() {
        Map<PartitionOwner, List<PartitionOwner.Task>> tasks = new LinkedHashMap<>();
        entries.forEach(entry ->
                tasks.computeIfAbsent(entry.owner(), owner -> new ArrayList<>()).add(entry.task()));
        tasks.forEach(PartitionOwner::putBack);
    }

    List<Event> events() {
        return entries.stream().map(Entry::event).toList();
    }

    List<Delivery> deliveries() {
        return entries.stream()
                .map(Entry::delivery)
                .filter(delivery -> delivery != null)
                .toList();
    }

    /** Of each owner that has any. What was delivered to it before is decided or refused too, for an owner's tasks keep their order. */
    Map<PartitionOwner, PartitionOwner.Task> lastDeliveries() {
        Map<PartitionOwner, PartitionOwner.Task> last = new LinkedHashMap<>();
        for (Entry entry : entries) {
            if (entry.delivery() != null) {
                last.put(entry.owner(), entry.task());
            }
        }
        return last;
    }

    SortedMap<Integer, Long> epochs() {
        SortedMap<Integer, Long> epochs = new TreeMap<>();
        entries.forEach(
                entry -> epochs.put(entry.owner().partition(), entry.owner().epoch()));
        return epochs;
    }

    /** Every auction the batch is about and that its owner knows. */
    Map<Long, AuctionState> auctions() {
        Map<Long, AuctionState> auctions = new HashMap<>();
        for (Entry entry : entries) {
            AuctionState auction = entry.owner().auction(entry.event().auctionId());
            if (auction != null) {
                auctions.put(auction.id(), auction);
            }
        }
        return auctions;
    }

    List<String> bids() {
        List<String> bids = new ArrayList<>();
        for (Event event : events()) {
            if (event instanceof Event.Bid bid) {
                bids.add(bid.message().bidId());
            }
        }
        return bids;
    }

    /** All whose credit the batch can change: the bidders, and the leaders now. */
    SortedSet<Long> accounts() {
        SortedSet<Long> accounts = new TreeSet<>();
        for (Event event : events()) {
            if (event instanceof Event.Bid bid) {
                accounts.add(bid.message().accountId());
            }
        }
        for (AuctionState auction : auctions().values()) {
            auction.openLot().filter(lot -> lot.leader() != null).ifPresent(lot -> accounts.add(lot.leader()));
        }
        return accounts;
    }
}
