package gavel.auction.live;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.auction.broker.LiveView;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScreenTest {
    private final Told told = new Told();
    private final Screen screen = new Screen(snapshot("RUNNING", 7));

    @Test
    void whoHasSeenTheLatestWaits() {
        Waiter waiter = told.waiter("ada", 7);

        assertThat(screen.join(waiter)).isTrue();
        assertThat(screen.isWatched()).isTrue();
        assertThat(screen.waiting()).containsExactly(waiter);
    }

    @Test
    void whoIsBehindNeedNot() {
        assertThat(screen.join(told.waiter("ada", 6))).isFalse();
        assertThat(screen.isWatched()).isFalse();
    }

    @Test
    void whoClaimsToHaveSeenTheFutureWaitsUntilItComes() {
        Waiter ahead = told.waiter("ada", 9);
        screen.join(ahead);

        assertThat(screen.show(snapshot("RUNNING", 9))).isEmpty();
        assertThat(screen.show(snapshot("RUNNING", 10))).containsExactly(ahead);
    }

    @Test
    void theScreenAnswersNobodyItself() {
        screen.join(told.waiter("ada", 7));

        screen.show(snapshot("RUNNING", 8));

        assertThat(told.all()).isEmpty();
        assertThat(screen.isWatched()).isFalse();
    }

    @Test
    void whoWasWokenIsNotWokenAgain() {
        screen.join(told.waiter("ada", 7));

        assertThat(screen.show(snapshot("RUNNING", 8))).hasSize(1);
        assertThat(screen.show(snapshot("RUNNING", 9))).isEmpty();
    }

    @ParameterizedTest(name = "{0} {1}, then {2} {3}: {4}")
    @CsvSource({
        "RUNNING,   7, RUNNING,   8, true",
        "RUNNING,   7, RUNNING,   7, false",
        "RUNNING,   7, RUNNING,   6, false",
        "RUNNING,   7, COMPLETE,  8, true",
        "RUNNING,   7, COMPLETE,  7, false",
        "SCHEDULED, 0, CANCELLED, 0, true",
        "SCHEDULED, 0, SCHEDULED, 0, false",
        "CANCELLED, 0, SCHEDULED, 0, false",
        "COMPLETE,  9, RUNNING,   8, false"
    })
    void theScreenNeverGoesBack(String state, long revision, String nextState, long next, boolean shown) {
        Screen other = new Screen(snapshot(state, revision));

        other.show(snapshot(nextState, next));

        assertThat(other.latest().view().state()).isEqualTo(shown ? nextState : state);
        assertThat(other.latest().revision()).isEqualTo(shown ? next : revision);
    }

    @Test
    void whoLeavesIsNotWoken() {
        Waiter waiter = told.waiter("ada", 7);
        screen.join(waiter);

        assertThat(waiter.forget()).isTrue();

        assertThat(screen.isWatched()).isFalse();
        assertThat(screen.show(snapshot("RUNNING", 8))).isEmpty();
        assertThat(waiter.forget()).as("he is gone already").isFalse();
    }

    @Test
    void theRowIsReadByOneAtATime() {
        assertThat(screen.beginRefresh()).isTrue();
        assertThat(screen.beginRefresh()).isFalse();

        screen.endRefresh();

        assertThat(screen.beginRefresh()).isTrue();
    }

    @Test
    void nobodyFallsBetweenJoiningAndShowing() throws Exception {
        int people = 200;
        ConcurrentLinkedQueue<String> answered = new ConcurrentLinkedQueue<>();
        CountDownLatch start = new CountDownLatch(1);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int person = 0; person < people; person++) {
                String name = "p" + person;
                threads.execute(() -> {
                    await(start);
                    Waiter waiter = told.waiter(name, 7);
                    if (!screen.join(waiter)) {
                        answered.add(name);
                    }
                });
            }
            threads.execute(() -> {
                await(start);
                List<Waiter> woken = screen.show(snapshot("RUNNING", 8));
                woken.forEach(waiter -> answered.add(waiter.toString()));
            });
            start.countDown();
        }

        assertThat(answered).as("shown at once, or woken").hasSize(people);
        assertThat(screen.isWatched()).isFalse();
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static Snapshot snapshot(String state, long revision) {
        return new Snapshot(new LiveView(4, state, revision, null, null, null));
    }
}
