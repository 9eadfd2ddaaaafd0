package gavel.harness.host;

/**
 * What the run directory remembers of a process. Pid and start time together name a process for good: a pid alone may be used again.
 *
 * @param startTicks start time of the process in clock ticks after boot, from {@code /proc/PID/stat}
 */
public record ProcessRecord(String name, String tier, long pid, long startTicks) {}
