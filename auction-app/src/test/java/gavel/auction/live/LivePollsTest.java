package gavel.auction.live;

import static gavel.auction.problem.Problems.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import gavel.auction.broker.LiveView;
import gavel.auction.settings.TestSettings;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockAsyncContext;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

class LivePollsTest {
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");

    private final Map<Long, LiveView> rows = new HashMap<>();
    private final LiveViews views = new LiveViews(id -> Optional.ofNullable(rows.get(id)), Runnable::run);
    private long nanos;
    private final LivePolls polls = new LivePolls(
            views,
            new HoldTimer(Duration.ofSeconds(30), () -> nanos),
            InstantSource.fixed(NOON),
            Runnable::run,
            TestSettings.of(Map.of("gavel.live.waiters", "2")).live());

    /** A request on its way through the node. */
    private static final class Exchange {
        private final MockHttpServletResponse response = new MockHttpServletResponse();
        private final MockHttpServletRequest request = new MockHttpServletRequest("GET", "/api/auctions/4/live") {
            @Override
            public AsyncContext startAsync() {
                return startAsync(this, response);
            }
        };

        Exchange() {
            request.setAsyncSupported(true);
        }

        boolean isHeld() {
            return request.isAsyncStarted();
        }
    }

    @Test
    void whoHasSeenNothingIsAnsweredAtOnce() throws IOException {
        views.offer(view(7));

        Exchange first = poll(0);

        assertThat(first.request.isAsyncStarted()).isFalse();
        assertThat(first.response.getContentAsString()).contains("\"revision\":7");
        assertThat(first.response.getHeader("Cache-Control")).isEqualTo("no-store");
        assertThat(first.response.getContentType()).isEqualTo("application/json");
        assertThat(first.response.getContentLength()).isEqualTo(first.response.getContentAsByteArray().length);
    }

    @Test
    void whoIsBehindIsAnsweredAtOnce() throws IOException {
        views.offer(view(7));

        assertThat(poll(6).response.getContentAsString()).contains("\"revision\":7");
        assertThat(polls.held()).isZero();
    }

    @Test
    void whoHasSeenTheLatestIsHeldUntilThereIsNews() throws IOException {
        views.offer(view(7));
        Exchange held = poll(7);
        assertThat(held.isHeld()).isTrue();
        assertThat(polls.held()).isEqualTo(1);

        views.offer(view(8));

        assertThat(held.isHeld()).isFalse();
        assertThat(held.response.getContentAsString()).contains("\"revision\":8");
        assertThat(polls.held()).isZero();
    }

    @Test
    void aNewerRevisionThanTheNodeKnowsHasTheRowRead() throws IOException {
        views.offer(view(7));
        rows.put(4L, view(9));

        assertThat(poll(8).response.getContentAsString()).contains("\"revision\":9");
    }

    @Test
    void afterItsTimeAHeldRequestIsAnsweredThatThereIsNothing() throws IOException {
        views.offer(view(7));
        Exchange held = poll(7);

        pass(Duration.ofSeconds(29));
        assertThat(held.isHeld()).isTrue();
        pass(Duration.ofSeconds(3));

        assertThat(held.isHeld()).isFalse();
        assertThat(held.response.getStatus()).isEqualTo(204);
        assertThat(held.response.getContentAsByteArray()).isEmpty();
        assertThat(polls.held()).isZero();
    }

    @Test
    void moreThanTheNodeTakesAreToldToComeBack() throws IOException {
        views.offer(view(7));
        poll(7);
        poll(7);

        assertRefused(503, () -> poll(7)).hasMessageContaining("Too many");
        assertThat(polls.held()).isEqualTo(2);

        views.offer(view(8));
        assertThat(poll(8).isHeld()).as("there is room again").isTrue();
    }

    @Test
    void whoWentAwayLeavesRoomForAnother() throws IOException {
        views.offer(view(7));
        Exchange gone = poll(7);
        for (AsyncListener listener : ((MockAsyncContext) gone.request.getAsyncContext()).getListeners()) {
            listener.onError(new AsyncEvent(gone.request.getAsyncContext()));
        }

        assertThat(polls.held()).isZero();
        views.offer(view(8));
        assertThat(polls.held()).as("it is not counted twice").isZero();
        assertThat(gone.response.getContentAsByteArray()).isEmpty();
    }

    @Test
    void aNodeThatLeavesAnswersEveryoneAndHoldsNobodyLong() throws IOException {
        views.offer(view(7));
        Exchange before = poll(7);

        polls.drain();
        assertThat(before.response.getStatus()).isEqualTo(204);
        Exchange after = poll(7);
        assertThat(after.isHeld()).isTrue();
        pass(Duration.ofSeconds(3));

        assertThat(after.response.getStatus()).isEqualTo(204);
        assertThat(polls.held()).isZero();
    }

    @Test
    void anAuctionNobodyHeldIsNotFound() {
        assertRefused(404, () -> poll(0));
        assertThat(polls.held()).isZero();
    }

    @Test
    void everyAnswerTellsTheTimeThatRemainsWhenItIsWritten() throws IOException {
        views.offer(view(7));

        assertThat(poll(0).response.getContentAsString()).contains("\"closesInMillis\":30000");
    }

    private Exchange poll(long after) throws IOException {
        Exchange exchange = new Exchange();
        polls.poll(4, after, exchange.request, exchange.response);
        return exchange;
    }

    private void pass(Duration time) {
        nanos += time.toNanos();
        polls.tick();
    }

    private static LiveView view(long revision) {
        LiveView.LiveLot lot = new LiveView.LiveLot(
                31, 9, "Clock", "OPEN", BigDecimal.TEN, BigDecimal.TEN, null, 0, NOON.plusSeconds(30));
        return new LiveView(4, "RUNNING", revision, lot, null, NOON);
    }
}
