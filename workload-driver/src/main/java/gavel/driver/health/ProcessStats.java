package gavel.driver.health;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * This process and its machine at one moment, as the JVM and the kernel count them.
 *
 * @param stolenTicks processor time the hypervisor took, and all processor time, in the kernel's ticks; 0 where unknown
 */
record ProcessStats(
        double cpuSeconds, long gcMillis, long openDescriptors, long descriptorLimit, long stolenTicks, long allTicks) {
    private static final Path SYSTEM = Path.of("/proc/stat");
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
    private static final int STEAL = 7;
    private static final int GUEST = 8;

    static ProcessStats now() {
        long gc = 0;
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            gc += pauses(collector.getName()) ? Math.max(0, collector.getCollectionTime()) : 0;
        }
        long[] ticks = ticks();
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
                ? new ProcessStats(
                        system.getProcessCpuTime() / 1e9,
                        gc,
                        openDescriptors(system),
                        system.getMaxFileDescriptorCount(),
                        ticks[0],
                        ticks[1])
                : new ProcessStats(0, gc, 0, 0, ticks[0], ticks[1]);
    }

    /** Whether the program stands still for what counts under this name: ZGC and Shenandoah tell their cycles, which go on beside it, apart. */
    static boolean pauses(String collector) {
        return !collector.endsWith(" Cycles");
    }

    /** Since Linux 6.2 the directory's size is their number; before, they have to be listed, which takes 10 ms for 15,000. */
    private static long openDescriptors(UnixOperatingSystemMXBean system) {
        try {
            long known = Files.size(DESCRIPTORS);
            return known > 0 ? known : system.getOpenFileDescriptorCount();
        } catch (IOException ignored) {
            return system.getOpenFileDescriptorCount();
        }
    }

    private static long[] ticks() {
        try {
            List<String> lines = Files.readAllLines(SYSTEM);
            return ticks(lines.getFirst());
        } catch (IOException | RuntimeException ignored) {
            return new long[2];
        }
    }

    /** From the line {@code cpu user nice system idle iowait irq softirq steal guest …}: stolen and all; guests are in user already. */
    static long[] ticks(String line) {
        String[] fields = line.strip().split("\\s+");
        long all = 0;
        for (int i = 1; i <= Math.min(GUEST, fields.length - 1); i++) {
            all += Long.parseLong(fields[i]);
        }
        return new long[] {fields.length > GUEST ? Long.parseLong(fields[STEAL + 1]) : 0, all};
    }

    /** Share of the machine's processor time that others got since {@code earlier}, 0..1. */
    double stolenShareSince(ProcessStats earlier) {
        long all = allTicks - earlier.allTicks;
        return all <= 0 ? 0 : Math.clamp((double) (stolenTicks - earlier.stolenTicks) / all, 0, 1);
    }
}
