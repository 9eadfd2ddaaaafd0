package gavel.harness.platform.local.proc;

/** Quota periods of a control group, and those in which it was held back (cpu.stat of cgroups v1 and v2). */
public record Throttling(long periods, long throttled) {
    public static final Throttling NONE = new Throttling(0, 0);

    public double shareSince(Throttling earlier) {
        long passed = periods - earlier.periods;
        return passed <= 0 ? 0 : (double) (throttled - earlier.throttled) / passed;
    }
}
