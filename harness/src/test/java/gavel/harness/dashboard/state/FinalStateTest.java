package gavel.harness.dashboard.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import gavel.driver.api.IntervalReport;
import gavel.driver.api.IntervalReport.OperationInterval;
import gavel.harness.collect.Sample;
import gavel.harness.collect.Sample.InstanceSample;
import gavel.harness.dashboard.state.Frame.Operation;
import gavel.harness.dashboard.state.Frame.Sums;
import gavel.harness.dashboard.state.Frame.Tier;
import gavel.harness.kind.PeakKind;
import gavel.harness.kind.RunKind;
import gavel.harness.listener.RunListener;
import gavel.harness.report.SampleResults;
import gavel.harness.report.text.Headline.Tile;
import gavel.harness.result.Figures;
import gavel.harness.result.RunResult;
import gavel.harness.scale.SampleSweeps;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a page shows of a second, and in the end. */
class FinalStateTest {
    private static FinalState of(RunResult result) {
        return FinalState.of(new RunKind(), result);
    }

    @Test
    void theEndIsThatOfTheReport() {
        RunResult result = SampleResults.overloaded();
        FinalState end = of(result);

        assertThat(end.stamp()).isEqualTo("FAIL");
        assertThat(end.tone()).isEqualTo("fail");
        assertThat(end.headline()).isEqualTo("6.8 % of SearchItems were later than 2 s (at most 1 %).");
        assertThat(end.result()).isEqualTo("20260314-092653-minimal");
        assertThat(end.operations())
                .hasSameSizeAs(result.load().operations().stream()
                        .filter(operation -> !Figures.held(operation.name()))
                        .toList())
                .noneMatch(operation -> operation.name().equals("NextBid"));
        Operation upload = end.operations().stream()
                .filter(operation -> operation.name().equals("UploadImage"))
                .findFirst()
                .orElseThrow();
        // 6,000 users × 0.06 × 0.25 a second × 60 s = 5,400 starts, all of which succeeded, in 60 s.
        assertThat(upload.perSecond()).isCloseTo(90, within(1e-9));
        assertThat(upload.sums().completed()).isEqualTo(5_400);
        assertThat(upload.sums()).isEqualTo(upload.ever());
        assertThat(upload.limitMillis()).isEqualTo(5_000);
        assertThat(upload.judged()).isTrue();
    }

    /** Register has 6 starts among 100 users: too few for a percentile, and its largest is shown. */
    @Test
    void ofFewSamplesThereIsNoPercentile() {
        Operation register = of(SampleResults.passed()).operations().stream()
                .filter(operation -> operation.name().equals("Register"))
                .findFirst()
                .orElseThrow();
        assertThat(register.p99Micros()).isEqualTo(-1);
        assertThat(register.maxMicros()).isPositive();
    }

    @Test
    void tiersAreInCoresOfTheMeasurement() {
        RunResult result = SampleResults.passed();
        // The application takes 0.52 of 41 % of two cores: 60 s × 2 × 0.41 × 0.52 / 60 s.
        assertThat(of(result).machine().tiers())
                .filteredOn(tier -> tier.name().equals("appServers"))
                .singleElement()
                .satisfies(tier -> assertThat(tier.cores()).isCloseTo(2 * 0.41 * 0.52, within(1e-9)))
                .satisfies(tier -> assertThat(tier.instances()).isEqualTo(1));
        assertThat(of(result).machine().sampled()).isTrue();
        assertThat(of(result).machine().cores()).isEqualTo(2);
    }

    @Test
    void whereNothingWasDrivenThereIsNoTable() {
        FinalState end = of(SampleResults.neverLoaded());
        assertThat(end.stamp()).isEqualTo("INVALID");
        assertThat(end.operations()).isEmpty();
        assertThat(end.machine()).isNull();
        assertThat(end.tiles()).isEmpty();
    }

    @Test
    void anInvalidRunHasNoLargeFigure() {
        assertThat(of(SampleResults.interrupted()).tiles()).isEmpty();
        assertThat(of(SampleResults.passed()).tiles())
                .extracting(Tile::name)
                .containsExactly(
                        "users",
                        "operations a second",
                        "largest latency, of its limit",
                        "news of a bid, p99",
                        "violations");
    }

    @Test
    void aSearchEndsWithItsNumberAndNoVerdict() {
        FinalState end = FinalState.of(new PeakKind(), SampleSweeps.peak(SampleSweeps.found(1_000), 0.5));
        assertThat(end.stamp()).isEqualTo("PEAK");
        assertThat(end.tone()).isEqualTo("info");
        assertThat(end.operations()).isEmpty();
    }

    private final DashboardState state = new DashboardState(new RunKind(), 2, () -> Instant.ofEpochSecond(9));

    private static IntervalReport second(long second, OperationInterval... operations) {
        return SampleLoad.second(second, "MEASURE", operations);
    }

    private Point newest() {
        return state.lines().points().getLast();
    }

    private void loading(Map<String, Long> limits) {
        state.loading(new RunListener.Load("", 400, SampleLoad.PHASES, limits));
    }

    /** Home took 1 s of 2, Login 1.5 s of 3 and a bit; NextBid waits by design; Search has no limit. */
    @Test
    void aPointIsTheOperationNearestToItsLimit() {
        loading(Map.of("Home", 2_000L, "Login", 3_000L, "NextBid", 40_000L));
        state.second(
                second(
                        1,
                        new OperationInterval("Home", 10, 9, 2, 1, 900_000, 1_000_000),
                        new OperationInterval("Login", 5, 5, 0, 0, -1, 1_800_000),
                        new OperationInterval("Search", 7, 7, 0, 0, 9_000_000, 9_000_000),
                        new OperationInterval("NextBid", 99, 99, 99, 0, 39_000_000, 39_900_000)),
                Sample.NONE);
        Point point = newest();
        assertThat(point.ofLimit()).isCloseTo(0.6, within(1e-12));
        assertThat(point.perSecond()).isEqualTo(9 + 5 + 7);
        assertThat(point.badPerSecond()).isEqualTo(2 + 1);
        assertThat(point.p99Micros())
                .as("without the one that waits by design")
                .containsExactly(900_000.0, -1.0, 9_000_000.0);
        assertThat(point.failed()).containsExactly(1.0, 0.0, 0.0);
        assertThat(state.lines().ticks()).as("nobody looked").isEmpty();
        assertThat(point.atMillis()).isEqualTo(9_000);
    }

    @Test
    void aSecondWithoutASampleHasNoShareOfALimit() {
        loading(Map.of("Home", 2_000L));
        state.second(second(1, new OperationInterval("Home", 0, 0, 0, 0, -1, -1)), Sample.NONE);
        assertThat(newest().ofLimit()).isEqualTo(-1);
        state.second(second(2), Sample.NONE);
        assertThat(newest().ofLimit()).isEqualTo(-1);
        assertThat(newest().perSecond())
                .as("the mean of two seconds of nothing")
                .isZero();
    }

    @Test
    void coresOfATierAreThoseOfItsInstancesInTheirOrder() {
        loading(Map.of());
        state.second(
                second(1),
                new Sample(
                        1_000,
                        0.75,
                        0.01,
                        3,
                        5L << 30,
                        List.of(
                                new InstanceSample("driver", "driver1", 0.25, 10),
                                new InstanceSample("appServers", "app1", 0.5, 20),
                                new InstanceSample("appServers", "app2", 0.25, 30))));
        Tick tick = state.frame().tick();
        assertThat(tick.cores()).containsExactly(0.25, 0.75);
        assertThat(tick.busyShare()).isEqualTo(0.75);
        assertThat(state.frame().machine().tiers())
                .containsExactly(Tier.of("driver", 1, 0.25, 10), Tier.of("appServers", 2, 0.75, 50));
    }

    @Test
    void secondsBeforeALoadAreNobodys() {
        state.second(second(1, new OperationInterval("Home", 1, 1, 0, 0, 5)), Sample.NONE);
        assertThat(state.lines().points()).isEmpty();
        assertThat(state.frame().load()).isNull();
    }

    @Test
    void theNextLoadBeginsToCountAnewAndGoesOnInTime() {
        loading(Map.of("Home", 2_000L));
        state.second(second(1, new OperationInterval("Home", 3, 3, 1, 0, 5)), Sample.NONE);
        loading(Map.of("Home", 2_000L));
        assertThat(state.frame().load().operations()).isEmpty();
        assertThat(state.frame().load().number()).isEqualTo(2);
        state.second(second(1, new OperationInterval("Home", 4, 4, 0, 2, 5)), Sample.NONE);
        Operation home = state.frame().load().operations().getFirst();
        assertThat(home.sums()).isEqualTo(new Sums(4, 6, 2, 2));
        assertThat(home.ever()).isEqualTo(new Sums(7, 9, 3, 2));
        assertThat(state.lines().points()).extracting(Point::number).containsExactly(1L, 2L);
        assertThat(state.lines().points()).extracting(Point::load).containsExactly(1, 2);
    }
}
