package gavel.harness.run.endless;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.driver.api.AgentLostException;
import gavel.driver.api.IntervalReport;
import gavel.driver.api.IntervalReport.OperationInterval;
import gavel.driver.api.LoadGenerator;
import gavel.driver.api.LoadReport;
import gavel.driver.api.LoadSpec;
import gavel.driver.api.LoadSpec.Phases;
import gavel.driver.api.RuleOutcome;
import gavel.harness.collect.Sample;
import gavel.harness.dashboard.state.SampleCollector;
import gavel.harness.listener.RunListener;
import gavel.harness.peak.ProbeTimes;
import gavel.harness.report.SampleResults;
import gavel.harness.run.Console;
import gavel.harness.run.RunRig;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A load that is only looked at, for as long as somebody looks. */
@Timeout(60)
class EndlessLoadTest {
    @TempDir
    Path home;

    private final List<String> diary = new ArrayList<>();
    private final List<String> shown = new ArrayList<>();
    private final List<Sample> seen = new ArrayList<>();
    private final SampleCollector collector = new SampleCollector();
    private Consumer<IntervalReport> told;
    private Instant begun;
    private LoadReport report = SampleResults.passed().load();
    private long second;

    private final class Told implements LoadGenerator {
        @Override
        public void prepare(LoadSpec wanted) {
            throw new AssertionError("it was prepared before");
        }

        @Override
        public Map<String, Long> limitMillis() {
            return Map.of("Home", 2_000L);
        }

        @Override
        public void start(Instant at, Consumer<IntervalReport> intervals) {
            begun = at;
            told = intervals;
        }

        @Override
        public void users(int users, Duration ramp) {
            diary.add(users + " users within " + ramp.toSeconds() + " s");
        }

        @Override
        public void stop(boolean drain) {
            diary.add("stop, drain " + drain);
        }

        @Override
        public LoadReport awaitReport(Duration timeout) {
            diary.add("await " + timeout.toSeconds() + " s");
            return report;
        }

        @Override
        public void answeredBids(Path csv) {}

        @Override
        public void close() {}
    }

    private RunRig rig() {
        return new RunRig(home);
    }

    private EndlessLoad begin(RunRig rig) throws Exception {
        return begin(rig, 10);
    }

    private EndlessLoad begin(RunRig rig, int silenceSeconds) throws Exception {
        Console console = new Console() {
            @Override
            public void line(String text) {}

            @Override
            public void status(String text) {
                shown.add(text);
            }

            @Override
            public int width() {
                return 120;
            }

            @Override
            public void loading(Load load) {
                diary.add("loading " + load.limitMillis());
            }

            @Override
            public void second(IntervalReport interval, Sample sample) {
                diary.add("second " + interval.second());
                seen.add(sample);
            }
        };
        return EndlessLoad.begin(rig.environment().with(console), new Told(), collector, silenceSeconds);
    }

    private void seconds(int count, long late) {
        for (int i = 0; i < count; i++) {
            second++;
            told.accept(new IntervalReport(
                    second,
                    1_000 * second,
                    "MEASURE",
                    50,
                    List.of(new OperationInterval("Home", 100, 100, late, 0, 500_000)),
                    0,
                    0,
                    0.1,
                    100,
                    10));
        }
    }

    @Test
    void itBeginsASecondFromNowWithTheLimitsOfItsProfile() throws Exception {
        RunRig rig = rig();
        begin(rig);
        assertThat(begun).isEqualTo(rig.time.instant().plusSeconds(1));
        assertThat(diary).containsExactly("loading {Home=2000}");
    }

    @Test
    void secondsAreSeenInTheirOrderAndShown() throws Exception {
        EndlessLoad load = begin(rig());
        seconds(5, 0);
        assertThat(load.watch(2)).extracting(IntervalReport::second).containsExactly(1L, 2L);
        assertThat(load.watch(3)).extracting(IntervalReport::second).containsExactly(3L, 4L, 5L);
        assertThat(load.watch(0)).isEmpty();
        assertThat(diary).endsWith("second 1", "second 2", "second 3", "second 4", "second 5");
        assertThat(shown).hasSize(5).allMatch(status -> status.contains("50"));
    }

    /** Whoever follows a search sees the machine between its probes too. */
    @Test
    void whatTheMachineDidMeanwhileIsShownBesideTheLoad() throws Exception {
        EndlessLoad load = begin(rig());
        seconds(1, 0);
        load.watch(1);
        collector.latest = new Sample(1_000, 0.42, 0, 1, 1, List.of());
        seconds(1, 0);
        load.watch(1);

        assertThat(seen).containsExactly(Sample.NONE, collector.latest);
        assertThat(shown.getFirst()).doesNotContain("CPU");
        assertThat(shown.getLast()).contains("CPU 42 %");
    }

    /** What was seen of the former number says nothing of the new one. */
    @Test
    void secondsBeforeAnotherNumberOfUsersAreForgotten() throws Exception {
        EndlessLoad load = begin(rig());
        seconds(3, 0);
        load.users(70);
        seconds(1, 0);
        assertThat(load.watch(1)).extracting(IntervalReport::second).containsExactly(4L);
        assertThat(diary).contains("70 users within 3 s");
    }

    @Test
    void itIsCalmWhenAWindowShowsNoTrouble() throws Exception {
        EndlessLoad load = begin(rig());
        seconds(2 * ProbeTimes.WINDOW, 60);
        seconds(ProbeTimes.WINDOW, 0);
        assertThat(load.calm(3)).isTrue();
        seconds(2 * ProbeTimes.WINDOW, 60);
        assertThat(load.calm(2)).isFalse();
        assertThat(load.calm(0)).as("nobody looked").isFalse();
    }

    @Test
    void usersStayUntilItIsClosedAndLeaveInPeace() throws Exception {
        begin(rig()).close();
        assertThat(diary).endsWith("stop, drain true", "await 60 s");
        assertThat(EndlessLoad.phases(9)).isEqualTo(new Phases(9, 6, 7_200, Phases.STAY));
        assertThat(EndlessLoad.phases().rampSeconds()).isEqualTo(3);
    }

    @Test
    void aLoadThatServedNobodyTellsWhyItEnded() throws Exception {
        report = SampleResults.passed(new RuleOutcome(
                        "service",
                        "first operations",
                        RuleOutcome.Status.INVALID,
                        "0 of 3",
                        "one",
                        "nobody was served"))
                .load();
        try (EndlessLoad load = begin(rig(), 0)) {
            seconds(1, 0);
            assertThatThrownBy(() -> load.watch(2))
                    .isInstanceOf(IOException.class)
                    .isNotInstanceOf(AgentLostException.class)
                    .hasMessage("nobody was served");
        }
        assertThat(diary).endsWith("stop, drain true", "await 60 s").containsOnlyOnce("stop, drain true");
    }

    @Test
    void aDriverThatOnlyFallsSilentIsLost() throws Exception {
        EndlessLoad load = begin(rig(), 0);
        assertThatThrownBy(() -> load.watch(1))
                .isInstanceOf(AgentLostException.class)
                .hasMessage("the driver said nothing for 0 s of the load");
    }

    /** A load's own lines are left out within something larger, and its status says where it is. */
    @Test
    void aPartShowsWhereItIs() {
        List<String> said = new ArrayList<>();
        Console whole = new Console() {
            @Override
            public void line(String text) {
                said.add("line " + text);
            }

            @Override
            public void detail(String text) {
                said.add("detail " + text);
            }

            @Override
            public void status(String text) {
                said.add("status " + text);
            }

            @Override
            public int width() {
                return 40;
            }

            @Override
            public void loading(Load load) {
                said.add("loading " + load.limitMillis());
            }

            @Override
            public void second(IntervalReport interval, Sample sample) {
                said.add("second " + sample.atMillis());
            }
        };
        String[] where = {"probe 2 of 6"};
        PartConsole part = new PartConsole(whole, () -> where[0]);
        part.line("a line");
        part.step("a step");
        part.detail("more");
        part.status("   7 users ");
        where[0] = "the last probe";
        part.status("8 users");
        part.second(null, Sample.NONE);
        part.loading(new RunListener.Load("", 0, null, Map.of("Home", 1L)));
        assertThat(said)
                .containsExactly(
                        "detail   more",
                        "status   probe 2 of 6 · 7 users",
                        "status   the last probe · 8 users",
                        "second 0",
                        "loading {Home=1}");
        assertThat(part.width()).isEqualTo(40 - "  the last probe · ".length());
        where[0] = "a place with a name that is longer than the terminal";
        assertThat(part.width()).as("a terminal too narrow is one column wide").isEqualTo(1);
    }

    @Test
    void whereThereIsNoTerminalAPartHasNoWidth() {
        Console none = new Console() {
            @Override
            public void line(String text) {}

            @Override
            public void status(String text) {}

            @Override
            public int width() {
                return 0;
            }
        };
        assertThat(new PartConsole(none, () -> "anywhere").width()).isZero();
    }
}
