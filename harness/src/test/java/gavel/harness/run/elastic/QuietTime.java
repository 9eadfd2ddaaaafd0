package gavel.harness.run.elastic;

import gavel.harness.time.Timekeeper;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import jdk.management.VirtualThreadSchedulerMXBean;

/**
 * Time that passes only while nobody works, and then at once to the moment that somebody waits for: whatever the machine does meanwhile, all
 * threads see the same times. Nobody works while the thread that made it and all virtual threads wait.
 */
final class QuietTime implements Timekeeper, AutoCloseable {
    private static final VirtualThreadSchedulerMXBean VIRTUAL =
            ManagementFactory.getPlatformMXBean(VirtualThreadSchedulerMXBean.class);
    /** Somebody who is about to work is not seen for less than that. */
    private static final long MOMENT_NANOS = 30_000;
    /** A thread of another test may never end, and somebody may work for long: then time passes all the same. */
    private static final long LONGEST_NANOS = 50_000_000;

    /** A wait that has ended goes on being one until whoever waits has noticed. */
    private record Wait(Instant until, CountDownLatch over) {}

    private final Thread maker = Thread.currentThread();
    private final List<Wait> waits = new ArrayList<>();
    private Instant now = Instant.parse("2026-01-02T03:04:05Z");
    private final Thread clock = Thread.ofPlatform().daemon().start(this::run);

    @Override
    public synchronized Instant instant() {
        return now;
    }

    @Override
    public void pause(Duration duration) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        Wait wait;
        synchronized (this) {
            wait = new Wait(now.plus(duration), new CountDownLatch(1));
            waits.add(wait);
        }
        try {
            wait.over().await();
        } finally {
            synchronized (this) {
                waits.remove(wait);
            }
        }
    }

    private void run() {
        long since = System.nanoTime();
        while (!Thread.currentThread().isInterrupted()) {
            boolean worked = works();
            LockSupport.parkNanos(MOMENT_NANOS);
            if (!worked && !works() || System.nanoTime() - since > LONGEST_NANOS) {
                next();
                since = System.nanoTime();
            }
        }
    }

    private boolean works() {
        return maker.getState() == Thread.State.RUNNABLE
                || VIRTUAL.getMountedVirtualThreadCount() > 0
                || VIRTUAL.getQueuedVirtualThreadCount() > 0;
    }

    private synchronized void next() {
        if (waits.stream().noneMatch(wait -> wait.over().getCount() == 0)) {
            waits.stream().min(Comparator.comparing(Wait::until)).ifPresent(first -> {
                now = first.until().isAfter(now) ? first.until() : now;
                first.over().countDown();
            });
        }
    }

    @Override
    public void close() {
        clock.interrupt();
    }
}
