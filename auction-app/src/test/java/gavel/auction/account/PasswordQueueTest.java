package gavel.auction.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.auction.problem.ApiProblem;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class PasswordQueueTest {
    private static final Executor REQUESTS = Thread::startVirtualThread;
    private static final Duration LONG = Duration.ofSeconds(20);

    private final MeterRegistry meters = new SimpleMeterRegistry();

    @Test
    void hashesNoMoreThanAllowedAtOnceAndAllInTheEnd() {
        AtomicInteger busy = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        try (PasswordQueue queue = new PasswordQueue(2, 50, LONG, meters)) {
            List<CompletableFuture<String>> requests = IntStream.range(0, 50)
                    .mapToObj(_ -> request(queue, () -> {
                        most.accumulateAndGet(busy.incrementAndGet(), Math::max);
                        Thread.yield();
                        busy.decrementAndGet();
                        return Thread.currentThread().isVirtual() ? "a request's" : "the queue's";
                    }))
                    .toList();

            assertThat(requests)
                    .allSatisfy(request ->
                            assertThat(request.join()).as("whose thread").isEqualTo("the queue's"));
            assertThat(most.get()).isBetween(1, 2);
            assertThat(queue.working()).isZero();
        }
    }

    @Test
    void oneMoreThanHavePlacesIsToldToComeAgainAtOnce() {
        CountDownLatch release = new CountDownLatch(1);
        try (PasswordQueue queue = new PasswordQueue(1, 2, LONG, meters)) {
            CompletableFuture<String> first = request(queue, () -> held(release));
            CompletableFuture<String> second = request(queue, () -> held(release));
            while (queue.working() < 2) {
                Thread.onSpinWait();
            }

            assertRefused(() -> queue.admit(() -> "not done"));
            release.countDown();
            assertThat(first.join()).isEqualTo("hashed");
            assertThat(second.join()).isEqualTo("hashed");
            assertThat(request(queue, () -> "hashed").join()).isEqualTo("hashed");
            assertThat(meters.get("gavel.passwords.refused").counter().count()).isEqualTo(1);
        }
    }

    @Test
    void whoseTurnHasNotComeInTimeIsToldToComeAgainAndIsNotHashed() {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        AtomicBoolean abandoned = new AtomicBoolean();
        try (PasswordQueue queue = new PasswordQueue(1, 10, Duration.ofMillis(50), meters)) {
            occupy(queue, begun, release);

            assertRefused(() -> queue.hash(() -> abandoned.getAndSet(true)));
            release.countDown();
            CountDownLatch next = new CountDownLatch(1);
            while (next.getCount() > 0) {
                attempt(queue, next::countDown);
            }

            assertThat(abandoned).isFalse();
        }
    }

    @Test
    void aPlaceIsGivenBackAfterAFailure() {
        try (PasswordQueue queue = new PasswordQueue(1, 1, LONG, meters)) {
            assertThatThrownBy(() -> queue.admit(() -> {
                        throw new IllegalArgumentException("wrong");
                    }))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> queue.admit(() -> queue.hash(() -> {
                        throw new IllegalArgumentException("wrong");
                    })))
                    .isInstanceOf(IllegalStateException.class)
                    .hasRootCauseMessage("wrong");

            assertThat(queue.working()).isZero();
        }
    }

    private static CompletableFuture<String> request(PasswordQueue queue, Supplier<String> hashing) {
        return CompletableFuture.supplyAsync(() -> queue.admit(() -> queue.hash(hashing)), REQUESTS);
    }

    /** The one thread is busy, however late it begins. */
    private static void occupy(PasswordQueue queue, CountDownLatch begun, CountDownLatch release) {
        while (begun.getCount() > 0) {
            attempt(queue, () -> {
                begun.countDown();
                held(release);
            });
        }
    }

    private static void attempt(PasswordQueue queue, Runnable hashing) {
        try {
            queue.hash(() -> {
                hashing.run();
                return true;
            });
        } catch (ApiProblem late) {
            assertThat(late.status().value()).isEqualTo(503);
        }
    }

    private static String held(CountDownLatch release) {
        try {
            release.await();
            return "hashed";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "interrupted";
        }
    }

    private static void assertRefused(ThrowingCallable request) {
        assertThatThrownBy(request).isInstanceOfSatisfying(ApiProblem.class, problem -> {
            assertThat(problem.status().value()).isEqualTo(503);
            assertThat(problem.retryAfter()).isPositive().isLessThan(Duration.ofMinutes(1));
        });
    }
}
