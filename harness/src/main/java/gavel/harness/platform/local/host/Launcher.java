package gavel.harness.platform.local.host;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Starts every process from one thread that lives as long as the harness: the kernel's parent-death signal is sent when the thread that
 * started a process ends, not when its process does.
 */
final class Launcher {
    private final ExecutorService thread = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().name("process-launcher").daemon().factory());

    Process start(ProcessBuilder builder) throws IOException {
        try {
            return CompletableFuture.supplyAsync(() -> started(builder), thread).join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof CompletionException wrapped
                    && wrapped.getCause() instanceof IOException cause) {
                throw cause;
            }
            if (e.getCause() instanceof IOException cause) {
                throw cause;
            }
            throw e;
        }
    }

    private static Process started(ProcessBuilder builder) {
        try {
            return builder.start();
        } catch (IOException e) {
            throw new CompletionException(e);
        }
    }
}
