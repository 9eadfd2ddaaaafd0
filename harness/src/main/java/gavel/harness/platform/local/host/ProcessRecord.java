package gavel.harness.platform.local.host;

/**
 * What the run directory remembers of a process. Pid and start time together name a process for good: a pid alone may be used again.
 *
 * @param host name of the host it runs on
 * @param startTicks start time of the process in clock ticks after boot, from {@code /proc/PID/stat}
 * @param signal that asks it to end
 */
public record ProcessRecord(String name, String tier, String host, long pid, long startTicks, String signal) {
    public static final String USUAL_SIGNAL = "TERM";

    public ProcessRecord {
        host = host == null ? LocalHost.NAME : host;
        signal = signal == null ? USUAL_SIGNAL : signal;
    }

    public ProcessRecord(String name, String tier, long pid, long startTicks) {
        this(name, tier, LocalHost.NAME, pid, startTicks, USUAL_SIGNAL);
    }
}
