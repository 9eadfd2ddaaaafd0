package gavel.harness.run.peak;

import gavel.driver.api.LoadSpec.Phases;
import gavel.harness.config.Configuration;
import gavel.harness.experiment.TimeRange;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.peak.PeakSearch;
import gavel.harness.peak.ProbeTimes;
import gavel.harness.peak.SearchSettings;
import gavel.harness.run.Plan;
import gavel.harness.run.RunRequest;
import gavel.harness.setting.Durations;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;

/**
 * What a search for the peak is asked to do.
 *
 * @param sized makes the run for a deployment that is made for so many users; asked once for each number of users
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
        sized = once(sized);
        if (!sized.apply(setUsers).configuration().load().shape().constant()) {
            throw new ConfigurationException("a search needs a constant number of users: "
                    + "load.path.shape must be constant and load.arrivals.process none (load)");
        }
    }

    /** A configuration file is read once for each number of users: who edits it while a search takes hours changes nothing of that search. */
    private static IntFunction<RunRequest> once(IntFunction<RunRequest> sized) {
        Map<Integer, RunRequest> known = new ConcurrentHashMap<>();
        return users -> known.computeIfAbsent(users, sized::apply);
    }

    /** Half the users for a while, and the largest limit and a second are waited for. */
    private static final int BETWEEN_SECONDS = 21;

    private static final int LEVEL_MEASURE = 60;
    private static final double USUAL_MEASURE = 0.6;
    /** Near the peak every third probe waits a minute to be borne. */
    private static final double USUAL_DOUBT = 15;
    /** Of one probe, which may end early and may wait, and of several together. */
    private static final TimeRange OF_ONE = new TimeRange(0.55, 1.4);

    private static final TimeRange OF_SEVERAL = new TimeRange(0.85, 1.15);

    private static final double STEP_SECONDS = 10;
    private static final double STEP_GROWTH = 1.5;
    /** What is beyond the system is tried again once it has recovered, which takes a minute at most. */
    private static final double BROKEN_STEP_SECONDS = 150;

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

    /** Seconds of a probe near the peak. */
    double usualProbe() {
        double measure = probe(true).measureSeconds();
        return longestProbe().toSeconds() - (1 - USUAL_MEASURE) * measure + USUAL_DOUBT;
    }

    TimeRange oneProbe() {
        return OF_ONE.times(usualProbe());
    }

    /** So many probes near the peak, as predicted. */
    TimeRange probes(int fewest, int most) {
        return OF_SEVERAL.times(usualProbe()).times(fewest, most);
    }

    /** An interval at a share of the peak. */
    TimeRange oneLevel() {
        return TimeRange.about(seconds(level(true)).toSeconds());
    }

    /** Intervals at shares of the peak when it is found. */
    private int shares() {
        return levels ? PeakSearchRun.LEVELS.length : 0;
    }

    /** What follows the last probe. */
    TimeRange ending() {
        return ending(shares());
    }

    TimeRange ending(int levelsLeft) {
        return oneLevel().times(levelsLeft).plus(Plan.ending(configuration()));
    }

    /** What a search takes whose climb comes to the end of what is allowed. */
    public TimeRange predictedAtTheEnd() {
        return before().plus(probes(1, 2)).plus(ending(0));
    }

    /**
     * What the whole search takes, with as few probes as it may end with and with all of them, when its first data set suffices.
     *
     * @param made probes before an interruption; here and below
     */
    public TimeRange predicted(int made) {
        // At least a deployment and a climb, which no budget cuts short.
        double longest = Math.max(before().most(), search.budget().toSeconds());
        return searching(made).within(longest).plus(ending());
    }

    /** What the search itself takes, if its budget does not end it: without the shares of the peak, which are measured when it is over. */
    TimeRange searching(int made) {
        int most = Math.max(0, search.probes() - made);
        return before().plus(probes(Math.clamp(PeakSearch.FEWEST_PROBES - made, 0, most), most));
    }

    /** From the beginning of the first deployment, as the budget counts, to the first probe: how far the climb goes is not known. */
    TimeRange before() {
        double steps = 1 + Math.log((double) setUsers / search.from()) / Math.log(STEP_GROWTH);
        double climb = STEP_SECONDS * Math.max(1, steps);
        return Plan.deploying(configuration())
                .plus(new TimeRange(climb / 2, climb + BROKEN_STEP_SECONDS))
                .plus(TimeRange.about(warmUpSeconds()));
    }
}
