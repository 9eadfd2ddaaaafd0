package gavel.harness.run.peak;

import gavel.harness.experiment.TimeRange;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.failure.Problems;
import gavel.harness.peak.SearchSettings;
import gavel.harness.peak.pair.PairedSearch;
import gavel.harness.peak.pair.Side;
import gavel.harness.setting.Durations;
import java.time.Duration;
import java.util.List;

/**
 * What a comparison of two configurations by their peaks is asked to do.
 *
 * @param first whose data set is made for as many users as the second's
 * @param search whose probes are those of both together
 * @param differences settings that differ, each {@code path: first / second}
 * @param id of the result; null for a new one
 * @param resume whether that result's comparison was interrupted and goes on
 */
public record PairRequest(
        PeakRequest first,
        PeakRequest second,
        SearchSettings search,
        List<String> differences,
        String id,
        boolean resume) {
    /** When the last probe is over, both are audited and taken down. */
    private static final Duration ENDING = Duration.ofSeconds(60);

    /** @throws ConfigurationException where there is no ratio to be had with so few probes, or so little time */
    public PairRequest {
        differences = List.copyOf(differences);
        if (first.setUsers() != second.setUsers()) {
            throw new IllegalArgumentException("both data sets are made for the same users");
        }
        int fewest = PairedSearch.FEWEST_PROBES;
        Duration least = longestProbe(first).multipliedBy(fewest).plus(ENDING);
        new Problems()
                .that(
                        search.probes() >= fewest,
                        "probes must be >= " + fewest + ", of which a ratio needs " + fewest / 2 + " of each side: "
                                + search.probes() + " (--probes)")
                .that(
                        search.budget().compareTo(least) >= 0,
                        "the budget must be at least " + Durations.spoken(least) + ", which the " + fewest
                                + " probes that a ratio needs can take: " + Durations.spoken(search.budget())
                                + " (--budget)")
                .check();
    }

    PeakRequest side(Side side) {
        return side == Side.FIRST ? first : second;
    }

    /** As one of a search, but half of its users come anew, too. */
    private static Duration longestProbe(PeakRequest side) {
        return side.longestProbe().plusSeconds(side.rampSeconds(1, 2));
    }

    /**
     * Probes there is time for.
     *
     * @param taken seconds so far
     * @param usual seconds of a probe so far, 0 before there was one: where a machine needs longer than planned, fewer fit
     */
    int affordable(long taken, double usual) {
        long left = search.budget().minus(ENDING).toSeconds() - taken;
        return (int) Math.clamp(left / Math.max(usual, longestProbe(first).toSeconds()), 0, Integer.MAX_VALUE);
    }

    /** @param taken of the time before an interruption */
    Duration left(Duration taken) {
        Duration left = search.budget().minus(taken);
        return left.isNegative() ? Duration.ZERO : left;
    }

    /**
     * @param made probes before an interruption; here and below
     * @param taken as above
     */
    TimeRange predicted(int made, Duration taken) {
        TimeRange before = first.before().plus(second.before());
        return searching(made)
                .within(Math.max(before.most(), left(taken).toSeconds()))
                .plus(ending());
    }

    /** With the fewest probes after which it may end, and with all of them, whatever time there is. */
    TimeRange searching(int made) {
        int most = Math.max(0, search.probes() - made);
        return first.before()
                .plus(second.before())
                .plus(probes(Math.clamp(PairedSearch.USUAL_PROBES - made, 0, most), most));
    }

    /** All users of a probe come anew. */
    private TimeRange coming() {
        return TimeRange.about(first.rampSeconds(1, 2));
    }

    TimeRange oneProbe() {
        return first.oneProbe().plus(coming());
    }

    /** So many probes near their knees, as predicted. */
    TimeRange probes(int fewest, int most) {
        return first.probes(fewest, most).plus(coming().times(fewest, most));
    }

    /** One is audited and taken down after the other. */
    TimeRange ending() {
        return first.ending().plus(second.ending());
    }
}
