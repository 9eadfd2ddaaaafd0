package gavel.auction.partition.outbox;

import gavel.auction.partition.deciding.RecordsException;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies decisions from the outbox to the bid history, each at least once and in order. A document store that is away delays the
 * history and nothing else. One thread calls it.
 */
public final class HistoryRelay {
    /** A portion of this size may not have been all. */
    public static final int FULL = 200;

    private static final Logger LOG = LoggerFactory.getLogger(HistoryRelay.class);

    private final Outbox outbox;
    private final BidHistory history;
    private final InstantSource clock;
    private volatile Duration lag = Duration.ZERO;

    public HistoryRelay(Outbox outbox, BidHistory history, InstantSource clock, MeterRegistry meters) {
        this.outbox = outbox;
        this.history = history;
        this.clock = clock;
        Gauge.builder("gavel.outbox.lag", this, relay -> relay.lag.toMillis() / 1_000.0)
                .description("age of the oldest decision that was not in the history at the last look")
                .baseUnit("seconds")
                .register(meters);
    }

    /** Copies one portion; returns how many bids it had, negative when it failed. */
    public int relay() {
        try {
            List<Outbox.Pending> pending = outbox.pending(FULL);
            lag = pending.stream()
                    .map(each -> Duration.between(each.bid().decidedAt(), clock.instant()))
                    .max(Duration::compareTo)
                    .orElse(Duration.ZERO);
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
