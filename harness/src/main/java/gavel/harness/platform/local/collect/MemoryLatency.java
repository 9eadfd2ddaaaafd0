package gavel.harness.platform.local.collect;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.SplittableRandom;

/**
 * How long this machine takes to read what no cache holds: each read tells where the next one is, around a ring of 64 MiB in random
 * order. Timed by the processor time of the reading thread, so its waiting for a core does not count. It rises where others on the same
 * hardware use its memory, and then everything takes longer, while no counter of stolen time says so.
 */
final class MemoryLatency {
    static final int LINES = 1 << 20;
    /** A line of a cache: 64 bytes. */
    private static final int LINE_INTS = 16;
    /** Some milliseconds of them, so that a search is not disturbed. */
    private static final int READS = 20_000;

    private static final long SEED = 1;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final int[] ring;
    private int at;

    private MemoryLatency(int[] ring) {
        this.ring = ring;
    }

    /** One ring for all collectors of this process, made when the first one needs it. */
    private static final class Shared {
        static final int[] RING = ring();
    }

    static MemoryLatency ofThisMachine() {
        return new MemoryLatency(Shared.RING);
    }

    /** Where the next line is, in the first integer of each: one circle through all of them (Sattolo's algorithm). */
    static int[] ring() {
        int[] ring = new int[LINES * LINE_INTS];
        for (int line = 0; line < LINES; line++) {
            ring[line * LINE_INTS] = line * LINE_INTS;
        }
        SplittableRandom random = new SplittableRandom(SEED);
        for (int line = LINES - 1; line > 0; line--) {
            int other = random.nextInt(line) * LINE_INTS;
            int next = ring[line * LINE_INTS];
            ring[line * LINE_INTS] = ring[other];
            ring[other] = next;
        }
        return ring;
    }

    /** Nanoseconds of one read, the mean of some thousands. */
    double nanos() {
        long begin = THREADS.getCurrentThreadCpuTime();
        int next = at;
        for (int i = 0; i < READS; i++) {
            next = ring[next];
        }
        at = next;
        return (double) (THREADS.getCurrentThreadCpuTime() - begin) / READS;
    }
}
