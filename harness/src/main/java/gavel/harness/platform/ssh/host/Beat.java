package gavel.harness.platform.ssh.host;

import gavel.harness.failure.HarnessException;
import gavel.harness.platform.ssh.far.FarHost;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A far end that hears nothing takes the harness for dead, so it is asked something now and then. */
public record Beat(Thread thread, Process process) implements AutoCloseable {
    private static final Duration EVERY = Duration.ofSeconds(20);
    private static final long ENDING_SECONDS = 3;

    /** Goes on while the far end's process lives; ends the process when there is no answer, or when the thread is interrupted. */
    public static Beat start(String host, FarHost far, Process process) {
        return start(host, far, process, EVERY);
    }

    static Beat start(String host, FarHost far, Process process, Duration every) {
        Thread thread = Thread.ofVirtual().name("beat-" + host).start(() -> {
            try {
                while (process.isAlive()) {
                    Thread.sleep(every);
                    far.clock();
                }
            } catch (HarnessException | InterruptedException ended) {
                process.destroy();
            }
        });
        return new Beat(thread, process);
    }

    /** Ends the far end's process with it, at first by the end of what it reads. */
    @Override
    public void close() {
        thread.interrupt();
        try {
            process.getOutputStream().close();
            process.waitFor(ENDING_SECONDS, TimeUnit.SECONDS);
        } catch (IOException ended) {
            process.destroy();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.destroy();
    }
}
