package gavel.harness.peak;

import gavel.harness.result.Disclosure;
import gavel.harness.result.Result;
import gavel.harness.result.RunInfo;
import gavel.harness.result.efficiency.Efficiency;
import java.time.Instant;
import java.util.List;

/**
 * What several searches of one configuration say of their platform: the content of {@code platform.json}.
 *
 * @param schemaVersion of this file's form: readers refuse what they do not know
 * @param run of all of them: from the begin of the first to the end of the last
 * @param searches in their order, each a result of its own beside this one
 * @param peak with an interval that has the scatter between searches in it; null where they give none
 * @param scatter between searches beyond their own errors, as a share; 0 where these explain it, or without a peak
 * @param reason why they give no interval; empty where they do
 * @param seconds from the begin of the first to the end of the last
 * @param disclosure of the last search
 * @param efficiency users for each core, GiB, cost and watt, with the scatter between searches in their intervals; empty without a peak
 */
public record PlatformResult(
        int schemaVersion,
        RunInfo run,
        List<Search> searches,
        Peak peak,
        double scatter,
        String reason,
        double seconds,
        Disclosure disclosure,
        List<Efficiency> efficiency)
        implements Result {
    public static final int SCHEMA_VERSION = 1;

    /** By the run rules; the interval of two is of little use. */
    private static final int FEWEST_TO_CITE = 3;

    /**
     * @param result its name
     * @param startedAt when it began
     * @param conclusion what it came to
     */
    public record Search(String result, Instant startedAt, Conclusion conclusion) {}

    public PlatformResult {
        searches = List.copyOf(searches);
        // Older results do not tell.
        efficiency = efficiency == null ? List.of() : List.copyOf(efficiency);
    }

    /** Whether it is made of as many peaks as a number that is cited needs. */
    public boolean citable() {
        return peak != null
                && searches.stream()
                                .filter(search -> search.conclusion().kind() == Conclusion.Kind.FOUND)
                                .count()
                        >= FEWEST_TO_CITE;
    }

    /**
     * Whether the platform's peak is so many users or more: not known where that lies within the interval, by its ends as every report shows
     * them. Searches that all found bounds give no interval, and an answer where each of them gives the same.
     */
    public Conclusion.Answer atLeast(int wanted) {
        if (peak == null) {
            return byBounds(wanted);
        }
        return Peak.shown(peak.lower()).doubleValue() >= wanted
                ? Conclusion.Answer.YES
                : Peak.shown(peak.upper()).doubleValue() < wanted ? Conclusion.Answer.NO : Conclusion.Answer.UNKNOWN;
    }

    /** What a search found without a bound is true of its own half hour only. */
    private Conclusion.Answer byBounds(int wanted) {
        List<Conclusion.Answer> answers = searches.stream()
                .map(Search::conclusion)
                .filter(conclusion -> conclusion.kind() != Conclusion.Kind.INVALID)
                .map(conclusion -> conclusion.kind() == Conclusion.Kind.FOUND
                        ? Conclusion.Answer.UNKNOWN
                        : conclusion.atLeast(wanted))
                .toList();
        return answers.size() > 1 && answers.stream().distinct().count() == 1
                ? answers.getFirst()
                : Conclusion.Answer.UNKNOWN;
    }
}
