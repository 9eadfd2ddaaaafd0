package gavel.harness.run.elastic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;
import static org.assertj.core.groups.Tuple.tuple;

import gavel.driver.api.LoadSpec;
import gavel.driver.api.shape.LoadPath;
import gavel.driver.api.shape.LoadPath.Point;
import gavel.harness.action.ActionEvent.Step;
import gavel.harness.elastic.DemandTable;
import gavel.harness.elastic.DemandTable.Peak;
import gavel.harness.elastic.ElasticPass;
import gavel.harness.elastic.ElasticResult;
import gavel.harness.elastic.ElasticResult.CapacityProbe;
import gavel.harness.elastic.ElasticSettings;
import gavel.harness.elastic.SupplySpec;
import gavel.harness.experiment.TimeRange;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.failure.InterruptedRunException;
import gavel.harness.kind.ElasticKind;
import gavel.harness.platform.Machines;
import gavel.harness.report.text.ElasticSummary;
import gavel.harness.result.ExperimentVerdict;
import gavel.harness.result.RecordCopy;
import gavel.harness.run.Environment;
import gavel.harness.run.FakeHost;
import gavel.harness.run.Plan;
import gavel.harness.run.RunRequest;
import gavel.harness.run.RunRig;
import gavel.harness.run.experiment.Examination;
import gavel.harness.run.experiment.ExperimentOutcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** From the first probe to the report, where nothing is real but the files. */
class ElasticExperimentTest {
    private static final DemandTable TABLE =
            new DemandTable(List.of(new Peak(1, 45, 50, 55), new Peak(2, 95, 100, 105)));
    private static final LoadPath PATH =
            new LoadPath(List.of(new Point(0, 30), new Point(40, 30), new Point(40, 90), new Point(100, 90)));
    private static final String[] SETTINGS = {
        "load.users=90",
        "load.measure=100s",
        "load.path.shape=ramps",
        "load.path.points=[0s=30, 40s=30, 40s=90, 100s=90]",
        "appServers.count=1",
        "appServers.most=2"
    };

    @TempDir
    Path home;

    private RunRig rig;
    private QuietTime time;
    private FakePathLoad load;

    @BeforeEach
    void makeRig() {
        rig = new RunRig(home);
        endTime();
        time = new QuietTime();
        load = new FakePathLoad(time);
        rig.another = load;
    }

    @AfterEach
    void endTime() {
        if (time != null) {
            time.close();
        }
    }

    private Environment environment() {
        return RecordCopy.with(rig.environment(), "time", time);
    }

    @AfterEach
    void forgetInterrupt() {
        assertThat(Thread.interrupted()).as("an interrupt is never left behind").isFalse();
    }

    private ExperimentOutcome<ElasticResult> follow(String supply, int repeats) {
        return follow(supply, repeats, null);
    }

    private ExperimentOutcome<ElasticResult> follow(String supply, int repeats, String resume) {
        return follow(supply, repeats, resume, SETTINGS);
    }

    private ExperimentOutcome<ElasticResult> follow(String supply, int repeats, String resume, String[] settings) {
        return new ElasticExperiment(environment(), request(supply, repeats, resume, settings)).run();
    }

    private ElasticRequest request(String supply, int repeats, String resume, String[] settings) {
        return new ElasticRequest(
                new RunRequest(rig.configuration(settings), RunRig.overrides(settings), null, false, "gavel elastic"),
                new ElasticSettings("step", 100, supply, 2, "sweep", repeats),
                SupplySpec.parse(supply),
                TABLE,
                PATH,
                resume);
    }

    @Test
    void aScheduleIsFollowedBetweenTwoProbes() throws IOException {
        ExperimentOutcome<ElasticResult> outcome = follow("schedule:0s=1,30s=2,80s=1", 2);

        ElasticResult result = new ElasticKind().read(outcome.directory());
        assertThat(result.verdict()).isEqualTo(ExperimentVerdict.MEASURED);
        assertThat(result.probes())
                .extracting(CapacityProbe::before, CapacityProbe::users)
                .containsExactly(tuple(true, 45), tuple(false, 45));
        assertThat(result.passes()).hasSize(2).allMatch(ElasticPass::counts);
        ElasticPass pass = result.passes().getFirst();
        assertThat(pass.demand().at(39)).isEqualTo(1);
        assertThat(pass.demand().at(40)).isEqualTo(2);
        assertThat(pass.events()).extracting(event -> event.to()).containsExactly(2, 1);
        assertThat(pass.events().getFirst().decidedMillis() - pass.beganMillis())
                .isBetween(30_000L, 31_000L);
        assertThat(pass.events().getFirst().steps()).extracting(Step::instance).containsOnly("app2");
        assertThat(pass.supply().at(60)).isEqualTo(2);
        assertThat(pass.supply().at(90)).isEqualTo(1);
        assertThat(pass.goodShare()).isEqualTo(1);
        assertThat(pass.metrics().underShare()).isGreaterThan(0.1).isLessThan(0.25);
        assertThat(load.specs).extracting(LoadSpec::users).containsExactly(45, 90, 90, 45);
        assertThat(outcome.directory()).isDirectoryContaining("glob:**events.csv");
        assertThat(rig.lines).anyMatch(line -> line.startsWith("People were served well for 100.0 %"));
        assertThat(Examination.contradictions(outcome.directory())).isEmpty();
    }

    @Test
    void whatDoesNotFollowIsFound() throws IOException {
        Path result = follow("schedule:0s=1,30s=2,80s=1", 1).directory();
        assertThat(Examination.contradictions(result)).isEmpty();

        assertThat(changed(result, "elastic.json", "\"verdict\" : \"MEASURED\"", "\"verdict\" : \"INCOMPLETE\""))
                .contains("verdict");
        assertThat(changed(result, "elastic.json", "\"goodShare\" : [0-9.]+", "\"goodShare\" : 0.5"))
                .contains("passes[0].goodShare", "passes");
        assertThat(changed(result, "elastic.json", "\"used\" : [0-9.]+", "\"used\" : 17.0"))
                .contains("passes[0].cost");
        assertThat(changed(result, "elastic.json", "\"underShare\" : [0-9.E-]+", "\"underShare\" : 0.01"))
                .contains("passes[0]");
        assertThat(changed(result, "elastic.json", "\"repeats\" : 1", "\"repeats\" : 2"))
                .contains("verdict", "elastic.jsonl");
        assertThat(changed(result, "elastic.json", "\"passed\" : true", "\"passed\" : false"))
                .contains("probes", "verdict");
        assertThat(changed(result, "elastic.jsonl", "\"goodShare\":[0-9.]+", "\"goodShare\":0.5"))
                .containsExactly("passes");
        assertThat(changed(result, "events.csv", ",ordered,", ",taken,")).containsExactly("events.csv");
        assertThat(changed(result, "service.csv", "pass", "way")).containsExactly("service.csv");
        assertThat(changed(result, "configuration.yaml", "users: 90", "users: 80"))
                .containsExactly("configuration.yaml");
    }

    private static List<String> changed(Path result, String file, String from, String to) throws IOException {
        return Examination.after(new ElasticKind(), result, file, from, to);
    }

    @Test
    void anInterruptedOneGoesOnWithThePassesThatAreLeft() throws IOException {
        load.interrupted = 3;
        load.interrupt = () -> rig.interruption.request();
        ExperimentOutcome<ElasticResult> outcome = follow("fixed:1", 3);
        Thread.interrupted();
        assertThat(outcome.failure()).isInstanceOf(InterruptedRunException.class);
        assertThat(outcome.result().verdict()).isEqualTo(ExperimentVerdict.INCOMPLETE);
        assertThat(outcome.result().passes()).hasSize(1);
        assertThat(Examination.contradictions(outcome.directory())).isEmpty();
        String name = outcome.directory().getFileName().toString();

        makeRig();
        ExperimentOutcome<ElasticResult> rest = follow("fixed:1", 3, name);
        assertThat(new ElasticKind().read(rest.directory()).verdict()).isEqualTo(ExperimentVerdict.MEASURED);
        assertThat(rest.result().passes()).extracting(ElasticPass::number).containsExactly(1, 2, 3);
        assertThat(rest.result().passes().getFirst())
                .isEqualTo(outcome.result().passes().getFirst());
        assertThat(rest.result().remarks()).anyMatch(remark -> remark.contains("was interrupted after "));
        assertThat(rig.lines).anyMatch(line -> line.startsWith("going on after "));
        assertThat(load.specs).as("two probes and two passes").hasSize(4);
        assertThat(Examination.contradictions(rest.directory())).isEmpty();
        assertThatThrownBy(() -> follow("fixed:2", 3, name))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("was a different one");
        assertThatThrownBy(() -> follow("fixed:1", 3, name))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("has ended");
    }

    /** Its deployment went with its data: another one is probed, and the passes stand. */
    @Test
    void anInterruptedAuditCostsTwoProbes() throws IOException {
        AtomicInteger audits = new AtomicInteger();
        rig.host.when("audit", () -> {
            if (audits.incrementAndGet() == 2) {
                rig.interruption.request();
            }
        });
        ExperimentOutcome<ElasticResult> outcome = follow("fixed:1", 1);
        assertThat(outcome.result().verdict()).isEqualTo(ExperimentVerdict.INVALID);
        assertThat(Examination.contradictions(outcome.directory())).isEmpty();
        String name = outcome.directory().getFileName().toString();

        makeRig();
        ElasticResult rest = follow("fixed:1", 1, name).result();
        assertThat(Examination.contradictions(outcome.directory())).isEmpty();

        assertThat(rest.verdict()).as(rest.problem()).isEqualTo(ExperimentVerdict.MEASURED);
        assertThat(load.specs).as("two probes").hasSize(2);
        assertThat(rest.passes()).isEqualTo(outcome.result().passes());
        assertThat(rest.remarks()).anyMatch(remark -> remark.contains("the data of these were not audited"));
        assertThat(rig.lines)
                .contains("the data of its passes cannot be audited any more: they went with deployment " + name);
    }

    /** 15 + 20 + 40 + 5 s of a probe, 100 s of the path with 15 + 15 + 10 s around it, and 10 s after each load. */
    @Test
    void whatIsLeftIsTold() {
        ElasticRequest request = request("fixed:1", 3, null, SETTINGS);
        TimeRange ending = Plan.ending(request.run().configuration());
        assertThat(request.left(3, 2).middle()).isCloseTo(2 * 90 + 3 * 150 + ending.middle(), offset(0.1));
        assertThat(request.left(1, 1).middle()).isCloseTo(90 + 150 + ending.middle(), offset(0.1));
        assertThat(request.left(0, 0)).isEqualTo(ending);
        assertThat(request.predicted(3).least())
                .isGreaterThan(request.left(3, 2).least());
    }

    /** What an experiment takes at most that has its N(k) and all defaults, as was asked for. */
    @ParameterizedTest
    @CsvSource({"1, 14", "2, 20"})
    void withKnownPeaksItTakesAQuarterOfAnHour(int repeats, int minutes) {
        String[] usual = {
            "load.users=500",
            "load.measure=300s",
            "load.path.shape=ramps",
            "load.path.points=[0s=100, 300s=500]",
            "appServers.count=1",
            "appServers.most=2",
            "appServers.cpu=0.1"
        };
        ElasticRequest request = request("rule:60", repeats, null, usual);
        assertThat(request.predicted(repeats).most() / 60).isBetween(minutes - 1.0, (double) minutes);
    }

    @Test
    void aMachineThatIsNotTheSameAfterwardsSpoilsIt() {
        load.overloaded = Set.of(3, 4);
        ElasticResult result = follow("fixed:1", 1).result();
        assertThat(result.verdict()).isEqualTo(ExperimentVerdict.INVALID);
        assertThat(result.problem())
                .startsWith("the probe of 45 users on 1 server, nine tenths of N(1), failed 2 times after the path: ");
    }

    @ParameterizedTest
    @CsvSource({"appServers.cpu=0.1, 0.1", "hosts.appServers.cpu=0.3, 0.3", "appServers.count=1, 2"})
    void theUseOfAServerIsAShareOfWhatItMayUse(String setting, double cores) {
        assertThat(ElasticRun.cores(rig.configuration(setting), Machines.only(new FakeHost())))
                .isEqualTo(cores);
    }

    /** Then answers were late because of the driver, and nothing is known of the supply. */
    @Test
    void aPassOfABusyDriverIsMadeOnceMore() {
        load.busy = Set.of(2);
        ElasticResult result = follow("fixed:1", 1).result();
        assertThat(result.verdict()).isEqualTo(ExperimentVerdict.MEASURED);
        assertThat(result.passes().getFirst().problem()).isEqualTo("event loops were busy (80 %)");
        assertThat(result.counted()).extracting(ElasticPass::number).containsExactly(2);
        assertThat(result.remarks())
                .contains("Pass 1 does not count, and one more was made: event loops were busy (80 %).");
    }

    /** Nothing speaks against what is there, and the resumption makes the pass that is left. */
    @Test
    void onePassInThePlaceOfAnotherIsLeftWhereItWasInterrupted() throws IOException {
        load.busy = Set.of(2);
        load.interrupted = 3;
        load.interrupt = () -> rig.interruption.request();
        ExperimentOutcome<ElasticResult> outcome = follow("fixed:1", 1);
        Thread.interrupted();
        assertThat(outcome.result().passes()).extracting(ElasticPass::counts).containsExactly(false);
        assertThat(outcome.result().verdict()).isEqualTo(ExperimentVerdict.INCOMPLETE);
        assertThat(ElasticSummary.sentence(outcome.result()))
                .isEqualTo("Not all passes are made yet: 0 of 1. No pass counts.");
        assertThat(Examination.contradictions(outcome.directory())).isEmpty();
        String name = outcome.directory().getFileName().toString();

        makeRig();
        ElasticResult rest = follow("fixed:1", 1, name).result();
        assertThat(rest.verdict()).as(rest.problem()).isEqualTo(ExperimentVerdict.MEASURED);
        assertThat(rest.passes()).extracting(ElasticPass::counts).containsExactly(false, true);
    }

    /** One more of three that are asked for, and no more. */
    @Test
    void driversThatAreBusyMoreOftenSpoilIt() throws IOException {
        load.busy = Set.of(2, 4);
        ExperimentOutcome<ElasticResult> outcome = follow("fixed:1", 3);
        ElasticResult result = outcome.result();
        assertThat(Examination.contradictions(outcome.directory())).isEmpty();
        assertThat(result.verdict()).isEqualTo(ExperimentVerdict.INVALID);
        assertThat(result.passes()).extracting(ElasticPass::counts).containsExactly(false, true, false, true);
        assertThat(result.remarks())
                .filteredOn(remark -> remark.contains("one more was made"))
                .as("in place of the first one")
                .hasSize(1);
    }

    /** What ended the first one may have changed the deployment, and a busy driver later makes up for nothing. */
    @Test
    void aPassThatLackedMoreThanCpuIsNotMadeAgain() throws IOException {
        load.lost = Set.of(2);
        load.busy = Set.of(4);
        ExperimentOutcome<ElasticResult> outcome = follow("fixed:1", 4);
        ElasticResult result = outcome.result();
        assertThat(result.passes()).extracting(ElasticPass::counts).containsExactly(false, true, false, true);
        assertThat(result.verdict()).isEqualTo(ExperimentVerdict.INVALID);
        assertThat(Examination.contradictions(outcome.directory())).isEmpty();
    }

    /** Only the next one needs them. */
    @Test
    void aPassStandsWhereServersCannotBeBroughtBackAfterIt() {
        AtomicInteger starts = new AtomicInteger();
        rig.host.when("app2", () -> {
            if (starts.incrementAndGet() == 2) {
                FakeHost.failing("no more processes").run();
            }
        });
        String[] two = SETTINGS.clone();
        two[4] = "appServers.count=2";
        ExperimentOutcome<ElasticResult> outcome = follow("schedule:0s=2,50s=1", 2, null, two);
        assertThat(outcome.failure()).hasMessageContaining("no more processes");
        assertThat(outcome.result().passes()).extracting(ElasticPass::counts).containsExactly(true);
        assertThat(outcome.result().verdict()).isEqualTo(ExperimentVerdict.INCOMPLETE);
    }

    @Test
    void withoutTheCapacityThereIsNoPass() throws IOException {
        load.overloaded = Set.of(1, 2);
        ExperimentOutcome<ElasticResult> outcome = follow("fixed:1", 1);
        ElasticResult result = outcome.result();
        assertThat(Examination.contradictions(outcome.directory())).isEmpty();
        assertThat(result.verdict()).isEqualTo(ExperimentVerdict.INVALID);
        assertThat(result.problem()).contains("before the path");
        assertThat(result.passes()).isEmpty();
        assertThat(load.specs).as("probes").hasSize(2);
    }

    /** It tells nothing of the servers, and the next one failed by chance. */
    @Test
    void aProbeThatLackedCpuIsMadeAgainBesides() {
        load.busy = Set.of(1);
        load.overloaded = Set.of(2);
        ElasticResult result = follow("fixed:1", 1).result();
        assertThat(result.verdict()).as(result.problem()).isEqualTo(ExperimentVerdict.MEASURED);
        assertThat(load.specs).extracting(LoadSpec::users).containsExactly(45, 45, 45, 90, 45);
    }

    @Test
    void aMachineThatAlwaysLacksCpuTellsNothing() {
        load.busy = Set.of(1, 2, 3);
        ElasticResult result = follow("fixed:1", 1).result();
        assertThat(result.problem()).contains("failed 3 times before the path: event loops were busy");
        assertThat(result.passes()).isEmpty();
    }

    /** By chance, or because its servers were not warm yet. */
    @Test
    void aProbeThatFailsIsMadeOnceMore() {
        load.overloaded = Set.of(1, 4);
        ElasticResult result = follow("fixed:1", 1).result();
        assertThat(result.verdict()).as(result.problem()).isEqualTo(ExperimentVerdict.MEASURED);
        assertThat(result.probes())
                .extracting(CapacityProbe::before, CapacityProbe::passed)
                .containsExactly(tuple(true, false), tuple(true, true), tuple(false, false), tuple(false, true));
        assertThat(load.specs).extracting(LoadSpec::users).containsExactly(45, 45, 90, 45, 45);
    }
}
