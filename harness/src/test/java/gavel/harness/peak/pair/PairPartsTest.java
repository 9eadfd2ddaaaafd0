package gavel.harness.peak.pair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import gavel.harness.peak.Climb;
import gavel.harness.peak.Conclusion.Answer;
import gavel.harness.peak.Probe;
import gavel.harness.peak.Probe.Outcome;
import gavel.harness.peak.ProbeResult;
import gavel.harness.peak.SearchSettings;
import gavel.harness.peak.Step.Purpose;
import gavel.harness.peak.pair.PairedSearch.Wanted;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ratios, what is measured for them, and a comparison that goes on after an interruption. */
class PairPartsTest {
    private static final int PAIRS = 300;

    @TempDir
    private Path directory;

    private static SearchSettings settings(int from, int most, int probes, long seed) {
        return new SearchSettings(from, most, 0.03, probes, Duration.ofHours(1), seed);
    }

    @ParameterizedTest
    @CsvSource({
        "0.9, 1.1, true, 0.1",
        "1, 1.1, true, 0.1",
        "0.9, 1, true, 0.1",
        "1.0001, 1.2, false, 0.2",
        "0.7, 0.9999, false, 0.3",
        "1, 1, true, 0"
    })
    void oneIsWithinAnIntervalThatEndsThere(double lower, double upper, boolean holds, double farthest) {
        Ratio ratio = new Ratio(lower, (lower + upper) / 2, upper);
        assertThat(ratio.holdsOne()).isEqualTo(holds);
        assertThat(ratio.farthest()).isCloseTo(farthest, within(1e-9));
        assertThat(ratio.width()).isCloseTo((upper - lower) / ((lower + upper) / 2), within(1e-12));
    }

    @ParameterizedTest
    @CsvSource({"93.8, YES", "93.9, UNKNOWN", "100, UNKNOWN", "112.5, UNKNOWN", "112.6, NO", "0, YES"})
    void whetherTheSecondBearsSoMuchIsAnsweredByTheWholeIntervalAsShown(double percent, Answer answer) {
        PairConclusion conclusion =
                new PairConclusion(PairConclusion.Kind.NO_DIFFERENCE, new Ratio(0.9376, 1, 1.1254), 9, "");
        assertThat(conclusion.atLeast(percent)).isEqualTo(answer);
        assertThat(PairConclusion.invalid("why").atLeast(percent)).isEqualTo(Answer.UNKNOWN);
    }

    private static PairedSearch climbed(SearchSettings settings) {
        PairedSearch search = new PairedSearch(settings);
        search.climbed(Side.FIRST, new Climb(90, 110));
        search.climbed(Side.SECOND, new Climb(90, 110));
        return search;
    }

    /** What a system answers whose figure is (users / knee)^40 of its limit. */
    private static Probe measured(int users, double knee) {
        double worst = Math.pow(users / knee, 40);
        return new Probe(users, worst <= 1 ? Outcome.PASS : Outcome.FAIL, worst);
    }

    private static double knee(Side side) {
        return side == Side.FIRST ? 100 : 108;
    }

    @Test
    void withoutNoiseTheRatioIsThatOfTheKnees() {
        PairedSearch search = climbed(settings(10, 1_000, 24, 3));
        int probes = 0;
        for (Optional<Wanted> next = search.next(99); next.isPresent(); next = search.next(99)) {
            Side side = next.get().side();
            search.probed(side, measured(next.get().users(), knee(side)));
            probes++;
        }
        PairConclusion conclusion = search.conclusion();
        assertThat(conclusion.kind()).isEqualTo(PairConclusion.Kind.DIFFERENT);
        assertThat(conclusion.ratio().middle()).isCloseTo(1.08, within(0.01));
        assertThat(conclusion.reason()).isEmpty();
        assertThat(probes).as("two for each block, and eight blocks at least").isBetween(16, 24);
        assertThat(search.knee(Side.FIRST)).isCloseTo(100, within(3.0));
        assertThat(search.knee(Side.SECOND)).isCloseTo(108, within(3.0));
    }

    /** Else the noise of a figure would be in the level beside it, and a block would tell less of it than there is. */
    @Test
    void noLevelDependsOnAFigureOfItsOwnBlock() {
        PairedSearch search = climbed(settings(10, 1_000, 24, 3));
        PairedSearch other = climbed(settings(10, 1_000, 24, 3));
        Wanted first = search.next(99).orElseThrow();
        assertThat(other.next(99)).contains(first);
        search.probed(first.side(), measured(first.users(), 100));
        other.probed(first.side(), measured(first.users(), 97));

        Wanted second = search.next(99).orElseThrow();
        assertThat(other.next(99)).contains(second);
        search.probed(second.side(), measured(second.users(), 100));
        other.probed(second.side(), measured(second.users(), 100));
        assertThat(other.knee(first.side())).isLessThan(search.knee(first.side()));
    }

    /** So that neither a drift looks like steepness nor a side like what lies above the knees. */
    @Test
    void ofFourBlocksEachHasAnotherOrderOrSideAboveItsKnee() {
        PairedSearch search = climbed(settings(10, 1_000, 24, 3));
        List<String> blocks = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Wanted one = search.next(99).orElseThrow();
            double knee = search.knee(one.side());
            blocks.add(one.side() + " " + (one.users() > knee));
            search.probed(one.side(), measured(one.users(), 100));
            Wanted two = search.next(99).orElseThrow();
            search.probed(two.side(), measured(two.users(), 100));
        }
        assertThat(blocks).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @CsvSource({"20, 0.6", "60, 0.6", "100, 0.6"})
    void theIntervalHoldsTheRatioHoweverSteepFiguresAre(double beta, double noise) {
        int held = 0;
        for (int seed = 0; seed < PAIRS; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            PairedSearch search = new PairedSearch(settings(10, 100_000, 24, seed));
            search.climbed(Side.FIRST, new Climb(800, 1_200));
            search.climbed(Side.SECOND, new Climb(800, 1_200));
            for (Optional<Wanted> next = search.next(99); next.isPresent(); next = search.next(99)) {
                int users = next.get().users();
                double worst = Math.exp(beta * Math.log(users / 1_000.0) + noise * random.nextGaussian());
                search.probed(next.get().side(), new Probe(users, worst <= 1 ? Outcome.PASS : Outcome.FAIL, worst));
            }
            Ratio ratio = search.ratio();
            held += ratio != null && ratio.holdsOne() ? 1 : 0;
        }
        assertThat(held / (double) PAIRS).isBetween(0.85, 0.95);
    }

    @ParameterizedTest
    @CsvSource({"0, false", "1, false", "2, true", "24, true"})
    void aBlockIsBegunOnlyWhereThereIsTimeForBoth(int affordable, boolean begun) {
        assertThat(climbed(settings(10, 1_000, 24, 3)).next(affordable).isPresent())
                .isEqualTo(begun);
    }

    /** Four blocks at the edge tell that no knee is within: an hour of them would tell no more. */
    @ParameterizedTest
    @CsvSource({
        "10, 50, PASS, 0, '50 users, the most that are allowed, still pass: allow more, or a larger data set (--hint, --most)'",
        "500, 1000, FAIL, 1e9, '500 users, the fewest that are allowed, still fail: allow fewer (--hint, --from)'"
    })
    void aKneeBeyondWhatIsAllowedEndsIt(int from, int most, Outcome outcome, double worst, String why) {
        PairedSearch search = climbed(settings(from, most, 24, 3));
        int probes = 0;
        for (Optional<Wanted> next = search.next(99); next.isPresent(); next = search.next(99)) {
            assertThat(next.get().users()).isBetween(from, most);
            search.probed(next.get().side(), new Probe(next.get().users(), outcome, worst));
            probes++;
        }
        assertThat(probes).isEqualTo(8);
        assertThat(search.conclusion().kind()).isEqualTo(PairConclusion.Kind.INVALID);
        assertThat(search.conclusion().reason()).isEqualTo(why);
        assertThat(search.knee(Side.FIRST)).as("no knee is told from beyond").isBetween(from - 1e-9, most + 1e-9);
    }

    /** A few responses are late at 1,500 users as at 1,000: they tell nothing of a knee at 2,000. */
    @Test
    void whatIsFarBelowItsLimitAtTheEdgeTellsNoDistance() {
        PairedSearch search = new PairedSearch(settings(10, 1_500, 24, 3));
        search.climbed(Side.FIRST, new Climb(900, 1_100));
        search.climbed(Side.SECOND, new Climb(1_500, 0));
        for (Optional<Wanted> next = search.next(99); next.isPresent(); next = search.next(99)) {
            int users = next.get().users();
            double knee = next.get().side() == Side.FIRST ? 1_000 : 2_000;
            double worst = Math.max(0.06, Math.pow(users / knee, 40));
            search.probed(next.get().side(), new Probe(users, worst <= 1 ? Outcome.PASS : Outcome.FAIL, worst));
        }
        assertThat(search.conclusion())
                .isEqualTo(
                        PairConclusion.invalid(
                                "1500 users, the most that are allowed, still pass: allow more, or a larger data set (--hint, --most)"));
    }

    @Test
    void threeInvalidOnesInARowEndItAndFewerDoNot() {
        PairedSearch search = climbed(settings(10, 1_000, 24, 3));
        for (int i = 0; i < 2; i++) {
            Wanted wanted = search.next(99).orElseThrow();
            search.probed(wanted.side(), new Probe(wanted.users(), Outcome.INVALID, 0));
        }
        Wanted again = search.next(99).orElseThrow();
        search.probed(again.side(), measured(again.users(), 100));
        Wanted other = search.next(99).orElseThrow();
        assertThat(other.side())
                .as("the block is finished")
                .isEqualTo(again.side().other());
        search.probed(other.side(), new Probe(other.users(), Outcome.INVALID, 0));
        for (int i = 0; i < 2; i++) {
            Wanted wanted = search.next(99).orElseThrow();
            search.probed(wanted.side(), new Probe(wanted.users(), Outcome.INVALID, 0));
        }
        assertThat(search.next(99)).isEmpty();
        assertThat(search.conclusion().reason()).isEqualTo("3 measurements in a row were invalid");
    }

    private static ProbeResult result(int number, Probe probe) {
        return new ProbeResult(
                number, Purpose.CONFIRM, probe, "Home late", "a headline", 5, 60, 90, 40, null, 12.5, null);
    }

    /** Whenever it is interrupted, the comparison that goes on asks what the other would have asked. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 7, 12})
    void aComparisonThatGoesOnAsksTheSameQuestions(int before) throws IOException {
        SearchSettings settings = settings(10, 1_000, 24, 11);
        PairJournal journal =
                PairJournal.begin(directory, new PairJournal.Request(settings, "a: 1", "a: 2", "p", "v", Map.of()));
        journal.climbed(Side.FIRST, new Climb(90, 110), 30);
        journal.climbed(Side.SECOND, new Climb(90, 110), 60);
        PairedSearch whole = climbed(settings);
        for (int i = 0; i < before; i++) {
            Wanted wanted = whole.next(Integer.MAX_VALUE).orElseThrow();
            Probe probe = measured(wanted.users(), knee(wanted.side()));
            whole.probed(wanted.side(), probe);
            journal.found(new PairProbe(wanted.side(), result(i + 1, probe)), 60 + 90L * (i + 1));
        }

        PairJournal reopened = PairJournal.reopen(directory);
        PairedSearch again = reopened.search();

        assertThat(reopened.probes()).isEqualTo(journal.probes()).hasSize(before);
        assertThat(reopened.taken()).isEqualTo(Duration.ofSeconds(60 + 90L * before));
        List<Wanted> asked = new ArrayList<>();
        List<Wanted> askedAgain = new ArrayList<>();
        for (int i = before; i < 24; i++) {
            Optional<Wanted> one = whole.next(Integer.MAX_VALUE);
            Optional<Wanted> other = again.next(Integer.MAX_VALUE);
            assertThat(other).isEqualTo(one);
            if (one.isEmpty()) {
                break;
            }
            asked.add(one.get());
            askedAgain.add(other.get());
            Probe probe = measured(one.get().users(), knee(one.get().side()));
            whole.probed(one.get().side(), probe);
            again.probed(one.get().side(), probe);
        }
        assertThat(askedAgain).isNotEmpty().isEqualTo(asked);
        assertThat(again.conclusion()).isEqualTo(whole.conclusion());
    }

    private static void finish(PairedSearch search, List<PairProbe> probes) {
        for (Optional<Wanted> next = search.next(99); next.isPresent(); next = search.next(99)) {
            Probe probe = measured(next.get().users(), knee(next.get().side()));
            search.probed(next.get().side(), probe);
            probes.add(new PairProbe(next.get().side(), result(probes.size() + 1, probe)));
        }
    }

    /** What made them invalid may have been mended. */
    @Test
    void whatInvalidOnesHaveEndedGoesOnWhereItIsResumed() {
        SearchSettings settings = settings(10, 1_000, 24, 11);
        Map<Side, Climb> climbs = Map.of(Side.FIRST, new Climb(90, 110), Side.SECOND, new Climb(90, 110));
        List<PairProbe> probes = new ArrayList<>();
        PairedSearch search = PairJournal.search(settings, climbs, probes);
        for (Optional<Wanted> next = search.next(99); next.isPresent(); next = search.next(99)) {
            Probe probe = new Probe(next.get().users(), Outcome.INVALID, 0);
            search.probed(next.get().side(), probe);
            probes.add(new PairProbe(next.get().side(), result(probes.size() + 1, probe)));
        }
        search = PairJournal.search(settings, climbs, probes);
        assertThat(search.next(99)).isEmpty();

        search.resumed();
        finish(search, probes);

        assertThat(search.conclusion().ratio().middle()).isCloseTo(1.08, within(0.01));
        assertThat(PairJournal.search(settings, climbs, probes).conclusion()).isEqualTo(search.conclusion());
    }

    /** Else whoever goes on would deploy both for the same answer. */
    @ParameterizedTest
    @CsvSource({"24, 600, true", "10, 600, false", "24, 3500, false"})
    void whatInvalidOnesHaveEndedGoesOnOnlyWithRoomForOthers(int most, double seconds, boolean goesOn) {
        SearchSettings settings = settings(10, 1_000, most, 11);
        List<PairProbe> probes = new ArrayList<>();
        PairedSearch search = climbed(settings);
        for (Optional<Wanted> next = search.next(99); next.isPresent(); next = search.next(99)) {
            Side asked = next.get().side();
            int users = next.get().users();
            Probe probe = probes.size() < 6 ? measured(users, knee(asked)) : new Probe(users, Outcome.INVALID, 0);
            search.probed(asked, probe);
            probes.add(new PairProbe(asked, result(probes.size() + 1, probe)));
        }
        PairSide side = new PairSide(new Climb(90, 110), 100, null, null, null);

        PairResult result = new PairResult(
                1, null, settings, search.conclusion(), List.of(), side, side, probes, seconds, List.of());

        assertThat(probes).as("three invalid ones, and the end of their block").hasSize(10);
        assertThat(result.spoilt()).isEqualTo(goesOn);
        assertThat(result.tooShort()).as("more of either do not mend it").isFalse();
    }

    /** What an hour has measured is not lost where a few more minutes suffice. */
    @ParameterizedTest
    @CsvSource({"3, true", "24, false"})
    void whatEndedBeforeItHadARatioGoesOnWithMore(int most, boolean tooShort) {
        List<PairProbe> probes = new ArrayList<>();
        SearchSettings settings = settings(10, 1_000, most, 11);
        PairedSearch search = climbed(settings);
        finish(search, probes);
        PairSide side = new PairSide(new Climb(90, 110), 100, null, null, null);

        PairResult result =
                new PairResult(1, null, settings, search.conclusion(), List.of(), side, side, probes, 600, List.of());

        assertThat(result.spoilt()).isFalse();
        assertThat(result.tooShort()).isEqualTo(tooShort);
    }

    /** The machine may be another one an hour later: then the half would tell its change for the ratio. */
    @Test
    void halfABlockIsBegunAnewAfterAnInterruption() {
        SearchSettings settings = settings(10, 1_000, 24, 11);
        Map<Side, Climb> climbs = Map.of(Side.FIRST, new Climb(90, 110), Side.SECOND, new Climb(90, 110));
        List<PairProbe> probes = new ArrayList<>();
        PairedSearch search = PairJournal.search(settings, climbs, probes);
        for (int i = 0; i < 7; i++) {
            Wanted wanted = search.next(99).orElseThrow();
            // Slower by 3 % until the interruption.
            Probe probe = measured(wanted.users(), 0.97 * knee(wanted.side()));
            search.probed(wanted.side(), probe);
            probes.add(new PairProbe(wanted.side(), result(i + 1, probe)));
        }
        Side half = probes.getLast().side();
        search = PairJournal.search(settings, climbs, probes);
        search.resumed();
        assertThat(search.next(1)).as("there is time for one of two").isEmpty();

        finish(search, probes);

        assertThat(probes.get(7).side()).isEqualTo(half);
        assertThat(probes.get(8).side()).isEqualTo(half.other());
        assertThat(search.conclusion().ratio().middle()).isCloseTo(1.08, within(0.01));
        assertThat(PairJournal.search(settings, climbs, probes).conclusion()).isEqualTo(search.conclusion());
    }

    @Test
    void aSideIsCalledAsItsDirectoryIs() {
        assertThat(Side.FIRST.word()).isEqualTo("first");
        assertThat(Side.SECOND.word()).isEqualTo("second");
        assertThat(Side.FIRST.other()).isEqualTo(Side.SECOND);
        assertThat(Side.SECOND.other()).isEqualTo(Side.FIRST);
    }
}
