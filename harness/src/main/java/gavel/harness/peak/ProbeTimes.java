package gavel.harness.peak;

/** How long the parts of a probe take beside those of a run of the same length: for searches and for their simulation alike. Pure. */
public final class ProbeTimes {
    private static final double LEAST_WARM_UP = 0.25;
    private static final int SHORTEST = 10;
    /**
     * Ten seconds can be looked at when their last operations have had as long as the longest limit, and the next are finished: a minute, a
     * lot's cycle, is measured at least.
     */
    private static final int EARLIEST_END = 50;

    private ProbeTimes() {}

    /** Share of the users of a probe who are not there yet, 0..1. */
    public static double coming(double present, double users) {
        return (users - present) / users;
    }

    /**
     * People come as quickly as those of a run with as many. Near the peak little is left for who comes: quicker, their sessions' beginnings
     * would queue into the measurement.
     *
     * @param run seconds of a run's ramp
     */
    public static double ramp(double run, double coming) {
        return run * coming;
    }

    /**
     * As large a part of a run's, a quarter at least, because the system has long been warm.
     *
     * @param run seconds of a run's warm-up
     */
    public static double warmUp(double run, double coming) {
        return run * Math.max(LEAST_WARM_UP, coming);
    }

    /** Seconds of a measurement after which its answer may be looked at before its end: a third of a short one. */
    public static int earliestEnd(int measure) {
        return Math.max(SHORTEST, Math.min(EARLIEST_END, measure / 3));
    }
}
