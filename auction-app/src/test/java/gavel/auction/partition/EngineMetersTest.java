package gavel.auction.partition;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.auction.broker.BidMessage;
import gavel.auction.engine.Outcome;
import gavel.auction.partition.deciding.Delivery;
import gavel.auction.partition.deciding.RecordsException;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class EngineMetersTest {
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final AtomicLong nanos = new AtomicLong();
    private final List<Long> changedItems = new ArrayList<>();
    private final ItemNews observer = new ItemNews(new EngineMeters(meters, nanos::get), changedItems::add);

    @Test
    void decisionAndNewsAreBothCountedFromTheArrival() {
        List<Delivery> deliveries = List.of(arrived(0), arrived(2));

        nanos.set(Duration.ofMillis(5).toNanos());
        observer.committed(outcome(Map.of()), deliveries, Duration.ofMillis(3).toNanos());
        nanos.set(Duration.ofMillis(9).toNanos());
        observer.told(outcome(Map.of()), deliveries);

        Timer decision = meters.get("gavel.engine.decision").timer();
        assertThat(decision.count()).isEqualTo(2);
        assertThat(decision.totalTime(TimeUnit.MILLISECONDS))
                .as("(5 - 0) + (5 - 2)")
                .isEqualTo(8);
        Timer news = meters.get("gavel.engine.news").timer();
        assertThat(news.totalTime(TimeUnit.MILLISECONDS))
                .as("(9 - 0) + (9 - 2)")
                .isEqualTo(16);
        assertThat(meters.get("gavel.engine.transaction").timer().totalTime(TimeUnit.MILLISECONDS))
                .isEqualTo(3);
        assertThat(meters.get("gavel.engine.batch.size").summary().totalAmount())
                .isEqualTo(2);
    }

    @Test
    void itemsTheHammerChangedAreTold() {
        observer.told(outcome(Map.of(17L, Outcome.ItemState.SOLD)), List.of());

        assertThat(changedItems).containsExactly(17L);
    }

    @Test
    void failuresAndDeadLettersAreCounted() {
        observer.failed(new RecordsException.Conflict("changed", null));
        observer.failed(new RecordsException.Conflict("changed", null));
        observer.deadLettered(arrived(0), "on purpose");

        assertThat(meters.get("gavel.engine.failures")
                        .tag("kind", "Conflict")
                        .counter()
                        .count())
                .isEqualTo(2);
        assertThat(meters.get("gavel.engine.dead.letters").counter().count()).isEqualTo(1);
    }

    private static Outcome outcome(Map<Long, Outcome.ItemState> items) {
        return new Outcome(Map.of(), List.of(), List.of(), items, Map.of(), List.of(), List.of());
    }

    private static Delivery arrived(long millis) {
        BidMessage bid = new BidMessage("b", 2, 3, 4, BigDecimal.TEN, "key", Instant.EPOCH, "replies");
        return new Delivery(3, 1, Duration.ofMillis(millis).toNanos(), new Delivery.Content.Bid(bid), new byte[0]);
    }
}
