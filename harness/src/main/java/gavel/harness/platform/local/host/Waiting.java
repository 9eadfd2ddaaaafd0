package gavel.harness.platform.local.host;

import gavel.harness.failure.EnvironmentException;
import gavel.harness.time.Timekeeper;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for what a process has to bring about. */
public final class Waiting {
    private static final int LINES_OF_A_FAILURE = 20;

    private Waiting() {}

    /**
     * Waits until the condition holds while the process that has to bring it about is alive.
     *
     * @throws EnvironmentException with the tail of the log when the process ends or the time is over
     */
    public static void awaitReady(
            Timekeeper time, Host host, HostProcess process, BooleanSupplier ready, Duration timeout)
            throws InterruptedException {
        boolean decided = time.await(() -> ready.getAsBoolean() || !process.alive(), timeout);
        // A port can answer although the process is gone: then another process answers.
        if (decided && process.alive() && ready.getAsBoolean()) {
            return;
        }
        String what = process.alive()
                ? "was not ready within " + timeout.toSeconds() + " s"
                : "ended before it was ready"
                        + (process.exitCode().isPresent()
                                ? " with exit code " + process.exitCode().getAsInt()
                                : "");
        throw new EnvironmentException(
                process.name() + " " + what + " (log: " + process.log() + ")",
                host.tail(process.log(), LINES_OF_A_FAILURE),
                null);
    }
}
