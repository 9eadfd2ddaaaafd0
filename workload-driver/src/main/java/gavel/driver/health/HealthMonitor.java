package gavel.driver.health;

import gavel.driver.api.LoadReport.DriverHealth;
import gavel.driver.loop.EngineLoop;
import gavel.driver.loop.LoopThread;
import gavel.driver.loop.LoopUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Watches whether the driver itself is fit to judge others: how busy its loops are, how long they wait for a processor, garbage
 * collection, descriptors. Used by one thread that is no loop's. Shares are over the time since {@link #begin}.
 */
public final class HealthMonitor {
    private final List<EngineLoop> loops;
    private final LongSupplier clock;
    private List<Glance> began;
    private List<Glance> lastSecond;
    private ProcessStats processBegan;
    private long beganNanos;
    private long mostDescriptors;

    private record Glance(LoopUsage usage, LoopThread.Times times) {}

    public HealthMonitor(List<EngineLoop> loops, LongSupplier clock) {
        this.loops = List.copyOf(loops);
        this.clock = clock;
        begin();
    }

    /** Forgets what was: the measurement begins. */
    public void begin() {
        beganNanos = clock.getAsLong();
        began = glance();
        lastSecond = began;
        processBegan = ProcessStats.now();
        mostDescriptors = processBegan.openDescriptors();
    }

    /** Busy share of the busiest loop since the last call, 0..1. Call each second. */
    public double busyShareOfInterval() {
        List<Glance> now = glance();
        double busiest = busiest(now, lastSecond);
        lastSecond = now;
        mostDescriptors = Math.max(mostDescriptors, ProcessStats.now().openDescriptors());
        return busiest;
    }

    /** The worst loop's shares since {@link #begin}. */
    public DriverHealth health() {
        long elapsed = clock.getAsLong() - beganNanos;
        List<Glance> now = glance();
        ProcessStats process = ProcessStats.now();
        double queued = 0;
        for (int i = 0; i < now.size(); i++) {
            queued = Math.max(
                    queued, now.get(i).times().queuedShareSince(began.get(i).times(), elapsed));
        }
        mostDescriptors = Math.max(mostDescriptors, process.openDescriptors());
        return new DriverHealth(
                loops.size(),
                busiest(now, began),
                queued,
                process.cpuSeconds() - processBegan.cpuSeconds(),
                elapsed <= 0 ? 0 : (process.gcMillis() - processBegan.gcMillis()) * 1e6 / elapsed,
                mostDescriptors,
                process.descriptorLimit(),
                process.stolenShareSince(processBegan));
    }

    private List<Glance> glance() {
        List<Glance> glances = new ArrayList<>();
        for (EngineLoop loop : loops) {
            glances.add(new Glance(loop.usage(), loop.thread().times()));
        }
        return glances;
    }

    private static double busiest(List<Glance> now, List<Glance> before) {
        double busiest = 0;
        for (int i = 0; i < now.size(); i++) {
            busiest = Math.max(
                    busiest, now.get(i).usage().busyShareSince(before.get(i).usage()));
        }
        return busiest;
    }
}
