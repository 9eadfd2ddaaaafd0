package gavel.driver.run;

import gavel.driver.api.LoadSpec;
import gavel.driver.profile.Profile;
import gavel.driver.record.Recorder;

/**
 * When a measurement that may end early is worth another look. That is after each ten seconds whose last operation had as long as the
 * longest limit: what has not ended by then is late. Used by the run's thread.
 */
final class EarlyEnd {
    private static final long SECOND = 1_000_000_000L;
    private final long earliestNanos;
    private final long patienceNanos;
    private int looked;

    EarlyEnd(LoadSpec spec, Profile profile) {
        this.earliestNanos = spec.earliestEndSeconds() * SECOND;
        this.patienceNanos = profile.longestLimitMillis() * 1_000_000L;
    }

    /** Whether another batch can be looked at, of a measurement that goes on. */
    boolean due(long now, PhasePlan phases) {
        if (earliestNanos == 0 || now >= phases.to()) {
            return false;
        }
        long closed = (now - patienceNanos - phases.from()) / Recorder.BATCH_NANOS;
        boolean due = closed > looked && closed * Recorder.BATCH_NANOS >= earliestNanos;
        looked = due ? (int) closed : looked;
        return due;
    }

    /** So many ten seconds can be looked at. */
    int closed() {
        return looked;
    }
}
