package gavel.auction.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.auction.image.UnusablePictureException.Reason;
import gavel.auction.problem.ApiProblem;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class RenderQueueTest {
    private static final byte[] UPLOAD = {1};
    private static final Rendition DONE = new Rendition(PictureType.PNG, 1, 1, UPLOAD, UPLOAD, UPLOAD);

    @Test
    void decodesNoMoreThanAllowedAtOnceAndAllInTheEnd() {
        AtomicInteger busy = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        try (RenderQueue queue = new RenderQueue(2, 100, _ -> {
            most.accumulateAndGet(busy.incrementAndGet(), Math::max);
            Thread.yield();
            busy.decrementAndGet();
            return DONE;
        })) {
            var uploads =
                    IntStream.range(0, 50).mapToObj(_ -> onItsOwnThread(queue)).toList();

            assertThat(uploads).allSatisfy(upload -> assertThat(upload.join()).isSameAs(DONE));
            assertThat(most.get()).isBetween(1, 2);
        }
    }

    @Test
    void refusesWhatWouldWaitTooLong() throws Exception {
        CountDownLatch decoding = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        try (RenderQueue queue = new RenderQueue(1, 1, _ -> {
            decoding.countDown();
            await(release);
            return DONE;
        })) {
            var first = onItsOwnThread(queue);
            decoding.await();
            var second = onItsOwnThread(queue);
            while (queue.waiting() == 0) {
                Thread.onSpinWait();
            }

            assertThatThrownBy(() -> queue.render(UPLOAD)).isInstanceOfSatisfying(ApiProblem.class, problem -> {
                assertThat(problem.status().value()).isEqualTo(503);
                assertThat(problem.retryAfter()).isPositive().isLessThan(Duration.ofMinutes(1));
            });
            release.countDown();
            assertThat(first.join()).isSameAs(DONE);
            assertThat(second.join()).isSameAs(DONE);
        }
    }

    @Test
    void saysWhatIsWrongWithThePicture() {
        try (RenderQueue queue = new RenderQueue(1, 1, _ -> {
            throw new UnusablePictureException(Reason.WRONG_TYPE, "no picture");
        })) {
            assertThatThrownBy(() -> queue.render(UPLOAD))
                    .isInstanceOf(UnusablePictureException.class)
                    .hasMessage("no picture");
        }
    }

    private static CompletableFuture<Rendition> onItsOwnThread(RenderQueue queue) {
        CompletableFuture<Rendition> rendition = new CompletableFuture<>();
        Thread.startVirtualThread(() -> {
            try {
                rendition.complete(queue.render(UPLOAD));
            } catch (UnusablePictureException | RuntimeException e) {
                rendition.completeExceptionally(e);
            }
        });
        return rendition;
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
