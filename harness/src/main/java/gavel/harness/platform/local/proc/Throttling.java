package gavel.harness.platform.local.proc;

/** Quota periods of a control group, and those in which it was held back (cpu.stat of cgroups v1 and v2). */
public record Throttling(long periods, long throttled) {
    public static final Throttling NONE = new Throttling(0, 0);

    /** Where it counts less than before it is another group, of a container that was started anew: then all it counts is since. */
    public double shareSince(Throttling earlier) {
        Throttling since = periods < earlier.periods || throttled < earlier.throttled ? NONE : earlier;
        long passed = periods - since.periods;
        return passed <= 0 ? 0 : (double) (throttled - since.throttled) / passed;
    }
}
