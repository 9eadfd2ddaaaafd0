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
 * What the owner does each second without being asked: starts auctions whose time has come, publishes a digest of them all, and
 * every tenth time looks for consigned lots of which the message was lost. Two or three statements at most, and one message. For the deciding thread.
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

    void round(Collection<Desk> desks) {
        Map<Integer, Desk> ready = new TreeMap<>();
        desks.stream().filter(Desk::isReady).forEach(desk -> ready.put(desk.partition(), desk));
        if (ready.isEmpty()) {
            return;
        }
        try {
            for (long id : records.dueToStart(ready.keySet())) {
                ready.get(Auctioneer.partitionOf(id)).addOnce(Desk.Task.own(new Event.Start(id)));
            }
            if (++rounds % ROUNDS_BETWEEN_COUNTS == 0) {
                findConsigned(ready.values());
            }
        } catch (RecordsException e) {
            observer.failed(e);
        }
        publishDigest(ready.values());
    }

    private void findConsigned(Collection<Desk> desks) {
        Map<Long, Desk> deskOf = new HashMap<>();
        desks.forEach(desk -> desk.auctions().forEach(auction -> deskOf.put(auction.id(), desk)));
        if (deskOf.isEmpty()) {
            return;
        }
        List<Long> grown = new ArrayList<>();
        records.queuedLots(deskOf.keySet()).forEach((id, queued) -> {
            if (queued > deskOf.get(id).auction(id).queuedLots()) {
                grown.add(id);
            }
        });
        grown.forEach(id -> deskOf.get(id).addOnce(Desk.Task.own(new Event.Refresh(id))));
    }

    private void publishDigest(Collection<Desk> desks) {
        Map<Long, Long> digest = new TreeMap<>();
        for (Desk desk : desks) {
            for (AuctionState auction : desk.auctions()) {
                digest.put(auction.id(), auction.revision());
            }
        }
        if (digest.isEmpty()) {
            return;
        }
        try {
            announcements.digest(digest);
        } catch (IOException e) {
            desks.forEach(Desk::hangUp);
        }
    }
}
