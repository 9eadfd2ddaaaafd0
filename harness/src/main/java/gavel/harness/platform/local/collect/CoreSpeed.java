package gavel.harness.platform.local.collect;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * How long a core of this machine takes for arithmetic that keeps all of its units busy: chains that do not wait for one another, in
 * registers only. Timed by the processor time of the calculating thread, so its waiting for a core does not count. It rises where another
 * hardware thread works on the same physical core (simultaneous multithreading), be it of another virtual machine. Then everything takes
 * longer, while neither stolen time nor a single chain of such arithmetic says so.
 */
final class CoreSpeed {
    /** About half a millisecond of them, so that a search is not disturbed. */
    private static final int STEPS = 200_000;

    private static final int WARM_UPS = 20;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** What the chains end with, so that no compiler leaves them out. */
    private long end;

    private CoreSpeed() {}

    /** Of compiled code from its first call on. */
    static CoreSpeed ofThisMachine() {
        CoreSpeed speed = new CoreSpeed();
        for (int i = 0; i < WARM_UPS; i++) {
            speed.nanos();
        }
        return speed;
    }

    /** Nanoseconds of one step of every chain, the mean of many. */
    double nanos() {
        long begin = THREADS.getCurrentThreadCpuTime();
        end = chains(end);
        return (double) (THREADS.getCurrentThreadCpuTime() - begin) / STEPS;
    }

    /** Additions, shifts and multiplications by turns: eight results that depend on none of the others of their step. */
    static long chains(long from) {
        long a = from;
        long b = from + 1;
        long c = from + 2;
        long d = from + 3;
        long e = from + 4;
        long f = from + 5;
        long g = from + 6;
        long h = from + 7;
        for (int i = 0; i < STEPS; i++) {
            a += 3;
            b ^= b << 3;
            c += i;
            d ^= d >>> 5;
            e = e * 5 + 3;
            f -= i;
            g += 7;
            h ^= i;
        }
        return a + b + c + d + e + f + g + h;
    }
}
