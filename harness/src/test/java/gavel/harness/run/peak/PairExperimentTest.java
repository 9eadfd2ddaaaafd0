package gavel.harness.run.peak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import gavel.harness.evidence.Findings;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.failure.InterruptedRunException;
import gavel.harness.kind.PairKind;
import gavel.harness.kind.ResultKind;
import gavel.harness.kind.ResultKinds;
import gavel.harness.peak.SearchSettings;
import gavel.harness.peak.pair.PairConclusion.Kind;
import gavel.harness.peak.pair.PairJournal;
import gavel.harness.peak.pair.PairProbe;
import gavel.harness.peak.pair.PairResult;
import gavel.harness.peak.pair.Side;
import gavel.harness.platform.HostFacts;
import gavel.harness.result.RecordCopy;
import gavel.harness.run.Disclosures;
import gavel.harness.run.Environment;
import gavel.harness.run.Environment.LoadGenerators;
import gavel.harness.run.RunRequest;
import gavel.harness.run.RunRig;
import gavel.harness.run.Snapshot;
import gavel.harness.run.experiment.ExperimentOutcome;
import gavel.harness.verify.Verification;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two systems that bear 420 and 336 users, compared where nothing is real but the files. */
class PairExperimentTest extends PeakRig {
    private static final int SECOND_KNEE = 336;

    @TempDir
    private static Path kept;

    private static Path finished;

    private final FakeSystem other = new FakeSystem(SECOND_KNEE);
    private final List<String> ofSecond = new ArrayList<>(List.of("appServers.memory=600m"));
    private Duration budget = Duration.ofDays(1);

    private ExperimentOutcome<PairResult> compared(String resume) {
        Deque<FakeSystem> systems = new ArrayDeque<>(List.of(system, other));
        LoadGenerators inTurn = agents -> systems.removeFirst();
        Environment both = RecordCopy.with(rig.environment(), "loadGenerators", inTurn);
        return new PairExperiment(both, request(resume)).run();
    }

    private PairRequest request(String resume) {
        SearchSettings settings = new SearchSettings(10, 1_000, 0.05, 24, budget, 1);
        return new PairRequest(
                new PeakRequest(this::sized, settings, 1_000, false, null, false),
                new PeakRequest(this::smaller, settings, 1_000, false, null, false),
                settings,
                List.of("appServers.memory: null  /  600m"),
                resume,
                resume != null);
    }

    private RunRequest smaller(int users) {
        String[] settings = Stream.concat(Stream.of("load.users=" + users), ofSecond.stream())
                .toArray(String[]::new);
        return new RunRequest(rig.configuration(settings), RunRig.overrides(settings), null, false, "gavel pair");
    }

    @Test
    void theRatioIsFoundWithBothDeploymentsUp() throws IOException {
        ExperimentOutcome<PairResult> outcome = compared(null);

        PairResult result = new PairKind().read(outcome.directory());
        assertThat(outcome.failure()).isNull();
        assertThat(result.conclusion().kind()).isEqualTo(Kind.DIFFERENT);
        assertThat(result.conclusion().ratio().middle())
                .isCloseTo((double) SECOND_KNEE / KNEE, Percentage.withPercentage(3));
        assertThat(result.probes()).extracting(PairProbe::side).contains(Side.FIRST, Side.SECOND);
        for (int i = 0; i < result.probes().size(); i += 2) {
            assertThat(result.probes().get(i).side())
                    .isEqualTo(result.probes().get(i + 1).side().other());
        }
        assertThat(outcome.directory().resolve("report.html"))
                .content()
                .contains("times that of the first", "appServers.memory: null");
        assertThat(Files.readString(outcome.directory().resolveSibling("index.csv")))
                .contains(",pair,", ",DIFFERENT,ratio of the peaks,0.");
        assertThat(rig.host.diary().stream().filter("run load"::equals)).hasSize(2);
        assertThat(home.resolve(".gavel")).as("both deployments are gone").isEmptyDirectory();
    }

    /** What is said of the whole; the loads of this rig are samples, which follow from no histogram. */
    private List<String> contradictions(Path directory) throws IOException {
        return new Verification(ResultKinds.KNOWN, Disclosures.program(), null)
                .of(directory).findings().of(Findings.Kind.CONTRADICTION).stream()
                        .map(Findings.Finding::where)
                        .filter(where -> !where.matches("(first|second)/(probes/|logs/|answered-bids).*"))
                        .toList();
    }

    @Test
    void everyProbeIsAResultAndLeadsToTheRatioAgain() throws IOException {
        Path directory = finished();

        assertThat(directory).isDirectoryRecursivelyContaining("glob:**/first/probes/*/result.json");
        assertThat(directory).isDirectoryRecursivelyContaining("glob:**/second/probes/*/result.json");
        assertThat(contradictions(directory)).isEmpty();
    }

    /** A copy of one whole comparison, which a test may damage. Probes have no pages, which examinations would make again. */
    private Path finished() throws IOException {
        if (finished == null) {
            Path made = compared(null).directory();
            Path first = kept.resolve("results").resolve(made.getFileName());
            Snapshot.copy(made, first);
            for (Path probe : new PairKind().parts(new PairKind().read(first), first)) {
                Files.delete(probe.resolve(ResultKind.PAGE));
            }
            finished = first;
        }
        Path copy = home.resolve("copies").resolve(finished.getFileName());
        Snapshot.copy(finished, copy);
        return copy;
    }

    @ParameterizedTest
    @CsvSource({
        "pair.json, '\"knee\" : [0-9.]+', '\"knee\" : 999.0', first.knee",
        "pair.json, '\"good\" : [0-9]+', '\"good\" : 7', first.climb",
        "pair.json, '\"number\" : 2,', '\"number\" : 3,', probes",
        "pair.json, '\"middle\" : [0-9.]+', '\"middle\" : 0.81', conclusion",
        "pair.json, 'appServers.memory: null  /  600m', 'appServers.cpu: 1  /  0.5', differences",
        "pair.json, 'memory: 600m', 'memory: 900m', second/configuration.yaml",
        "pair.json, '\"seed\" : 1', '\"seed\" : 2', first/disclosure.configuration",
        "second/configuration.yaml, 'memory: 600m', 'memory: 900m', second/configuration.yaml",
        "pair.jsonl, '\"request\":null', '\"request\":', pair.jsonl"
    })
    void whatDoesNotFollowIsFound(String name, String from, String to, String where) throws IOException {
        Path directory = finished();
        Path file = directory.resolve(name);
        String text = Files.readString(file);
        assertThat(text).containsPattern(from);
        String changed = text.replaceFirst(from, to);
        Files.writeString(file, changed);
        new PairKind().remade(directory);

        assertThat(contradictions(directory)).contains(where);
        assertThat(Files.readString(file)).as("an examination changes nothing").isEqualTo(changed);
    }

    @Test
    void nothingIsStartedWhereBothHaveNoRoom() {
        rig.host.facts(new HostFacts(2, 32L << 30, 4L << 30, 80L << 30, 20_000, 25));

        assertThatThrownBy(() -> compared(null))
                .isInstanceOfSatisfying(EnvironmentException.class, refused -> assertThat(refused.evidence())
                        .singleElement(STRING)
                        .contains("2 deployments together"));
        assertThat(home.resolve(".gavel")).doesNotExist();
        assertThat(home.resolve("results")).doesNotExist();
    }

    @Test
    void violationsStayWhateverComesAfterThem() {
        rig.host.auditFinds(3, 2);
        ExperimentOutcome<PairResult> damaged = compared(null);
        assertThat(damaged.result().conclusion().reason())
                .isEqualTo("the second configuration gives no number: the audit after the load found 2 violations");

        makeRig();
        assertThatThrownBy(() -> compared(damaged.directory().getFileName().toString()))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("found damaged data");
    }

    @Test
    void aRemarkThatHoldsOfOneConfigurationSaysOfWhich() throws IOException {
        ofSecond.add("appServers.bcryptCost=6");

        ExperimentOutcome<PairResult> outcome = compared(null);

        assertThat(outcome.result().remarks())
                .contains("Second: Not official: the run rules fix other values than appServers.bcryptCost=6.")
                .anyMatch(remark -> remark.startsWith("Measured on embedded services"))
                .anyMatch(remark -> remark.startsWith("Both deployments were up all the time"))
                .anyMatch(remark -> remark.startsWith("Each configuration was deployed once"))
                .noneMatch(remark -> remark.startsWith("First: "));
        assertThat(contradictions(outcome.directory())).doesNotContain("remarks");
        Path file = outcome.directory().resolve("pair.json");
        Files.writeString(file, Files.readString(file).replace("Second: Not official", "Second: Official"));
        assertThat(contradictions(outcome.directory())).contains("remarks");
    }

    @Test
    void whereNothingWasMeasuredNothingIsSaidOfTheOtherMeanwhile() {
        system.beforeClimb(rig.interruption::request);

        ExperimentOutcome<PairResult> broken = compared(null);

        assertThat(broken.failure()).isInstanceOf(InterruptedRunException.class);
        assertThat(broken.result().remarks()).noneMatch(remark -> remark.startsWith("Both deployments were up"));
    }

    /** A quarter of a minute for all of them, as in a run: half of it for either half. */
    @Test
    void usersWhoLeftForTheOthersProbeComeAsSlowlyAsThoseOfARun() {
        compared(null);

        assertThat(system.besides.getFirst().phases().rampSeconds())
                .as("those of the climb are there for the warm-up")
                .isEqualTo(3);
        assertThat(system.besides.subList(1, system.besides.size()))
                .as("each probe's rest and arrival")
                .isNotEmpty()
                .allMatch(load -> load.phases().rampSeconds() == 8);
    }

    @Test
    void anInterruptedComparisonGoesOn() throws IOException {
        AtomicInteger probes = new AtomicInteger();
        system.beforeProbe(() -> {
            if (probes.incrementAndGet() == 3) {
                rig.interruption.request();
            }
        });
        ExperimentOutcome<PairResult> broken = compared(null);
        assertThat(broken.failure()).isInstanceOf(InterruptedRunException.class);
        assertThat(broken.result().conclusion().kind()).isEqualTo(Kind.INVALID);
        List<PairProbe> known = PairJournal.reopen(broken.directory()).probes();
        assertThat(known).isNotEmpty();

        makeRig();
        String name = broken.directory().getFileName().toString();
        budget = Duration.ofHours(23);
        assertThatThrownBy(() -> compared(name)).hasMessageContaining("was a different one");
        budget = Duration.ofHours(25);
        ExperimentOutcome<PairResult> whole = compared(name);

        assertThat(whole.result().probes()).startsWith(known.toArray(PairProbe[]::new));
        assertThat(PairJournal.readOnly(whole.directory()).request().search())
                .as("more time is no other comparison")
                .isEqualTo(whole.result().search());
        assertThat(whole.result().conclusion().kind()).isEqualTo(Kind.DIFFERENT);
        assertThat(whole.result().remarks()).anyMatch(remark -> remark.startsWith("The comparison went on"));

        makeRig();
        assertThatThrownBy(() -> compared(name))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("is complete: 0.");
    }

    @Test
    void whatWasDoneBeforeAnInterruptionIsNotPredictedAgain() {
        PairRequest request = request(null);
        double whole = request.predicted(0, Duration.ZERO).most();

        assertThat(whole - request.predicted(20, Duration.ZERO).most())
                .isCloseTo(request.probes(20, 20).most(), within(1e-6));
        assertThat(request.predicted(0, Duration.ofDays(2)).most())
                .as("no probe is made when the time is over")
                .isLessThan(whole);
    }

    @Test
    void aComparisonIsNotResumedOnAnotherMachine() {
        AtomicInteger probes = new AtomicInteger();
        system.beforeProbe(() -> {
            if (probes.incrementAndGet() == 3) {
                rig.interruption.request();
            }
        });
        String name = compared(null).directory().getFileName().toString();
        makeRig();
        rig.host.facts(new HostFacts(4, 32L << 30, 24L << 30, 80L << 30, 20_000, 25));

        assertThatThrownBy(() -> compared(name))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("the comparison of " + name + " was begun on another machine: ");
    }

    /** Whoever is killed writes no report. */
    @Test
    void probesBeforeAKillAreResultsAsTheOthersAre() throws IOException {
        Snapshot killed = new Snapshot(home.resolve("results"));
        AtomicInteger begun = new AtomicInteger();
        system.beforeProbe(() -> {
            if (begun.incrementAndGet() == 3) {
                killed.take();
                rig.interruption.request();
            }
        });
        String name = compared(null).directory().getFileName().toString();
        Files.move(home.resolve("results"), home.resolve("reported"));
        killed.restore();
        makeRig();

        Path directory = compared(name).directory();

        List<Path> parts = new PairKind().parts(new PairKind().read(directory), directory);
        assertThat(parts).hasSizeGreaterThan(3).allSatisfy(part -> assertThat(part)
                .isDirectoryContaining("glob:**/result.json")
                .isDirectoryContaining("glob:**/report.html"));
        assertThat(new Verification(ResultKinds.KNOWN, Disclosures.program(), null)
                        .of(directory)
                        .findings()
                        .of(Findings.Kind.MISSING))
                .extracting(Findings.Finding::what)
                .noneMatch(what -> what.contains("the result of the probe cannot be read"));
    }

    @Test
    void anotherComparisonIsNotGoneOnWith() {
        assertThatThrownBy(() -> compared("20200101-000000-none"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("no comparison can be resumed from");
    }
}
