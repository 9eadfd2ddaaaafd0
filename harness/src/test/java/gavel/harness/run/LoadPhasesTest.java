package gavel.harness.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.driver.api.AgentLostException;
import gavel.driver.api.IntervalReport;
import gavel.driver.api.LoadGenerator;
import gavel.driver.api.LoadReport;
import gavel.driver.api.LoadSpec;
import gavel.driver.api.shape.LoadShape;
import gavel.harness.collect.Collected;
import gavel.harness.collect.Collector;
import gavel.harness.collect.CollectorDiary;
import gavel.harness.report.SampleResults;
import gavel.harness.verdict.Evidence.Incident;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From the first second a driver reports to its last word. */
class LoadPhasesTest {
    private static final Collected SEEN =
            new Collected(1, 2, Collected.MachineUse.UNKNOWN, List.of(), List.of(), List.of(), List.of("seen"));

    @TempDir
    Path home;

    private final List<String> diary = new ArrayList<>();
    private final Journal journal = new Journal();
    private RunRig rig;
    private Progress progress;
    private IOException failure;
    private Instant startedAt;
    private Duration patience;

    @BeforeEach
    void makeRig() {
        rig = new RunRig(home);
        progress = new Progress(rig.environment().console(), rig.time);
    }

    private void run(String... phases) throws IOException, InterruptedException {
        new LoadPhases(rig.environment(), progress, journal, collector()).run(driver(List.of(phases)), spec());
    }

    private static LoadSpec spec() {
        return new LoadSpec(
                "mine",
                List.of(URI.create("http://127.0.0.1:1")),
                null,
                "liveauction",
                10,
                new LoadSpec.Accounts("u%d@gavel.example", 1, 50, "secret"),
                1,
                new LoadSpec.Phases(5, 4, 3, 2),
                LoadSpec.AgentShare.ALONE,
                new RunRig(Path.of(".")).configuration().drivers().engine(2),
                "results",
                0,
                LoadShape.CONSTANT,
                0);
    }

    @Test
    void theMeasurementIsExactlyTheSecondsTheDriverCallsSo() throws Exception {
        run("RAMP", "RAMP", "WARM_UP", "MEASURE", "MEASURE", "MEASURE", "HOLD", "RAMP_DOWN");

        assertThat(diary).containsExactly("begin after 4 seconds", "end after 7 seconds", "collected after 8 seconds");
        assertThat(journal.intervals()).hasSize(8);
        assertThat(journal.collected()).isEqualTo(SEEN);
    }

    @Test
    void everyPhaseIsShownOnce() throws Exception {
        run("RAMP", "WARM_UP", "MEASURE", "MEASURE", "HOLD", "RAMP_DOWN");

        assertThat(progress.times())
                .extracting(time -> time.name())
                .containsExactly("ramp", "warm up", "measure", "wait for the last answers", "ramp down");
        assertThat(rig.statuses).filteredOn(status -> status.contains(" ops/s")).hasSize(6);
    }

    @Test
    void theReportEndsIt() throws Exception {
        run("MEASURE", "RAMP_DOWN");

        assertThat(journal.load()).isNotNull();
        assertThat(journal.incidents()).isEmpty();
        assertThat(progress.current()).isNull();
    }

    @Test
    void theDriverStartsASecondLaterSoThatItHearsOfItInTime() throws Exception {
        Instant now = rig.time.instant();
        run("MEASURE");

        assertThat(startedAt).isEqualTo(now.plusSeconds(1));
        assertThat(patience)
                .as("all phases, the hold of a limit of ten minutes, and three minutes")
                .isEqualTo(Duration.ofSeconds(5 + 4 + 3 + 2 + 601 + 180));
    }

    @Test
    void aLostDriverIsAnIncidentAndWhatWasMeasuredIsKept() throws Exception {
        failure = new AgentLostException("no word for 3 s", null);
        run("RAMP", "MEASURE", "MEASURE");

        assertThat(journal.incidents())
                .containsExactly(new Incident(Incident.Kind.DRIVER_LOST, "driver", "no word for 3 s"));
        assertThat(journal.load()).isNull();
        assertThat(diary)
                .as("the measurement is ended although the driver never said so")
                .containsExactly("begin after 2 seconds", "end after 3 seconds", "collected after 3 seconds");
        assertThat(rig.lines.getLast()).startsWith("✗ measure");
    }

    @Test
    void aFailureOfTheConnectionIsNoLostDriver() {
        failure = new IOException("answer cut off");

        assertThatThrownBy(() -> run("RAMP")).isSameAs(failure);
        assertThat(journal.incidents()).isEmpty();
        assertThat(diary).containsExactly("collected after 1 seconds");
    }

    @Test
    void aPhaseNobodyKnowsIsNotMeasured() throws Exception {
        run("MEASURE", "ENCORE", "RAMP_DOWN");

        assertThat(diary).startsWith("begin after 1 seconds", "end after 2 seconds");
    }

    private LoadGenerator driver(List<String> phases) {
        return new LoadGenerator() {
            @Override
            public void prepare(LoadSpec spec) {}

            @Override
            public Map<String, Long> limitMillis() {
                return Map.of("UploadImage", 600_000L);
            }

            @Override
            public void start(Instant at, Consumer<IntervalReport> intervals) {
                startedAt = at;
                for (int i = 1; i <= phases.size(); i++) {
                    intervals.accept(
                            new IntervalReport(i, i * 1_000L, phases.get(i - 1), 10, List.of(), 0, 0, 0.1, 100, 10));
                }
            }

            @Override
            public void users(int users, Duration ramp) {}

            @Override
            public void stop(boolean drain) {}

            @Override
            public LoadReport awaitReport(Duration timeout) throws IOException {
                patience = timeout;
                if (failure != null) {
                    throw failure;
                }
                return SampleResults.passed().load();
            }

            @Override
            public void answeredBids(Path csv) {}

            @Override
            public void close() {}
        };
    }

    private Collector collector() {
        return new CollectorDiary(this::note) {
            @Override
            public Collected collected() {
                note("collected");
                return SEEN;
            }

            @Override
            public void close() {}
        };
    }

    private void note(String what) {
        diary.add(what + " after " + journal.intervals().size() + " seconds");
    }
}
