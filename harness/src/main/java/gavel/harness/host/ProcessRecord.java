package gavel.harness.host;

/**
 * What the run directory remembers of a process. Pid and start time together name a process for good: a pid alone may be used again.
 *
 * @param startTicks start time of the process in clock ticks after boot, from {@code /proc/PID/stat}
 * @param signal that asks it to end
 */
public record ProcessRecord(String name, String tier, long pid, long startTicks, String signal) {
    static final String USUAL_SIGNAL = "TERM";

    public ProcessRecord {
        signal = signal == null ? USUAL_SIGNAL : signal;
    }

    public ProcessRecord(String name, String tier, long pid, long startTicks) {
        this(name, tier, pid, startTicks, USUAL_SIGNAL);
    }
}
