package gavel.driver.news;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * One loop's record of which followers should hear of which bid. A pair is a bid and a follower that attended from the bid's intended start
 * until it parsed a view with at least the bid's revision. Costs one visit per follower of the auction and bid. Owned by the loop.
 */
public final class NewsMatcher {
    private final Map<Long, List<NewsReader>> readers = new HashMap<>();
    private final NewsTally tally;

    public NewsMatcher(NewsTally tally) {
        this.tally = tally;
    }

    public NewsTally tally() {
        return tally;
    }

    public void join(NewsReader reader) {
        readers.computeIfAbsent(reader.auctionId(), _ -> new ArrayList<>()).add(reader);
    }

    /** A reader leaves: what it still waits for is late if the limit has passed, else no pair. */
    public void leave(NewsReader reader, long nowNanos) {
        List<NewsReader> attending = readers.get(reader.auctionId());
        if (attending == null || !attending.remove(reader)) {
            return;
        }
        if (attending.isEmpty()) {
            readers.remove(reader.auctionId());
        }
        giveUp(reader, nowNanos);
    }

    private void giveUp(NewsReader reader, long nowNanos) {
        for (AcceptedBid bid : reader.awaited()) {
            if (nowNanos - bid.intendedNanos() > tally.limitNanos()) {
                tally.undelivered(bid, bid.bidder() == reader.user(), nowNanos);
            }
        }
        reader.awaited().clear();
    }

    /** A reader parsed a view. */
    public void parsed(NewsReader reader, long revision, long nowNanos) {
        reader.parsed(revision, nowNanos);
        for (Iterator<AcceptedBid> bids = reader.awaited().iterator(); bids.hasNext(); ) {
            AcceptedBid bid = bids.next();
            if (bid.revision() <= revision) {
                tally.delivered(bid, bid.bidder() == reader.user(), nowNanos);
                bids.remove();
            }
        }
    }

    /** A bid was accepted, here or on another loop. */
    public void accepted(AcceptedBid bid) {
        for (NewsReader reader : readers.getOrDefault(bid.auctionId(), List.of())) {
            if (!reader.attendedFrom(bid.intendedNanos())) {
                continue;
            }
            long parsed = reader.firstParsed(bid.revision());
            if (parsed >= 0) {
                tally.delivered(bid, bid.bidder() == reader.user(), parsed);
            } else {
                reader.awaited().add(bid);
            }
        }
    }

    /** The measurement is over and everything had its time: what is still awaited was never delivered. */
    public void finish(long nowNanos) {
        readers.values().forEach(attending -> attending.forEach(reader -> giveUp(reader, nowNanos)));
    }
}
