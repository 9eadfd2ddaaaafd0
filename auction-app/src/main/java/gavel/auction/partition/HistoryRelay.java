package gavel.auction.partition;

import gavel.auction.partition.deciding.RecordsException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies decisions from the outbox to the bid history, each at least once and in order. A document store that is away delays the
 * history and nothing else. One thread calls it.
 */
final class HistoryRelay {
    private static final Logger LOG = LoggerFactory.getLogger(HistoryRelay.class);

    private final Outbox outbox;
    private final BidHistory history;
    private final int mostPerPartition;

    HistoryRelay(Outbox outbox, BidHistory history, int mostPerPartition) {
        this.outbox = outbox;
        this.history = history;
        this.mostPerPartition = mostPerPartition;
    }

    /** Copies one portion; returns how many bids it had, negative when it failed. */
    int relay() {
        try {
            List<Outbox.Pending> pending = outbox.pending(mostPerPartition);
            if (!pending.isEmpty()) {
                history.append(pending.stream().map(Outbox.Pending::bid).toList());
                outbox.stored(pending);
            }
            return pending.size();
        } catch (RecordsException e) {
            LOG.warn("The outbox of bid decisions could not be read: {}", e.getMessage());
        } catch (RuntimeException e) {
            LOG.warn("The bid history could not be written, trying again: {}", e.toString());
        }
        return -1;
    }
}
