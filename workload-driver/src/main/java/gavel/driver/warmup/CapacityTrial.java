package gavel.driver.warmup;

import gavel.driver.api.LoopCapacity;
import gavel.driver.loop.EngineLoop;
import gavel.driver.loop.EngineLoops;
import gavel.driver.loop.LoopUsage;
import gavel.driver.loop.Transport;
import java.io.IOException;
import java.time.Duration;
import java.util.function.LongSupplier;

/** Measures how much one loop can do here: the exchanges of the warm-up with all their checks, as fast as answers come. */
public final class CapacityTrial {
    private CapacityTrial() {}

    /**
     * Blocks for both times.
     *
     * @param warmUp for compilers, not counted
     * @param clock monotonic nanoseconds
     */
    public static LoopCapacity run(Duration warmUp, Duration measured, LongSupplier clock)
            throws IOException, InterruptedException {
        try (EngineLoops loops = EngineLoops.open(1, Transport.forSockets(), clock)) {
            EngineLoop loop = loops.all().getFirst();
            WarmUp.run(loops, Long.MAX_VALUE, warmUp);
            LoopUsage before = loop.usage();
            long exchanges = WarmUp.run(loops, Long.MAX_VALUE, measured);
            LoopUsage after = loop.usage();
            return new LoopCapacity(
                    exchanges, (after.elapsedNanos() - before.elapsedNanos()) / 1e9, after.busyShareSince(before));
        }
    }
}
