package gavel.harness.platform.local.proc;

import java.util.List;

/**
 * The whole machine's counters from {@code /proc/stat} and {@code /proc/meminfo}, in ticks since boot.
 *
 * @param busyTicks of tasks and interrupts
 * @param interruptTicks of them in interrupts, which belong to no process
 * @param runnable tasks running or ready to run at this moment
 */
public record MachineStat(
        long busyTicks,
        long interruptTicks,
        long idleTicks,
        long ioWaitTicks,
        long stealTicks,
        int runnable,
        int cores,
        long memoryTotalBytes,
        long memoryAvailableBytes) {

    /** Fields of the {@code cpu} line: user nice system idle iowait irq softirq steal (guest time is already within user). */
    public static MachineStat parse(List<String> stat, List<String> meminfo) {
        long busy = 0;
        long interrupts = 0;
        long idle = 0;
        long ioWait = 0;
        long steal = 0;
        int runnable = 0;
        int cores = 0;
        for (String line : stat) {
            if (line.startsWith("cpu ")) {
                String[] f = line.substring(4).trim().split(" +");
                interrupts = ticks(f, 5) + ticks(f, 6);
                busy = ticks(f, 0) + ticks(f, 1) + ticks(f, 2) + interrupts;
                idle = ticks(f, 3);
                ioWait = ticks(f, 4);
                steal = ticks(f, 7);
            } else if (line.startsWith("cpu")) {
                cores++;
            } else if (line.startsWith("procs_running ")) {
                runnable = Integer.parseInt(line.substring(14).trim());
            }
        }
        return new MachineStat(
                busy,
                interrupts,
                idle,
                ioWait,
                steal,
                runnable,
                cores,
                kib(meminfo, "MemTotal:"),
                kib(meminfo, "MemAvailable:"));
    }

    private static long ticks(String[] fields, int index) {
        return index < fields.length ? Long.parseLong(fields[index]) : 0;
    }

    private static long kib(List<String> meminfo, String key) {
        return meminfo.stream()
                .filter(line -> line.startsWith(key))
                .mapToLong(line -> 1024
                        * Long.parseLong(line.substring(key.length()).trim().split(" ")[0]))
                .findFirst()
                .orElse(0);
    }

    /** Worked for processes and kernel threads since then. */
    public long taskTicksSince(MachineStat earlier) {
        return busyTicks - interruptTicks - earlier.busyTicks + earlier.interruptTicks;
    }

    public long totalTicks() {
        return busyTicks + idleTicks + ioWaitTicks + stealTicks;
    }

    /** Share of the time since {@code earlier} in which the cores worked, 0..1. */
    public double busyShareSince(MachineStat earlier) {
        return share(busyTicks - earlier.busyTicks, earlier);
    }

    public double stealShareSince(MachineStat earlier) {
        return share(stealTicks - earlier.stealTicks, earlier);
    }

    public double ioWaitShareSince(MachineStat earlier) {
        return share(ioWaitTicks - earlier.ioWaitTicks, earlier);
    }

    private double share(long ticks, MachineStat earlier) {
        long total = totalTicks() - earlier.totalTicks();
        return total <= 0 ? 0 : Math.clamp((double) ticks / total, 0, 1);
    }
}
