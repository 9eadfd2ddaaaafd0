package gavel.harness.platform;

import java.util.List;
import java.util.stream.LongStream;

/**
 * What a kernel has counted since it started, for all of its containers together (proc_stat(5)). Each number only grows.
 *
 * @param switches from one task to another
 * @param forks processes and threads that were started
 * @param interrupts that were served
 */
public record KernelCounts(long switches, long forks, long interrupts) {
    /** Of a kernel that does not say. */
    public static final KernelCounts UNKNOWN = new KernelCounts(0, 0, 0);

    /** @param stat lines of {@code /proc/stat} */
    public static KernelCounts parse(List<String> stat) {
        return new KernelCounts(first(stat, "ctxt "), first(stat, "processes "), first(stat, "intr "));
    }

    private static long first(List<String> stat, String name) {
        return stat.stream()
                .filter(line -> line.startsWith(name))
                .flatMapToLong(line -> LongStream.of(
                        Long.parseLong(line.substring(name.length()).strip().split(" ", 2)[0])))
                .findFirst()
                .orElse(0);
    }

    public boolean known() {
        return switches > 0 && forks > 0 && interrupts > 0;
    }

    /** Whether one kernel can have said all three, in this order. */
    boolean between(KernelCounts before, KernelCounts after) {
        return ordered(before.switches, switches, after.switches)
                && ordered(before.forks, forks, after.forks)
                && ordered(before.interrupts, interrupts, after.interrupts);
    }

    private static boolean ordered(long first, long second, long third) {
        return first <= second && second <= third;
    }
}
