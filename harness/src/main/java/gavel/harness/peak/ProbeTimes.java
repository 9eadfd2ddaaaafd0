package gavel.harness.peak;

/** How long the parts of a probe take beside those of a run of the same length: for searches and for their simulation alike. Pure. */
public final class ProbeTimes {
    /** Seconds after which it is decided whether a system serves its users well. */
    public static final int WINDOW = 5;
    /** Such windows at most before a measurement, a minute: queues that are not gone by then do not go. */
    public static final int MOST_WINDOWS = 12;

    private static final double WARM_UP = 0.25;
    private static final int SHORTEST = 10;
    /**
     * Ten seconds can be looked at when their last operations have had as long as the longest limit, and the next are finished. A minute, a
     * lot's cycle, is measured at least.
     */
    private static final int EARLIEST_END = 50;

    private ProbeTimes() {}

    /** Share of the users of a probe who are not there yet, 0..1. */
    public static double coming(double present, double users) {
        return (users - present) / users;
    }

    /**
     * People come as quickly as those of a run with as many. Near the peak little capacity is left for new users: quicker, their sessions' beginnings
     * would queue into the measurement.
     *
     * @param run seconds of a run's ramp
     */
    public static double ramp(double run, double coming) {
        return run * coming;
    }

    /**
     * From when the system bears its people, which it is looked at for a {@link #WINDOW} at a time, to the measurement. A quarter of a
     * run's is enough, because it has long been warm. Nothing is waited for where it does not bear them after {@link #MOST_WINDOWS}.
     *
     * @param run seconds of a run's warm-up
     */
    public static double warmUp(double run, boolean borne) {
        return borne ? run * WARM_UP : 0;
    }

    /** Seconds of a measurement after which its answer may be looked at before its end: a third of a short one. */
    public static int earliestEnd(int measure) {
        return Math.max(SHORTEST, Math.min(EARLIEST_END, measure / 3));
    }
}
