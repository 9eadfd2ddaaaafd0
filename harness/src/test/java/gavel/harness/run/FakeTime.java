package gavel.harness.run;

import gavel.harness.time.Timekeeper;
import java.time.Duration;
import java.time.Instant;

/** Time that passes only when somebody waits for it. */
public final class FakeTime implements Timekeeper {
    private Instant now = Instant.parse("2026-01-02T03:04:05Z");

    @Override
    public synchronized Instant instant() {
        return now;
    }

    @Override
    public synchronized void pause(Duration duration) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        now = now.plus(duration);
    }
}
