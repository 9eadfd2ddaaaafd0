package gavel.auction.partition.deciding;

import gavel.auction.engine.AuctionState;
import gavel.auction.engine.Event;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the owner does each second without being asked: starts auctions whose time has come, and publishes a digest of them all. Every tenth
 * time it looks for consigned lots of which the message was lost. Two or three statements at most, and one message. For the deciding
 * thread.
 */
final class Housekeeping {
    static final int ROUNDS_BETWEEN_COUNTS = 10;

    private final AuctionRecords records;
    private final Announcements announcements;
    private final Observer observer;
    private int rounds;

    Housekeeping(AuctionRecords records, Announcements announcements, Observer observer) {
        this.records = records;
        this.announcements = announcements;
        this.observer = observer;
    }

    void round(Collection<PartitionOwner> owners) {
        Map<Integer, PartitionOwner> ready = new TreeMap<>();
        owners.stream().filter(PartitionOwner::isReady).forEach(owner -> ready.put(owner.partition(), owner));
        if (ready.isEmpty()) {
            return;
        }
        try {
            for (long id : records.dueToStart(ready.keySet())) {
                ready.get(Auctioneer.partitionOf(id)).addOnce(PartitionOwner.Task.own(new Event.Start(id)));
            }
            if (++rounds % ROUNDS_BETWEEN_COUNTS == 0) {
                findConsigned(ready.values());
            }
        } catch (RecordsException e) {
            observer.failed(e);
        }
        publishDigest(ready.values());
    }

    private void findConsigned(Collection<PartitionOwner> owners) {
        Map<Long, PartitionOwner> ownerOf = new HashMap<>();
        owners.forEach(owner -> owner.auctions().forEach(auction -> ownerOf.put(auction.id(), owner)));
        if (ownerOf.isEmpty()) {
            return;
        }
        List<Long> grown = new ArrayList<>();
        records.queuedLots(ownerOf.keySet()).forEach((id, queued) -> {
            if (queued > ownerOf.get(id).auction(id).queuedLots()) {
                grown.add(id);
            }
        });
        grown.forEach(id -> ownerOf.get(id).addOnce(PartitionOwner.Task.own(new Event.Refresh(id))));
    }

    private void publishDigest(Collection<PartitionOwner> owners) {
        Map<Long, Long> digest = new TreeMap<>();
        for (PartitionOwner owner : owners) {
            for (AuctionState auction : owner.auctions()) {
                digest.put(auction.id(), auction.revision());
            }
        }
        if (digest.isEmpty()) {
            return;
        }
        try {
            announcements.digest(digest);
        } catch (IOException e) {
            owners.forEach(PartitionOwner::hangUp);
        }
    }
}
