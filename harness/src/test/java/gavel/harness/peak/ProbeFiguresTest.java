package gavel.harness.peak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import gavel.driver.api.LoadReport;
import gavel.driver.api.LoadReport.NewsReport;
import gavel.driver.api.LoadReport.OperationReport;
import gavel.driver.api.shape.LoadShape;
import gavel.harness.collect.Power;
import gavel.harness.collect.bottleneck.Bottleneck;
import gavel.harness.peak.Probe.Outcome;
import gavel.harness.peak.Step.Purpose;
import gavel.harness.result.RecordCopy;
import gavel.harness.scale.SampleSweeps;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Figures that a search draws from its probes. */
class ProbeFiguresTest {
    private static OperationReport operation(String name, long limitMillis, long starts, long late, long failed) {
        return new OperationReport(
                name, false, limitMillis, starts, starts - failed, late, 0, Map.of("status", failed), null, null);
    }

    private static LoadReport load(NewsReport news, OperationReport... operations) {
        return new LoadReport(
                null,
                1,
                100,
                0,
                0,
                60_000,
                List.of(operations),
                news,
                List.of(),
                null,
                null,
                null,
                Map.of(),
                List.of(),
                List.of(),
                List.of(),
                LoadShape.CONSTANT);
    }

    private static NewsReport news(long pairs, long late) {
        return new NewsReport(2_000, pairs, late, 0, null, null);
    }

    /** 12 of 1,000 late is 1.2 % over 1 %, and 4 of 1,000 failed is 0.4 % over 0.5 %. */
    @Test
    void theWorstIsTheShareFarthestAboveItsLimit() {
        WorstOperation worst = WorstOperation.of(load(null, operation("Home", 2_000, 1_000, 12, 4)));
        assertThat(worst.subject()).isEqualTo("Home late");
        assertThat(worst.ofLimit()).isCloseTo(1.2, within(1e-12));

        worst = WorstOperation.of(load(null, operation("Home", 2_000, 1_000, 12, 7)));
        assertThat(worst.subject()).isEqualTo("Home failed");
        assertThat(worst.ofLimit()).isCloseTo(1.4, within(1e-12));
    }

    /** Of 999 starts an operation is not judged by itself: 10 of 999 + 1 are 1 %, together with one of the same limit. */
    @ParameterizedTest
    @CsvSource({
        "2000, 2000, 1.0, 2 s pool late",
        "2500, 2500, 1.0, 2.5 s pool late",
        "500, 500, 1.0, 0.5 s pool late",
        "250, 250, 1.0, 0.25 s pool late"
    })
    void fewStartsArePooledByTheirLimitWhateverItIs(long one, long other, double ofLimit, String subject) {
        WorstOperation worst =
                WorstOperation.of(load(null, operation("A", one, 999, 10, 0), operation("B", other, 1, 0, 0)));
        assertThat(worst.subject()).isEqualTo(subject);
        assertThat(worst.ofLimit()).isCloseTo(ofLimit, within(1e-12));
    }

    @Test
    void operationsOfAnotherLimitAreAnotherPool() {
        // 4 of 100 are 4 %; with the 900 of the other limit they would be 0.4 %.
        WorstOperation worst =
                WorstOperation.of(load(null, operation("A", 2_000, 100, 4, 0), operation("B", 3_000, 900, 0, 0)));
        assertThat(worst.subject()).isEqualTo("2 s pool late");
        assertThat(worst.ofLimit()).isCloseTo(4, within(1e-12));
    }

    @Test
    void newsAndHeldRequestsAreJudgedByRulesOfTheirOwn() {
        assertThat(WorstOperation.of(load(news(200, 3), operation("Home", 2_000, 1_000, 0, 0))))
                .satisfies(worst -> assertThat(worst.subject()).isEqualTo("news late"))
                .satisfies(worst -> assertThat(worst.ofLimit()).isCloseTo(1.5, within(1e-12)));
        assertThat(WorstOperation.of(load(news(0, 0), operation("NextBid", 40_000, 1_000, 900, 900))))
                .isEqualTo(new WorstOperation(0, "nothing late or failed"));
        assertThat(WorstOperation.of(load(null))).isEqualTo(new WorstOperation(0, "nothing late or failed"));
    }

    private static ProbeResult probe(int number, int users, Outcome outcome, ProbeResult.Use use) {
        return new ProbeResult(
                number, Purpose.BRACKET, new Probe(users, outcome, 1), "s", "h", 0, 60, 90, 1, null, null, use);
    }

    private static ProbeResult.Use use(double quota, double cpu, double memory, String tier) {
        return new ProbeResult.Use(
                quota,
                0,
                quota / 2,
                cpu,
                cpu,
                memory,
                memory / 100,
                new Bottleneck(Bottleneck.Kind.QUOTA, tier, "", tier + " gave out", List.of()),
                Power.NONE,
                List.of());
    }

    private static PeakResult search(ProbeResult... probes) {
        return RecordCopy.with(
                SampleSweeps.peak(SampleSweeps.found(100), 0.5), "probes", List.of(probes), "levels", List.of());
    }

    /** Of 99, 102, 97 and 150 users the first three are nearest to 100. */
    @Test
    void whatThePeakTakesIsTheMeanOfTheThreeNearestProbesAndWhatWasUsedUpThatOfTheNearestThatFailed() {
        ProbeResult.Use at = search(
                        probe(1, 150, Outcome.FAIL, use(1, 9, 900, "far")),
                        probe(2, 99, Outcome.PASS, use(0.8, 2, 100, "nearest")),
                        probe(3, 102, Outcome.FAIL, use(0.9, 3, 110, "failed")),
                        probe(4, 97, Outcome.PASS, use(0.7, 4, 120, "third")))
                .atPeak();

        assertThat(at.quotaUsed()).isEqualTo(0.9);
        assertThat(at.machineBusy()).isEqualTo(0.45);
        assertThat(at.cpuSecondsPer1000()).isCloseTo((2 + 3 + 4) / 3.0, within(1e-12));
        assertThat(at.memoryLatencyNanos()).isCloseTo(110, within(1e-12));
        assertThat(at.arithmeticNanos()).isCloseTo(1.1, within(1e-12));
        assertThat(at.bottleneck().tier()).as("of the nearest that failed").isEqualTo("failed");
    }

    @Test
    void whatFailedBelowThePeakWasDisturbed() {
        assertThat(search(
                                probe(1, 80, Outcome.FAIL, use(1, 9, 900, "disturbed")),
                                probe(2, 99, Outcome.PASS, use(0.8, 2, 100, "nearest")),
                                probe(3, 150, Outcome.FAIL, use(0.9, 3, 110, "failed")))
                        .atPeak()
                        .bottleneck()
                        .tier())
                .isEqualTo("failed");
    }

    /** 0 stands for what was not measured, as of a probe whose helper did not start: (100 + 120) / 2, not / 3. */
    @Test
    void whatWasNotMeasuredIsNoFigureOfAMean() {
        ProbeResult.Use at = search(
                        probe(1, 99, Outcome.PASS, use(0.8, 2, 100, "a")),
                        probe(2, 102, Outcome.FAIL, use(0.9, 0, 0, "b")),
                        probe(3, 97, Outcome.PASS, use(0.7, 4, 120, "c")))
                .atPeak();

        assertThat(at.cpuSecondsPer1000()).isCloseTo(3, within(1e-12));
        assertThat(at.driverSecondsPer1000()).isCloseTo(3, within(1e-12));
        assertThat(at.memoryLatencyNanos()).isCloseTo(110, within(1e-12));
        assertThat(at.arithmeticNanos()).isCloseTo(1.1, within(1e-12));
        assertThat(search(probe(1, 99, Outcome.PASS, use(0.8, 0, 0, "a")))
                        .atPeak()
                        .memoryLatencyNanos())
                .as("of none there is none")
                .isZero();
    }

    @Test
    void probesThatSayNothingOfProcessorsOrAreInvalidAreNotNear() {
        assertThat(search(probe(1, 100, Outcome.PASS, null)).atPeak()).isNull();
        assertThat(search(probe(1, 100, Outcome.INVALID, use(1, 1, 1, "x"))).atPeak())
                .isNull();
        assertThat(search().atPeak()).isNull();
        assertThat(search(probe(1, 90, Outcome.PASS, use(0.5, 1, 1, "only")))
                        .atPeak()
                        .bottleneck()
                        .tier())
                .as("where none failed, of the nearest")
                .isEqualTo("only");
    }

    @ParameterizedTest
    @CsvSource({
        // found 979.6 (960 to 1000.4): a whole number as in every report
        "FOUND, '', 980, YES",
        "FOUND, '', 981, NO",
        "FOUND, wide, 981, UNKNOWN",
        "FOUND, wide, 961, UNKNOWN",
        "FOUND, wide, 960, YES",
        "FOUND, wide, 1001, NO",
        "AT_LEAST, '', 500, YES",
        "AT_LEAST, '', 501, UNKNOWN",
        "BEYOND_MEMORY, '', 500, YES",
        "BEYOND_DESCRIPTORS, '', 501, UNKNOWN",
        "NONE, '', 500, NO",
        "NONE, '', 499, UNKNOWN",
        "INVALID, broke, 1, UNKNOWN"
    })
    void whetherThePeakIsSoManyUsersIsAnsweredOnlyWhereItIsKnown(
            Conclusion.Kind kind, String reason, int wanted, Conclusion.Answer answer) {
        Peak peak = kind == Conclusion.Kind.FOUND ? new Peak(960, 979.6, 1000.4) : null;
        assertThat(new Conclusion(kind, peak, 500, reason).atLeast(wanted)).isEqualTo(answer);
    }

    @ParameterizedTest
    @CsvSource({"0, 0, 0", "-1, 1, 1", "1, -0.1, 1", "1, NaN, 1", "1, 1, 0", "1, 1, 1.01", "1, 1, NaN"})
    void aProbeThatCannotBeIsRefused(int users, double worst, double served) {
        assertThatThrownBy(() -> new Probe(users, Outcome.PASS, worst, served))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageMatching("(users|worst|served) must be .*");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 10, 0.05, 12, '1 <= from <= most: 0, 10'",
        "11, 10, 0.05, 12, '1 <= from <= most: 11, 10'",
        "1, 10, 0, 12, 'width must be > 0 and < 1: 0.0'",
        "1, 10, 1, 12, 'width must be > 0 and < 1: 1.0'",
        "1, 10, NaN, 12, 'width must be > 0 and < 1: NaN'",
        "1, 10, 0.05, 2, 'probes must be >= 3: 2'"
    })
    void aSearchThatCannotBeIsRefused(int from, int most, double width, int probes, String rule) {
        assertThatThrownBy(() -> new SearchSettings(from, most, width, probes, Duration.ofHours(1), 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(rule);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 10, not even carry 10 users",
        "1200, 0, 'carry 1,200 users and went no further'",
        "1200, 1500, 'carry 1,200 users and not 1,500'"
    })
    void aClimbSaysHowFarItCame(int good, int bad, String words) {
        assertThat(new Climb(good, bad).words()).isEqualTo(words);
        assertThat(new Climb(good, bad).reachedTheEnd()).isEqualTo(bad == 0);
    }

    @Test
    void theNarrowerRoomCounts() {
        Room memory = new Room(100, Room.Limit.MEMORY);
        Room files = new Room(90, Room.Limit.DESCRIPTORS);
        assertThat(memory.and(files)).isEqualTo(files);
        assertThat(files.and(memory)).isEqualTo(files);
        assertThat(Room.enough().and(memory)).isEqualTo(memory);
        assertThat(memory.and(new Room(100, Room.Limit.DESCRIPTORS)))
                .as("the first of equals")
                .isEqualTo(memory);
        assertThat(files.atLeast(95)).isEqualTo(new Room(95, Room.Limit.DESCRIPTORS));
        assertThat(files.stillPasses().kind()).isEqualTo(Conclusion.Kind.BEYOND_DESCRIPTORS);
        assertThat(files.stillPasses().reason())
                .startsWith("there are descriptors for no more users, and these still pass: ");
        assertThat(memory.stillPasses().reason())
                .startsWith("there is memory for no more users, and these still pass: ");
    }

    @Test
    void whatWasMeasuredIsInADirectoryThatSortsAsItWasMade() {
        List<String> names = new ArrayList<>();
        for (int number : List.of(1, 2, 10, 11)) {
            names.add(new ProbeResult.Asked(number, Purpose.CONFIRM, 1_000).directory());
        }
        assertThat(names)
                .containsExactly("01-1000-users", "02-1000-users", "10-1000-users", "11-1000-users")
                .isSorted();
        assertThat(new ProbeResult.Asked(0, Purpose.LEVEL, 250).directory()).isEqualTo("level-250-users");
    }
}
