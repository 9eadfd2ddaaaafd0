package gavel.auction.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.auction.broker.LiveView;
import gavel.auction.broker.Messages;
import gavel.auction.broker.RevisionDigest;
import gavel.auction.broker.Topology;
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
    void aChangeIsShownAndItsDelayCounted() {
        news.arrive("auction.4", Messages.write(view(6, NOW.minusSeconds(60))));
        news.arrive("auction.4", Messages.write(view(7, NOW.minusMillis(12))));

        assertThat(views.known(4)).isEqualTo(7);
        assertDelays(1, 12);
    }

    @Test
    void theFirstViewOfAnAuctionMayBeAnyAgeAndIsNoDelay() {
        news.arrive("auction.4", Messages.write(view(7, NOW.minusSeconds(3_600))));

        assertThat(views.known(4)).as("it is shown all the same").isEqualTo(7);
        assertDelays(0, 0);
    }

    @Test
    void whatANewOwnerRepeatsIsNoDelay() {
        news.arrive("auction.4", Messages.write(view(7, NOW.minusSeconds(30))));
        news.arrive("auction.4", Messages.write(view(7, NOW.minusSeconds(30))));
        news.arrive("auction.4", Messages.write(view(5, NOW.minusSeconds(90))));
        news.arrive("auction.4", Messages.write(view(7, NOW.minusSeconds(30))));

        assertDelays(0, 0);
    }

    @Test
    void aChangeCountsAlthoughItsRowWasReadBeforeTheNewsCame() {
        news.arrive("auction.4", Messages.write(view(7, NOW)));
        views.refresh(4);
        assertThat(views.known(4)).isEqualTo(9);

        news.arrive("auction.4", Messages.write(view(8, NOW.minusMillis(700))));

        assertDelays(1, 700);
    }

    @Test
    void theEndCountsOnceHoweverOftenItIsTold() {
        news.arrive("auction.4", Messages.write(view(7, NOW.minusSeconds(5))));
        LiveView end = new LiveView(4, "COMPLETE", 8, null, null, NOW.minusMillis(30));

        news.arrive("auction.4", Messages.write(end));
        news.arrive("auction.4", Messages.write(end));

        assertDelays(1, 30);
    }

    @Test
    void aChangeWithoutATimeIsShownAndNotCounted() {
        news.arrive("auction.4", Messages.write(view(7, NOW)));
        news.arrive("auction.4", Messages.write(view(8, null)));

        assertThat(views.known(4)).isEqualTo(8);
        assertDelays(0, 0);
    }

    private void assertDelays(long count, double millis) {
        var delay = meters.get("gavel.live.news.delay").timer();
        assertThat(delay.count()).isEqualTo(count);
        assertThat(delay.totalTime(TimeUnit.MILLISECONDS)).isEqualTo(millis);
    }

    @Test
    void aDigestThatTellsOfAMissedViewHasTheRowRead() {
        news.arrive("auction.4", Messages.write(view(7, NOW)));

        news.arrive(Topology.DIGEST, RevisionDigest.write(Map.of(4L, 8L)));

        assertThat(reads).hasValue(1);
        assertThat(views.known(4)).isEqualTo(9);
    }

    @Test
    void aDigestThatTellsNothingNewReadsNothing() {
        news.arrive("auction.4", Messages.write(view(7, NOW)));

        news.arrive(Topology.DIGEST, RevisionDigest.write(Map.of(4L, 7L, 68L, 3L)));

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
