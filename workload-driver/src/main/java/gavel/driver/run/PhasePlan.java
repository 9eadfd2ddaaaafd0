package gavel.driver.run;

import gavel.driver.api.LoadSpec.Phases;
import gavel.driver.user.RunWindow;

/** When each phase of a run begins and ends, in nanoseconds of the engine's clock. Immutable. */
record PhasePlan(long start, long rampEnd, long from, long to, long holdEnd, long end) {
    private static final long SECOND = 1_000_000_000L;

    /** @param holdMillis after the measurement, where there is one */
    static PhasePlan of(Phases phases, long holdMillis, long startNanos) {
        long rampEnd = startNanos + phases.rampSeconds() * SECOND;
        long from = rampEnd + phases.warmUpSeconds() * SECOND;
        long to = from + phases.measureSeconds() * SECOND;
        long holdEnd = phases.measureSeconds() == 0 ? to : to + holdMillis * 1_000_000L;
        return new PhasePlan(
                startNanos, rampEnd, from, to, holdEnd, holdEnd + Math.max(0, phases.rampDownSeconds()) * SECOND);
    }

    String nameAt(long nanos) {
        if (nanos < rampEnd) {
            return "RAMP";
        }
        if (nanos < from) {
            return "WARM_UP";
        }
        if (nanos < to) {
            return "MEASURE";
        }
        return nanos < holdEnd ? "HOLD" : "RAMP_DOWN";
    }

    /** The same with a measurement that ends at another moment. */
    PhasePlan endingAt(long moment) {
        return new PhasePlan(start, rampEnd, from, moment, holdEnd - to + moment, end - to + moment);
    }

    RunWindow window() {
        return new RunWindow(start, rampEnd, from, to);
    }
}
