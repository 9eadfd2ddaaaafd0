package gavel.auction.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.auction.broker.LiveView;
import gavel.auction.broker.Messages;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LiveNewsTest {
    private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final AtomicInteger reads = new AtomicInteger();
    private final LiveViews views = new LiveViews(this::row, Runnable::run);
    private final LiveNews news = new LiveNews(views, InstantSource.fixed(NOW), meters);

    @Test
    void aViewIsShownAndItsDelayCounted() {
        news.arrive("auction.4", Messages.write(view(7, NOW.minusMillis(12))));

        assertThat(views.known(4)).isEqualTo(7);
        assertThat(meters.get("gavel.live.news.delay").timer().totalTime(TimeUnit.MILLISECONDS))
                .isEqualTo(12);
    }

    @Test
    void aDigestThatTellsOfAMissedViewHasTheRowRead() {
        news.arrive("auction.4", Messages.write(view(7, NOW)));

        news.arrive("digest.4", Messages.write(Map.of("4", 8)));

        assertThat(reads).hasValue(1);
        assertThat(views.known(4)).isEqualTo(9);
    }

    @Test
    void aDigestThatTellsNothingNewReadsNothing() {
        news.arrive("auction.4", Messages.write(view(7, NOW)));

        news.arrive("digest.4", Messages.write(Map.of("4", 7, "68", 3)));

        assertThat(reads).hasValue(0);
        assertThat(views.size())
                .as("an auction nobody here looked at stays unknown")
                .isEqualTo(1);
        assertThat(meters.get("gavel.live.digests").counter().count()).isEqualTo(1);
    }

    @Test
    void whatIsNoNewsChangesNothing() {
        assertThatThrownBy(() -> news.arrive("auction.4", "{".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(RuntimeException.class);

        assertThat(views.size()).isZero();
    }

    private Optional<LiveView> row(long auction) {
        reads.incrementAndGet();
        return Optional.of(view(9, NOW));
    }

    private static LiveView view(long revision, Instant changedAt) {
        return new LiveView(4, "RUNNING", revision, null, null, changedAt);
    }
}
