package gavel.harness.peak;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.peak.Conclusion.Kind;
import gavel.harness.peak.Probe.Outcome;
import gavel.harness.peak.Room.Limit;
import gavel.harness.peak.SimulatedSearches.Row;
import gavel.harness.peak.SimulatedSystem.Nature;
import gavel.harness.peak.Step.Purpose;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The search on simulated systems. {@code bench/peak-search.sh} does the same with 1,000 seeds and prints the table. */
class PeakSearchTest {
    private static final int SEEDS = 100;

    @ParameterizedTest
    @ValueSource(doubles = {0.01, 0.03, 0.10})
    void theIntervalHoldsTheKneeAsOftenAsItSaysInAThirdOfThePublishedSearchsTime(double width) {
        Row row = Row.of(SimulatedSearches.searches(width, SEEDS, SimulatedSearches.MEASURE, SearchSettings.PROBES));
        Row published = Row.of(SimulatedSearches.published(width, SEEDS, SimulatedSearches.MEASURE));

        assertThat(row.missed(published, SEEDS)).isEmpty();
        assertThat(row.found()).isGreaterThan(0.95);
        assertThat(row.rms()).isLessThan(0.005 + width / 4);
        assertThat(row.width()).isLessThan(SearchSettings.WIDTH);
    }

    /** As docs/methodology.md says: at least eight, 5 %, at most twelve. */
    @Test
    void itEndsAfterEightProbesIfTheIntervalIsNarrowAndAfterTwelveInAnyCase() {
        List<SimulatedSearches.Outcome> outcomes = searches(new Nature(3_000, 0.03, 0, 0, false), 20);

        assertThat(outcomes).allSatisfy(outcome -> assertThat(outcome.probes()).isBetween(8, 12));
        assertThat(outcomes)
                .filteredOn(outcome -> outcome.found() && outcome.probes() < 12)
                .isNotEmpty()
                .allMatch(outcome -> outcome.conclusion().peak().width() <= 0.05);
    }

    @Test
    void aSystemThatWarmsUpSlowlyIsMeasuredWarmOrNotAtAll() {
        List<SimulatedSearches.Outcome> outcomes = searches(new Nature(3_000, 0.03, 0, 120, false), 20);

        assertThat(outcomes)
                .filteredOn(SimulatedSearches.Outcome::found)
                .hasSizeGreaterThan(12)
                .allMatch(outcome -> Math.abs(outcome.error()) < 0.05);
    }

    @Test
    void anOverloadDoesNotSpoilTheProbesAfterIt() {
        List<SimulatedSearches.Outcome> outcomes = searches(new Nature(3_000, 0.03, 0, 0, true), 20);

        assertThat(outcomes)
                .filteredOn(SimulatedSearches.Outcome::found)
                .hasSizeGreaterThan(17)
                .allMatch(outcome -> Math.abs(outcome.error()) < 0.03);
    }

    @Test
    void aSystemThatChangesWhileItIsMeasuredGivesNoNumber() {
        List<SimulatedSearches.Outcome> outcomes = searches(new Nature(3_000, 0.01, -0.4, 0, false), 200);

        assertThat(outcomes).filteredOn(outcome -> !outcome.found()).hasSizeGreaterThan(150);
    }

    @Test
    void whereTheSearchMayNotGoFarEnoughTheAnswerIsABound() {
        SearchSettings settings = new SearchSettings(10, 500, 0.05, 12, Duration.ofHours(4), 1);
        Conclusion conclusion = SimulatedSearches.search(new Nature(3_000, 0.03, 0, 0, false), 180, settings)
                .conclusion();

        assertThat(conclusion.kind()).isEqualTo(Kind.AT_LEAST);
        assertThat(conclusion.users()).isEqualTo(500);
    }

    @ParameterizedTest
    @CsvSource({
        "500, MEMORY, 500, BEYOND_MEMORY",
        "500, DESCRIPTORS, 500, BEYOND_DESCRIPTORS",
        "10000, DESCRIPTORS, 2000, AT_LEAST",
        "1, MEMORY, 10, BEYOND_MEMORY"
    })
    void whereThereIsNoRoomForMoreTheAnswerIsABoundToo(int room, Limit limit, int most, Kind kind) {
        SearchSettings settings = new SearchSettings(10, 2_000, 0.05, 12, Duration.ofHours(4), 1);
        PeakSearch search = new PeakSearch(settings, new Room(room, limit));
        assertThat(search.next(99)).isEqualTo(new Step.Ascend(10, most));
        search.climbed(new Climb(most, 0));

        assertThat(search.next(99)).isEqualTo(new Step.Measure(most, Purpose.BRACKET));
        search.probed(new Probe(most, Outcome.PASS, 0.3), Purpose.BRACKET);

        assertThat(search.next(99)).isInstanceOfSatisfying(Step.Done.class, done -> {
            assertThat(done.conclusion().kind()).isEqualTo(kind);
            assertThat(done.conclusion().users()).isEqualTo(most);
            assertThat(done.conclusion().peak()).isNull();
        });
    }

    @Test
    void aKneeBelowTheRoomIsFoundAsEver() {
        SearchSettings settings = new SearchSettings(10, 100_000, 0.05, 12, Duration.ofHours(4), 1);
        PeakSearch search = new PeakSearch(settings, new Room(4_000, Limit.MEMORY));
        search.climbed(new Climb(2_000, 3_000));
        Step step = search.next(99);
        while (step instanceof Step.Measure measure) {
            assertThat(measure.users()).isLessThanOrEqualTo(4_000);
            double worst = Math.pow(measure.users() / 2_500.0, 10);
            search.probed(
                    new Probe(measure.users(), worst <= 1 ? Outcome.PASS : Outcome.FAIL, worst), measure.purpose());
            step = search.next(99);
        }
        assertThat(((Step.Done) step).conclusion().kind()).isEqualTo(Kind.FOUND);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            2000 | 3000 | 0 | the time was used up before the first measurement; .* carry 2,000 users and not 3,000
            4000 |    0 | 0 | the time was used up before the first measurement; .* carry 4,000 users and went no further
               0 |   10 | 0 | the time was used up before the first measurement; .* not even carry 10 users
            2000 | 3000 | 2 | none of 2 measurements was valid; .* carry 2,000 users and not 3,000
            """)
    void aSearchWhoseTimeRanOutSaysWhatItsClimbFound(int good, int bad, int invalid, String reason) {
        PeakSearch search = new PeakSearch(SimulatedSearches.settings(1, 12));
        search.climbed(new Climb(good, bad));
        for (int i = 0; i < invalid; i++) {
            search.probed(new Probe(2_400, Outcome.INVALID, 1), Purpose.BRACKET);
        }

        assertThat(search.next(0)).isInstanceOfSatisfying(Step.Done.class, done -> {
            assertThat(done.conclusion().kind()).isEqualTo(Kind.INVALID);
            assertThat(done.conclusion().reason()).matches(reason);
        });
    }

    /** Near the knee the same number passes once and fails the next time, so one pass is no bound. */
    @Test
    void aBoundThatPassedByAHairIsAskedForAgain() {
        PeakSearch search = new PeakSearch(new SearchSettings(10, 500, 0.05, 12, Duration.ofHours(4), 1));
        search.climbed(new Climb(500, 0));
        Step.Measure edge = new Step.Measure(500, Purpose.BRACKET);
        assertThat(search.next(99)).isEqualTo(edge);
        search.probed(new Probe(500, Outcome.PASS, 0.9), Purpose.BRACKET);
        assertThat(search.next(99)).isEqualTo(edge);
        search.probed(new Probe(500, Outcome.PASS, 0.8), Purpose.BRACKET);

        assertThat(search.next(99)).isInstanceOfSatisfying(Step.Done.class, done -> assertThat(
                        done.conclusion().kind())
                .isEqualTo(Kind.AT_LEAST));
    }

    @Test
    void aSearchWhoseFirstLevelWasNotRepeatedSaysSo() {
        PeakSearch search = new PeakSearch(SimulatedSearches.settings(1, 12));
        search.climbed(new Climb(1_000, 1_500));
        search.probed(probe(1_300), Purpose.BRACKET);
        search.probed(probe(1_100), Purpose.BRACKET);

        assertThat(search.driftKnown()).as("from two probes").isFalse();
        assertThat(search.next(0)).isInstanceOfSatisfying(Step.Done.class, done -> {
            assertThat(done.conclusion().kind()).isEqualTo(Kind.FOUND);
            assertThat(done.conclusion().reason()).contains("used up; ").contains("repeat the first level");
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            FAIL | 124, 102, 99, 102 | NONE     | 102 | a level that passes
            FAIL | 124, 99           | NONE     | 124 | a level that passes
            FAIL | 99                | INVALID  |   0 | only one measurement was valid
            PASS | 40, 61, 58        | AT_LEAST |  58 | a level that fails
            PASS | 61                | INVALID  |   0 | only one measurement was valid
            """)
    void whereAllLevelsSayTheSameTwoOfThemAreABound(Outcome all, String levels, Kind kind, int users, String reason) {
        PeakSearch search = new PeakSearch(SimulatedSearches.settings(1, 12));
        search.climbed(new Climb(50, 75));
        for (String level : levels.split(", ")) {
            search.probed(new Probe(Integer.parseInt(level), all, all == Outcome.PASS ? 0.9 : 1.1), Purpose.BRACKET);
        }
        search.probed(new Probe(1, Outcome.INVALID, 3), Purpose.BRACKET);

        assertThat(search.next(0)).isInstanceOfSatisfying(Step.Done.class, done -> {
            assertThat(done.conclusion().kind()).isEqualTo(kind);
            assertThat(done.conclusion().users()).isEqualTo(users);
            assertThat(done.conclusion().reason()).contains(reason);
        });
    }

    @Test
    void whatLiesWithinAnIntervalThatIsTooWideIsNotKnown() {
        Peak peak = new Peak(900, 1_150, 1_500);
        Conclusion wide = new Conclusion(Kind.FOUND, peak, 0, "the interval is 52 % wide");
        Conclusion sure = new Conclusion(Kind.FOUND, peak, 0, "");

        assertThat(wide.atLeast(1_100)).isEqualTo(Conclusion.Answer.UNKNOWN);
        assertThat(wide.atLeast(1_300)).isEqualTo(Conclusion.Answer.UNKNOWN);
        assertThat(wide.atLeast(900)).isEqualTo(Conclusion.Answer.YES);
        assertThat(wide.atLeast(1_501)).isEqualTo(Conclusion.Answer.NO);
        assertThat(sure.atLeast(1_100)).isEqualTo(Conclusion.Answer.YES);
        assertThat(sure.atLeast(1_300)).isEqualTo(Conclusion.Answer.NO);
    }

    @Test
    void aLevelThatFailedIsNotSaidToPass() {
        PeakSearch search = new PeakSearch(new SearchSettings(10, 1_000, 0.05, 12, Duration.ofHours(4), 1));
        search.climbed(new Climb(1_000, 0));
        search.probed(new Probe(1_000, Outcome.FAIL, 1.05), Purpose.BRACKET);
        search.probed(new Probe(990, Outcome.PASS, 0.2), Purpose.BRACKET);

        assertThat(search.peak().middle()).as("what this is about").isGreaterThan(1_000);
        assertThat(search.next(99)).isInstanceOfSatisfying(Step.Measure.class, wanted -> assertThat(wanted.users())
                .isLessThanOrEqualTo(1_000));
    }

    @Test
    void whereNotEvenTheFirstUsersAreServedThereIsNone() {
        SearchSettings settings = new SearchSettings(100, 5_000, 0.05, 12, Duration.ofHours(4), 1);
        Conclusion conclusion = SimulatedSearches.search(new Nature(20, 0.03, 0, 0, false), 180, settings)
                .conclusion();

        assertThat(conclusion.kind()).isEqualTo(Kind.NONE);
    }

    @Test
    void aBudgetThatIsTooShortIsSaid() {
        SearchSettings settings = new SearchSettings(10, 100_000, 0.05, 12, Duration.ofMinutes(14), 1);
        Conclusion conclusion = SimulatedSearches.search(new Nature(3_000, 0.10, 0, 0, false), 180, settings)
                .conclusion();

        assertThat(conclusion.reason()).contains("used up");
        assertThat(conclusion.peak().width()).isGreaterThan(0.05);
    }

    @Test
    void anInvalidProbeIsMadeAgainAndTheThirdInARowEndsTheSearch() {
        PeakSearch search = new PeakSearch(SimulatedSearches.settings(1, 12));
        search.climbed(new Climb(1_000, 1_500));
        Step.Measure first = (Step.Measure) search.next(99);
        search.probed(new Probe(first.users(), Outcome.INVALID, 3), first.purpose());

        assertThat(search.next(99)).isEqualTo(new Step.Measure(first.users(), Purpose.AGAIN));

        search.probed(new Probe(first.users(), Outcome.INVALID, 3), Purpose.AGAIN);
        search.probed(new Probe(first.users(), Outcome.INVALID, 3), Purpose.AGAIN);
        assertThat(search.next(99)).isInstanceOfSatisfying(Step.Done.class, done -> assertThat(
                        done.conclusion().kind())
                .isEqualTo(Kind.INVALID));
        search.resumed();
        assertThat(search.next(99)).as("mended").isEqualTo(new Step.Measure(first.users(), Purpose.AGAIN));
        search.probed(new Probe(first.users(), Outcome.INVALID, 3), Purpose.AGAIN);
        assertThat(search.next(99)).as("not mended").isInstanceOf(Step.Done.class);
    }

    @Test
    void aRepeatedLevelThatWasInvalidIsRepeatedOnce() {
        PeakSearch search = new PeakSearch(SimulatedSearches.settings(1, 5));
        search.climbed(new Climb(1_000, 1_500));
        Step.Measure first = null;
        for (int i = 0; i < 3; i++) {
            Step.Measure wanted = (Step.Measure) search.next(99);
            first = first == null ? wanted : first;
            search.probed(probe(wanted.users()), wanted.purpose());
        }
        assertThat(search.next(1)).isEqualTo(new Step.Measure(first.users(), Purpose.REPEAT));
        search.probed(new Probe(first.users(), Outcome.INVALID, 3), Purpose.REPEAT);
        assertThat(search.next(1)).isEqualTo(new Step.Measure(first.users(), Purpose.AGAIN));
        search.probed(probe(first.users()), Purpose.AGAIN);

        assertThat(search.next(1)).isInstanceOf(Step.Done.class);
    }

    @Test
    void anOverloadIsNotRepeatedAsItWouldLookTheSame() {
        PeakSearch search = new PeakSearch(SimulatedSearches.settings(1, 4));
        search.climbed(new Climb(534, 630));
        search.probed(new Probe(580, Outcome.FAIL, 94), Purpose.BRACKET);
        search.probed(new Probe(330, Outcome.PASS, 0.6), Purpose.BRACKET);
        search.probed(new Probe(350, Outcome.FAIL, 2), Purpose.BRACKET);

        assertThat(search.next(1)).isEqualTo(new Step.Measure(330, Purpose.REPEAT));
    }

    /** Five servers with 0.1 cores each: two levels were far beyond their limits, and the last probe there was time for was at the first again. */
    @ParameterizedTest
    @CsvSource({"FAIL, 96, 1076, 751", "PASS, 0.5, 751, 1076"})
    void theLastProbeLooksForTheOtherSideWhereAllLevelsSayTheSame(Outcome all, double worst, int first, int second) {
        PeakSearch search = new PeakSearch(SimulatedSearches.settings(1, 12));
        search.climbed(new Climb(990, 1_170));
        search.probed(new Probe(first, all, worst), Purpose.BRACKET);
        search.probed(new Probe(second, all, worst), Purpose.BRACKET);

        Step.Measure last = (Step.Measure) search.next(1);
        assertThat(last.purpose()).isEqualTo(Purpose.BRACKET);
        assertThat(last.users() > second).isEqualTo(all == Outcome.PASS);
    }

    /** One server with 0.1 cores: the last probe was at the middle, 150 users, and failed with 1.04 of its limit. */
    @Test
    void theLastProbeIsWhereTheOtherSideIsNearlySure() {
        PeakSearch search = new PeakSearch(SimulatedSearches.settings(1, 8));
        search.climbed(new Climb(153, 230));
        search.probed(new Probe(188, Outcome.FAIL, 60.41), Purpose.BRACKET);
        search.probed(new Probe(155, Outcome.FAIL, 2.16), Purpose.BRACKET);

        Peak known = search.peak();
        assertThat(((Step.Measure) search.next(2)).users()).isEqualTo((int) Math.round(known.middle()));
        assertThat(((Step.Measure) search.next(1)).users())
                .isEqualTo((int) Math.round(known.lower()))
                .isLessThan(145);
    }

    /** A cold application, or somebody else's work, broke the climb where nothing was near its limit. */
    @ParameterizedTest
    @CsvSource({"0, 10, 900", "400, 600, 9000", "20000, 30000, 1200"})
    void aClimbThatWasWrongDoesNotKeepTheSearchFromTheKnee(int good, int bad, int knee) {
        PeakSearch search = new PeakSearch(SimulatedSearches.settings(7, 12));
        search.climbed(new Climb(good, bad));
        Step next = search.next(99);
        while (next instanceof Step.Measure wanted) {
            double worst = Math.pow(wanted.users() / (double) knee, 30);
            search.probed(new Probe(wanted.users(), worst <= 1 ? Outcome.PASS : Outcome.FAIL, worst), wanted.purpose());
            next = search.next(99);
        }

        Conclusion conclusion = ((Step.Done) next).conclusion();
        assertThat(conclusion.kind()).isEqualTo(Kind.FOUND);
        assertThat(conclusion.peak().middle()).isCloseTo(knee, Percentage.withPercentage(4));
    }

    /** When 4,500 users had passed, a search said that the peak was within 660..1,268. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            PASS | 0  | 700, 1600, 4500
            FAIL | 99 | 300, 120, 30
            """)
    void whatIsKnownMeanwhileContradictsNoProbe(Outcome all, double worst, String levels) {
        PeakSearch search = new PeakSearch(SimulatedSearches.settings(1, 12));
        search.climbed(new Climb(400, 600));
        int last = 0;
        for (String level : levels.split(", ")) {
            last = Integer.parseInt(level);
            search.probed(new Probe(last, all, worst), Purpose.BRACKET);
        }

        assertThat(search.peak().middle() > last).isEqualTo(all == Outcome.PASS);
    }

    /** Five servers with 0.1 cores each: nearly everything is late at the first level, and 371 users' work is done. */
    @Test
    void theWorkDoneFarBeyondTheLimitsTellsWhereToLookNext() {
        PeakSearch search = new PeakSearch(SimulatedSearches.settings(1, 12));
        search.climbed(new Climb(534, 630));
        int first = ((Step.Measure) search.next(99)).users();
        assertThat(first).isBetween(534, 630);

        search.probed(new Probe(first, Outcome.FAIL, 97, 371.0 / first), Purpose.BRACKET);

        assertThat(((Step.Measure) search.next(99)).users()).isCloseTo(371, Percentage.withPercentage(10));
    }

    @ParameterizedTest
    @CsvSource({"97, 1", "19, 0.64"})
    void butNotWhereNobodyKnowsItOrTheFigureTellsTheDistance(double worst, double served) {
        PeakSearch search = new PeakSearch(SimulatedSearches.settings(1, 12));
        search.climbed(new Climb(534, 630));

        search.probed(new Probe(580, Outcome.FAIL, worst, served), Purpose.BRACKET);

        assertThat(((Step.Measure) search.next(99)).users()).isGreaterThan(440);
    }

    /** Of a system with its knee at 1,200. */
    private static Probe probe(int users) {
        double worst = Math.pow(users / 1_200.0, 30);
        return new Probe(users, worst <= 1 ? Outcome.PASS : Outcome.FAIL, worst);
    }

    private static List<SimulatedSearches.Outcome> searches(Nature nature, int seeds) {
        return IntStream.range(0, seeds)
                .mapToObj(seed -> SimulatedSearches.search(
                        nature, SimulatedSearches.MEASURE, SimulatedSearches.settings(seed, SearchSettings.PROBES)))
                .toList();
    }
}
