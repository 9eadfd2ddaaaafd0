package gavel.harness.run.peak;

import gavel.driver.api.LoadSpec.Phases;
import gavel.harness.config.Configuration;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.peak.ProbeTimes;
import gavel.harness.peak.SearchSettings;
import gavel.harness.run.RunRequest;
import gavel.harness.setting.Durations;
import java.time.Duration;
import java.util.function.IntFunction;

/**
 * What a search for the peak is asked to do.
 *
 * @param sized makes the run for a deployment that is made for so many users
 * @param setUsers the first data set is made for
 * @param levels whether shares of the peak are measured when it is found
 * @param id of the result; null for a new one
 * @param resume whether that result's search was interrupted and goes on
 */
public record PeakRequest(
        IntFunction<RunRequest> sized, SearchSettings search, int setUsers, boolean levels, String id, boolean resume) {
    public PeakRequest {
        if (resume && id == null) {
            throw new IllegalArgumentException("only a search with a name can go on");
        }
        if (!sized.apply(setUsers).configuration().load().shape().constant()) {
            throw new ConfigurationException("a search needs a constant number of users: "
                    + "load.path.shape must be constant and load.arrivals.process none (load)");
        }
    }

    /** Half the users for a while, and the largest limit and a second are waited for. */
    private static final int BETWEEN_SECONDS = 21;

    private static final int LEVEL_MEASURE = 60;
    private static final double DEPLOY_SECONDS = 45;
    private static final double SECONDS_PER_LOADED_USER = 0.03;
    private static final double USUAL_PROBES = 9;
    private static final double USUAL_MEASURE = 0.6;
    private static final double STEP_SECONDS = 9;
    private static final double LEVELS = 3;

    /**
     * Until all users of a probe are there.
     *
     * @param present users who stay from before
     */
    int rampSeconds(int present, int users) {
        double coming = ProbeTimes.coming(present, users);
        return (int) Math.max(1, Math.round(ProbeTimes.ramp(run().rampSeconds(), coming)));
    }

    /**
     * Of a full-length probe whose users are all there.
     *
     * @param borne whether the system serves them well, as far as a few seconds show
     */
    Phases probe(boolean borne) {
        Phases run = run();
        return new Phases(
                1, (int) Math.round(ProbeTimes.warmUp(run.warmUpSeconds(), borne)), run.measureSeconds(), Phases.STAY);
    }

    private Phases run() {
        return configuration().load().phases();
    }

    Configuration configuration() {
        return sized.apply(setUsers).configuration();
    }

    /** Program that tells the power that is drawn; null where none is named. */
    String meter() {
        return configuration().costs().meter();
    }

    /** Of a system that was just deployed, before its first probe: what people of a run take until they are timed. */
    int warmUpSeconds() {
        Phases run = run();
        return Math.max(1, run.rampSeconds() + run.warmUpSeconds());
    }

    /** Of an interval beside the search, at a share of the peak. */
    Phases level(boolean borne) {
        Phases probe = probe(borne);
        return new Phases(
                probe.rampSeconds(),
                probe.warmUpSeconds(),
                Math.min(LEVEL_MEASURE, probe.measureSeconds()),
                Phases.STAY);
    }

    int earliestEndSeconds() {
        return ProbeTimes.earliestEnd(run().measureSeconds());
    }

    /** After a rest with half the users, if the system serves them well at once. */
    Duration longestProbe() {
        return seconds(probe(true));
    }

    private Duration seconds(Phases phases) {
        return Duration.ofSeconds(BETWEEN_SECONDS + rampSeconds(1, 2) + ProbeTimes.WINDOW + phases.totalSeconds());
    }

    /** @throws ConfigurationException where there is no time for one measurement */
    public void requireTime() {
        if (search.budget().compareTo(longestProbe()) < 0) {
            throw new ConfigurationException(
                    "the budget must be at least %s, which one measurement can take: %s (--budget)"
                            .formatted(Durations.spoken(longestProbe()), Durations.spoken(search.budget())));
        }
    }

    /** Whether the data set is there already, and the memory for its users. */
    boolean onStandingDeployment() {
        return sized.apply(setUsers).deployment() != null;
    }

    /** What a search takes whose climb comes to the end of what is allowed. */
    public Duration predictedAtTheEnd() {
        return predicted(1, 0);
    }

    /** What the whole search takes when it needs the usual number of probes and its first data set suffices. */
    public Duration predicted() {
        return predicted(Math.min(USUAL_PROBES, search.probes()), levels ? LEVELS : 0);
    }

    /** The same when it needs all the probes it may make. */
    public Duration predictedAtMost() {
        return predicted(search.probes(), levels ? LEVELS : 0);
    }

    /** What the search itself takes, if its budget does not end it: without the shares of the peak, which are measured when it is over. */
    Duration predictedSearch() {
        return Duration.ofSeconds(Math.round(searching(Math.min(USUAL_PROBES, search.probes()))));
    }

    private Duration predicted(double probes, double shares) {
        // At least a deployment and a climb, which no budget cuts short.
        double least = searching(0);
        double searching = Math.max(least, Math.min(search.budget().toSeconds(), searching(probes)));
        return Duration.ofSeconds(
                Math.round(searching + shares * seconds(level(true)).toSeconds()));
    }

    /** From the beginning of the first deployment, as the budget counts. */
    double searching(double probes) {
        Phases probe = probe(true);
        double measured = USUAL_MEASURE * probe.measureSeconds();
        double one = longestProbe().toSeconds() - probe.measureSeconds() + measured;
        double steps = 1 + Math.log((double) setUsers / search.from()) / Math.log(1.5);
        return DEPLOY_SECONDS
                + SECONDS_PER_LOADED_USER * setUsers
                + warmUpSeconds()
                + STEP_SECONDS * Math.max(1, steps)
                + probes * one;
    }
}
