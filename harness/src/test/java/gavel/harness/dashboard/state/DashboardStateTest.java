package gavel.harness.dashboard.state;

import static gavel.harness.dashboard.state.SampleLoad.second;
import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.IntervalReport.OperationInterval;
import gavel.harness.collect.Sample;
import gavel.harness.dashboard.state.Frame.Operation;
import gavel.harness.dashboard.state.Frame.Sums;
import gavel.harness.dashboard.state.Frame.Tier;
import gavel.harness.kind.PeakKind;
import gavel.harness.kind.RunKind;
import gavel.harness.listener.RunListener;
import gavel.harness.report.SampleResults;
import gavel.harness.result.RunResult.PhaseTime;
import gavel.harness.run.Phase;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DashboardStateTest {
    private static final RunListener.Load TWO =
            new RunListener.Load("", 400, SampleLoad.PHASES, Map.of("Home", 2_000L, "NextBid", 40_000L));

    private final DashboardState state = new DashboardState(new RunKind(), 2, () -> Instant.ofEpochSecond(1));

    private static OperationInterval home(long completed, long late, long failed, long p99Micros) {
        return new OperationInterval("Home", completed, completed, late, failed, p99Micros);
    }

    private Operation operation(String name) {
        return state.frame().load().operations().stream()
                .filter(o -> o.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void whatIsJudgedIsTheMeasurementAndWhatPrometheusCountsIsEverything() {
        state.loading(TWO);
        state.second(second(1, "WARM_UP", home(10, 10, 0, 1)), Sample.NONE);
        assertThat(state.frame().load().counted()).isFalse();
        assertThat(operation("Home").sums()).isEqualTo(new Sums(10, 10, 10, 0));

        state.second(second(2, "MEASURE", home(20, 1, 0, 1)), Sample.NONE);
        state.second(second(3, "MEASURE", home(20, 0, 0, 1)), Sample.NONE);
        state.second(second(4, "RAMP_DOWN", home(5, 5, 0, 1)), Sample.NONE);

        assertThat(state.frame().load().counted()).isTrue();
        assertThat(operation("Home").sums()).isEqualTo(new Sums(40, 40, 1, 0));
        assertThat(operation("Home").ever()).isEqualTo(new Sums(55, 55, 16, 0));
        assertThat(state.frame().load().news()).isEqualTo(new Frame.News(8, 2, 16, 4));
    }

    @Test
    void aFailureIsNeverInTime() {
        state.loading(TWO);
        state.second(second(1, "MEASURE", home(10, 0, 3, 1)), Sample.NONE);
        assertThat(operation("Home").sums()).isEqualTo(new Sums(10, 13, 3, 3));
        assertThat(state.lines().points().getFirst().badPerSecond()).isEqualTo(3);
    }

    /** Then nothing has the right answer, and all of it is late or failed. */
    @Test
    void whatFailedOrTimedOutHasEndedToo() {
        state.loading(TWO);
        state.second(second(1, "MEASURE", home(0, 0, 500, -1)), Sample.NONE);
        state.second(second(2, "MEASURE", home(0, 40, 60, -1)), Sample.NONE);
        assertThat(operation("Home").sums()).isEqualTo(new Sums(0, 600, 600, 560));
    }

    /** The tile, the table and the time line would each have one of their own. */
    @Test
    void aRateIsTheSameWhereverItIsShown() {
        state.loading(TWO);
        for (int i = 1; i <= 7; i++) {
            state.second(second(i, "MEASURE", home(10 * i, i, 0, 1)), Sample.NONE);
            double shown = state.frame().load().perSecond();
            assertThat(state.lines().points().getLast().perSecond()).isEqualTo(shown);
            assertThat(operation("Home").perSecond()).isEqualTo(shown);
        }
        // 3 to 7 of the seconds: a mean of 10 x 5 and of 5.
        assertThat(state.lines().points().getLast().perSecond()).isEqualTo(50);
        assertThat(state.lines().points().getLast().badPerSecond()).isEqualTo(5);
    }

    @Test
    void aLongPollIsHeldAgainstNoLimit() {
        state.loading(TWO);
        OperationInterval poll = new OperationInterval("NextBid", 1, 1, 0, 0, 39_000_000);
        state.second(second(1, "MEASURE", home(1, 0, 0, 500_000), poll), Sample.NONE);
        assertThat(state.frame().load().held().judged()).isFalse();
        assertThat(state.frame().load().held().sums().completed()).isEqualTo(1);
        assertThat(state.frame().load().operations())
                .extracting(Frame.Operation::name)
                .containsExactly("Home");
        assertThat(state.frame().load().perSecond()).isEqualTo(1);
        assertThat(state.lines().points().getFirst().perSecond()).isEqualTo(1);
        assertThat(state.lines().points().getFirst().ofLimit())
                .as("500 ms of 2 s, not 39 s of 40 s")
                .isEqualTo(0.25);
    }

    @Test
    void ratesAreThoseOfTheLastFiveSeconds() {
        state.loading(TWO);
        for (int i = 1; i <= 6; i++) {
            state.second(second(i, "RAMP", home(10 * i, 0, 0, 1)), Sample.NONE);
        }
        assertThat(operation("Home").perSecond()).isEqualTo((20 + 30 + 40 + 50 + 60) / 5.0);
    }

    @Test
    void instancesOfATierAreAddedUp() {
        state.loading(TWO);
        state.second(second(1, "RAMP", home(1, 0, 0, 1)), new SampleLoad().sample(1));
        Frame.Machine machine = state.frame().machine();
        assertThat(machine.sampled()).isTrue();
        assertThat(machine.tiers())
                .extracting(Tier::name)
                .containsExactly("relational", "services", "appServers", "driver");
        assertThat(machine.tiers().get(2).instances()).isEqualTo(2);
        assertThat(state.lines().ticks().getFirst().cores())
                .isEqualTo(machine.tiers().stream().map(Tier::cores).toList());
    }

    @Test
    void withoutSamplesNothingIsSaidOfTheMachine() {
        state.loading(TWO);
        state.second(second(1, "RAMP", home(1, 0, 0, 1)), Sample.NONE);
        assertThat(state.frame().machine().sampled()).isFalse();
        assertThat(state.lines().ticks()).isEmpty();
    }

    @Test
    void theTimeLinesAreThoseOfTheWholeLoadHoweverLongItIs() {
        state.loading(TWO);
        int hours = 24;
        for (int i = 1; i <= hours * 3_600; i++) {
            state.second(second(i, "MEASURE", home(1, 0, 0, 1)), Sample.NONE);
        }
        List<Point> points = state.lines().points();
        assertThat(points).hasSizeLessThanOrEqualTo(TimeLine.MOST);
        assertThat(points.stream().mapToInt(Point::seconds).sum()).isEqualTo(hours * 3_600);
        assertThat(state.frame().load().point().number()).isEqualTo(hours * 3_600);
        assertThat(points.getLast()).isEqualTo(state.frame().load().point());
    }

    /** A search of a week makes thousands of steps. */
    @Test
    void ofManyStepsTheLastAreKept() {
        for (int i = 0; i < 1_000; i++) {
            state.ended(new PhaseTime("step " + i, 0, 1, "done"), "");
        }
        assertThat(state.frame().phases()).hasSize(100);
        assertThat(state.frame().phases().getLast().title()).isEqualTo("step 999");
    }

    @Test
    void stepsAreToldWithWhatTheyTook() {
        state.begun(Phase.DATA.title());
        assertThat(state.frame().doing()).isEqualTo(new Frame.Doing("load or reset data", 1_000));
        state.ended(new PhaseTime("load or reset data", 0, 2_500, "done"), "loaded for 40 users");
        assertThat(state.frame().doing()).isNull();
        assertThat(state.frame().phases())
                .containsExactly(new Frame.Done("load or reset data", 2_500, "done", "loaded for 40 users"));
    }

    @Test
    void theNextOfSeveralRunsBeginsWithAnEmptyPage() {
        run(state);
        state.begun(Phase.CHECK.title());
        Frame frame = state.frame();
        assertThat(frame.ending()).isNull();
        assertThat(frame.load()).isNull();
        assertThat(frame.phases()).isEmpty();
        assertThat(state.lines().points()).isEmpty();
    }

    @Test
    void aSearchKeepsItsTimeLinesWhenItGoesOnWithAnotherDeployment() {
        DashboardState search = new DashboardState(new PeakKind(), 2, () -> Instant.ofEpochSecond(1));
        run(search);
        search.begun(Phase.CHECK.title());
        assertThat(search.lines().points()).hasSize(1);
        search.loading(TWO);
        search.second(second(1, "RAMP", home(1, 0, 0, 1)), Sample.NONE);
        assertThat(search.lines().points()).extracting(Point::load).containsExactly(1, 2);
    }

    @Test
    void nothingOfAClimbIsCounted() {
        state.loading(new RunListener.Load("climb", 0, null, Map.of("Home", 2_000L)));
        state.second(second(1, "MEASURE", home(1, 1, 0, 1)), Sample.NONE);
        assertThat(state.frame().load().phase()).isEqualTo("CLIMB");
        assertThat(state.frame().load().counted()).isFalse();
    }

    private static void run(DashboardState state) {
        state.begun(Phase.CHECK.title());
        state.loading(TWO);
        state.second(second(1, "MEASURE", home(1, 0, 0, 1)), Sample.NONE);
        state.ended(new PhaseTime("measure", 0, 1_000, "done"), "");
        state.concluded(FinalState.of(new RunKind(), SampleResults.passed()));
    }

    @Test
    void saysWhatIsDoneOnceThereIsADeployment() {
        assertThat(state.frame().subject().sentence()).isEmpty();
        SampleLoad.begin(state);
        assertThat(state.frame().subject().sentence())
                .isEqualTo(
                        "100 simulated users of profile liveauction for 60 s against 1 application server with embedded"
                                + " services.");
    }

    @Test
    void aReaderWaitsForWhatIsNewer() throws InterruptedException {
        int seen = state.frame().number();
        assertThat(state.awaitNewer(seen, Duration.ofMillis(1))).isFalse();
        Thread writer = Thread.ofVirtual().start(() -> state.begun(Phase.DATA.title()));
        assertThat(state.awaitNewer(seen, Duration.ofSeconds(10))).isTrue();
        assertThat(state.frame().number()).isGreaterThan(seen);
        writer.join();
    }

    @Test
    void aDefectOfTheBoardIsToldOnceAndTheRunGoesOn() {
        RecordedConsole console = new RecordedConsole();
        WatchedConsole watched = new WatchedConsole(console, new RunListener() {
            @Override
            public void begun(String phase) {
                throw new IllegalStateException("a defect");
            }
        });
        watched.begun(Phase.DATA.title());
        watched.begun(Phase.VERIFY.title());
        watched.line("goes on");
        assertThat(console.lines)
                .containsExactly(
                        "! the dashboard stands still, the run goes on; please report it:"
                                + " java.lang.IllegalStateException: a defect",
                        "goes on");
    }
}
