package gavel.auction.image;

import gavel.auction.problem.ApiProblem;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Bounds how many pictures are decoded at once, and how many uploads wait for that.
 *
 * <p>Decoding is computing without a pause, so it has few platform threads of its own: on the virtual threads of the requests it would
 * hold up everything else.
 */
final class RenderQueue implements AutoCloseable {
    private static final Duration RETRY_AFTER = Duration.ofSeconds(2);
    private static final long IDLE_SECONDS = 30;

    private final Renderer renderer;
    private final ThreadPoolExecutor threads;

    /** What is done with an upload. */
    @FunctionalInterface
    interface Renderer {
        Rendition render(byte[] upload) throws UnusablePictureException, InterruptedException;
    }

    RenderQueue(int decoders, int waiting, Renderer renderer) {
        this.renderer = renderer;
        threads = new ThreadPoolExecutor(
                decoders,
                decoders,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(waiting),
                Thread.ofPlatform().daemon().name("picture-", 0).factory());
        threads.allowCoreThreadTimeOut(true);
    }

    /** Waits for the result. @throws ApiProblem 503 when too many uploads wait already */
    Rendition render(byte[] upload) throws UnusablePictureException {
        Future<Rendition> rendition;
        try {
            rendition = threads.submit(() -> renderer.render(upload));
        } catch (RejectedExecutionException e) {
            throw ApiProblem.unavailable("Too many pictures are being uploaded.", RETRY_AFTER);
        }
        try {
            return rendition.get();
        } catch (InterruptedException e) {
            rendition.cancel(false);
            Thread.currentThread().interrupt();
            throw ApiProblem.unavailable("The server is stopping.", RETRY_AFTER);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnusablePictureException unusable) {
                throw unusable;
            }
            throw new IllegalStateException("a picture could not be rendered", e.getCause());
        }
    }

    int waiting() {
        return threads.getQueue().size();
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
