package gavel.auction.history;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/** Runs the {@link AttendanceRelay} as long as the application runs, on one thread of its own; an end of the application waits for a batch. */
@Component
final class AttendanceRelayLoop implements SmartLifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(AttendanceRelayLoop.class);
    private static final long PAUSE_MILLIS = 250;
    private static final long STOP_SECONDS = 5;

    private final AttendanceRelay relay;
    private ScheduledExecutorService thread;
    private boolean failing;

    AttendanceRelayLoop(AttendanceRelay relay) {
        this.relay = relay;
    }

    @Override
    public synchronized void start() {
        if (thread == null) {
            thread = Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().daemon().name("attendance-relay").factory());
            thread.scheduleWithFixedDelay(this::relay, PAUSE_MILLIS, PAUSE_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    @Override
    public synchronized void stop() {
        if (thread == null) {
            return;
        }
        thread.shutdown();
        try {
            if (!thread.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS)) {
                thread.shutdownNow();
            }
        } catch (InterruptedException e) {
            thread.shutdownNow();
            Thread.currentThread().interrupt();
        }
        thread = null;
    }

    @Override
    public synchronized boolean isRunning() {
        return thread != null;
    }

    /** An exception would end the schedule, so the failure is logged, once for each outage, and the next turn tries again. */
    private void relay() {
        try {
            relay.relay();
            if (failing) {
                LOG.info("The attendance history is written again");
                failing = false;
            }
        } catch (RuntimeException e) {
            if (!failing) {
                LOG.warn("The attendance history cannot be written now and will be later: {}", e.toString());
                failing = true;
            }
        }
    }
}
