package gavel.auction.dataset.load;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Threads for the parts of a load. The first failure is the one that is told. */
public final class Workers implements AutoCloseable {
    private final ExecutorService threads = Executors.newCachedThreadPool(
            Thread.ofPlatform().name("load-", 1).daemon().factory());

    /** A part of the work. */
    public interface Work {
        void run() throws Exception;
    }

    public CompletableFuture<Void> start(Work work) {
        return CompletableFuture.runAsync(() -> call(work), threads);
    }

    public CompletableFuture<Void> startAfter(CompletableFuture<?> earlier, Work work) {
        return earlier.thenRunAsync(() -> call(work), threads);
    }

    public static CompletableFuture<Void> all(CompletableFuture<?>... parts) {
        return CompletableFuture.allOf(parts);
    }

    /** Waits for all parts, or until one has failed. */
    public static void join(CompletableFuture<?>... parts) {
        CompletableFuture<Void> all = all(parts);
        for (CompletableFuture<?> part : parts) {
            part.whenComplete((_, failure) -> {
                if (failure != null) {
                    all.completeExceptionally(failure);
                }
            });
        }
        try {
            all.join();
        } catch (CompletionException | CancellationException e) {
            throw new LoadFailedException(rootOf(e));
        }
    }

    private static void call(Work work) {
        try {
            work.run();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new CompletionException(e);
        }
    }

    private static Throwable rootOf(Throwable e) {
        Throwable cause = e;
        while ((cause instanceof CompletionException || cause instanceof LoadFailedException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    /** Interrupts what still runs. */
    @Override
    public void close() {
        threads.shutdownNow();
    }
}
