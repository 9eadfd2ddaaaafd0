package gavel.auction.live;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.auction.broker.LiveView;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class WaiterTest {
    private static final Snapshot NEWS = new Snapshot(new LiveView(4, "RUNNING", 8, null, null, null));

    private final Told told = new Told();
    private final Waiter waiter = told.waiter("ada", 7);

    @Test
    void newsIsShownOnce() {
        waiter.show(NEWS);
        waiter.show(NEWS);
        waiter.nothingNew();

        assertThat(told.all()).containsExactly("ada saw 8");
        assertThat(waiter.isAnswered()).isTrue();
    }

    @Test
    void afterItsTimeNoNewsIsShown() {
        waiter.nothingNew();
        waiter.show(NEWS);

        assertThat(told.all()).containsExactly("ada saw nothing");
    }

    @Test
    void whoIsGoneIsToldNothing() {
        assertThat(waiter.forget()).isTrue();

        waiter.show(NEWS);
        waiter.nothingNew();

        assertThat(told.all()).isEmpty();
        assertThat(waiter.isAnswered()).isTrue();
    }

    @Test
    void whoWasAnsweredCannotBeForgottenAnyMore() {
        waiter.show(NEWS);

        assertThat(waiter.forget()).isFalse();
    }

    @Test
    void itKnowsWhatItsClientHasSeen() {
        assertThat(waiter.after()).isEqualTo(7);
        assertThat(waiter.isAnswered()).isFalse();
    }

    @Test
    void newsTimerAndClientMayComeAtTheSameMoment() throws Exception {
        for (int round = 0; round < 200; round++) {
            AtomicInteger answers = new AtomicInteger();
            Waiter contested = new Waiter(7, new Waiter.Reply() {
                @Override
                public void show(Snapshot snapshot) {
                    answers.incrementAndGet();
                }

                @Override
                public void nothingNew() {
                    answers.incrementAndGet();
                }
            });
            CyclicBarrier together = new CyclicBarrier(3);
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                threads.submit(() -> {
                    together.await(20, TimeUnit.SECONDS);
                    contested.show(NEWS);
                    return null;
                });
                threads.submit(() -> {
                    together.await(20, TimeUnit.SECONDS);
                    contested.nothingNew();
                    return null;
                });
                threads.submit(() -> {
                    together.await(20, TimeUnit.SECONDS);
                    if (contested.forget()) {
                        answers.incrementAndGet();
                    }
                    return null;
                });
            }
            assertThat(answers).hasValue(1);
        }
    }
}
