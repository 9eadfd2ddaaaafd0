package gavel.auction.dataset.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WorkersTest {
    private final Workers workers = new Workers();

    @AfterEach
    void close() {
        workers.close();
    }

    @Test
    void partsRunAtTheSameTime() {
        CountDownLatch both = new CountDownLatch(2);
        Workers.Work meeting = () -> {
            both.countDown();
            assertThat(both.await(10, TimeUnit.SECONDS)).isTrue();
        };

        Workers.join(workers.start(meeting), workers.start(meeting));

        assertThat(both.getCount()).isZero();
    }

    @Test
    void whatComesAfterStartsWhenTheEarlierPartIsDone() {
        AtomicBoolean earlierDone = new AtomicBoolean();
        AtomicBoolean seen = new AtomicBoolean();
        var earlier = workers.start(() -> earlierDone.set(true));

        Workers.join(workers.startAfter(earlier, () -> seen.set(earlierDone.get())));

        assertThat(seen).isTrue();
    }

    @Test
    void theFailureToldIsTheOneThatHappened() {
        var failing = workers.start(() -> {
            throw new IOException("disk full");
        });

        assertThatThrownBy(() -> Workers.join(failing))
                .isInstanceOf(LoadFailedException.class)
                .hasRootCauseInstanceOf(IOException.class)
                .hasMessageContaining("disk full");
    }

    /** Else an hour of pictures passes before a full disk of the database is told. */
    @Test
    void aFailureIsToldWhileOtherPartsGoOn() {
        CountDownLatch never = new CountDownLatch(1);
        var going = workers.start(never::await);
        var failing = workers.start(() -> {
            throw new IOException("disk full");
        });

        assertThat(CompletableFuture.runAsync(() -> Workers.join(going, failing)))
                .failsWithin(Duration.ofSeconds(10))
                .withThrowableOfType(ExecutionException.class)
                .withMessageContaining("disk full");
    }

    @Test
    void whatComesAfterAFailureIsNotBegun() {
        AtomicBoolean begun = new AtomicBoolean();
        var failing = workers.start(() -> {
            throw new IllegalStateException("no");
        });
        var after = workers.startAfter(failing, () -> begun.set(true));

        assertThatThrownBy(() -> Workers.join(after)).hasRootCauseInstanceOf(IllegalStateException.class);
        assertThat(begun).isFalse();
    }

    @Test
    void aFailureWithinAPartThatJoinsPartsOfItsOwnKeepsItsCause() {
        var outer = workers.start(() -> Workers.join(workers.start(() -> {
            throw new IOException("inner");
        })));

        assertThatThrownBy(() -> Workers.join(outer))
                .hasMessageContaining("inner")
                .hasRootCauseMessage("inner");
    }

    @Test
    void closingInterruptsWhatStillRuns() throws InterruptedException {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        workers.start(() -> {
            running.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.countDown();
            }
        });
        assertThat(running.await(10, TimeUnit.SECONDS)).isTrue();

        workers.close();

        assertThat(interrupted.await(10, TimeUnit.SECONDS)).isTrue();
    }
}
