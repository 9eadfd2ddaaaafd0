package gavel.auction.showcase;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntFunction;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/** The lots under the hammer, read at most once a second on each node however many people look. Any thread may use it. */
@Component
final class OpenLots {
    /** Longest list: people do not page further through what is running now. */
    static final int MOST = 1_000;

    static final Duration FRESH = Duration.ofSeconds(1);

    private final IntFunction<List<OfferedLot>> rows;
    private final InstantSource clock;
    private final ReentrantLock reading = new ReentrantLock();
    private volatile Kept kept = new Kept(Instant.MIN, List.of());

    private record Kept(Instant readAt, List<OfferedLot> lots) {
        /** What was read at a time to come is not: the clock was set back. */
        boolean isFresh(Instant now) {
            return Duration.between(readAt, now).abs().compareTo(FRESH) < 0;
        }
    }

    @Autowired
    OpenLots(ShowcaseStore store, InstantSource clock) {
        this(store::open, clock);
    }

    OpenLots(IntFunction<List<OfferedLot>> rows, InstantSource clock) {
        this.rows = rows;
        this.clock = clock;
    }

    /** As they stand now. */
    List<OfferedLot> all() {
        Kept found = kept;
        if (!found.isFresh(clock.instant())) {
            found = read();
        }
        Duration elapsed = Duration.between(found.readAt, clock.instant());
        return found.lots.stream().map(lot -> lot.after(elapsed)).toList();
    }

    /** Its age counts from its end: else all who waited for one that took a second would read again, one after another. */
    private Kept read() {
        reading.lock();
        try {
            Kept found = kept;
            if (!found.isFresh(clock.instant())) {
                List<OfferedLot> lots = List.copyOf(rows.apply(MOST));
                found = new Kept(clock.instant(), lots);
                kept = found;
            }
            return found;
        } finally {
            reading.unlock();
        }
    }
}
