package gavel.harness.run.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.collect.Collected;
import gavel.harness.collect.Collected.MachineUse;
import gavel.harness.collect.InstanceUse;
import gavel.harness.collect.Outside;
import gavel.harness.collect.Power;
import gavel.harness.evidence.Findings;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.failure.InterruptedRunException;
import gavel.harness.kind.ResultKinds;
import gavel.harness.kind.ScaleKind;
import gavel.harness.peak.Conclusion.Kind;
import gavel.harness.peak.SearchSettings;
import gavel.harness.platform.HostFacts;
import gavel.harness.run.Disclosures;
import gavel.harness.run.FakeHost;
import gavel.harness.run.RunRequest;
import gavel.harness.run.RunRig;
import gavel.harness.run.experiment.ExperimentOutcome;
import gavel.harness.run.peak.FakeSystem;
import gavel.harness.scale.ScaleResult;
import gavel.harness.scale.SweepPoint;
import gavel.harness.verify.Verification;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScaleExperimentTest {
    private static final int KNEE_OF_ONE = 200;
    private static final String QUOTA = "appServers.cpu=0.1";

    @TempDir
    Path home;

    private RunRig rig;
    private FakeSystem system;

    @BeforeEach
    void makeRig() {
        rig = rig();
    }

    private RunRig rig() {
        RunRig made = new RunRig(home);
        system = new FakeSystem(KNEE_OF_ONE);
        made.another = system;
        made.collected = collected(0.5);
        return made;
    }

    @AfterEach
    void forgetInterrupt() {
        assertThat(Thread.interrupted()).as("an interrupt is never left behind").isFalse();
    }

    @Test
    void eachNumberOfServersGetsItsSearchAndTheLineIsFitted() throws IOException {
        ExperimentOutcome<ScaleResult> outcome = sweep(null, QUOTA);

        ScaleResult result = new ScaleKind().read(outcome.directory());
        assertThat(outcome.failure()).isNull();
        assertThat(result.points())
                .extracting(point -> point.conclusion().kind())
                .containsOnly(Kind.FOUND);
        assertThat(result.line().efficiency()).isCloseTo(1, Offset.offset(0.15));
        assertThat(result.line().points()).isEqualTo(3);
        assertThat(result.order()).containsExactlyInAnyOrder(1, 2, 3);
        assertThat(outcome.directory()).isDirectoryRecursivelyContaining("glob:**/app-servers-2/peak.json");
        assertThat(outcome.directory().resolve("scale.csv")).content().hasLineCount(4);
        assertThat(outcome.directory().resolve("report.html")).content().contains("application servers the peak grows");
        assertThat(home.resolve("results/index.csv")).content().contains(",scale,");
        assertThat(home.resolve(".gavel")).isEmptyDirectory();
        theServersAreTheSameAtEachNumberAndSoAreTheData();
        whatItSaysOfItselfIsThatOfItsSearches(outcome.directory());
    }

    /** The loads of this rig are samples, which follow from no histogram. */
    private static void whatItSaysOfItselfIsThatOfItsSearches(Path directory) throws IOException {
        assertThat(new Verification(ResultKinds.KNOWN, Disclosures.program(), null)
                        .of(directory)
                        .findings()
                        .of(Findings.Kind.CONTRADICTION))
                .extracting(Findings.Finding::where)
                .noneMatch(where -> where.matches("run|remarks|disclosure|quota|app-servers-[123]"));
    }

    private void theServersAreTheSameAtEachNumberAndSoAreTheData() {
        assertThat(system.loads).extracting(load -> load.accounts().last()).containsOnly(5L * 1_000);
        assertThat(rig.host.diary().stream().filter("run load"::equals)).hasSize(3);
        assertThat(system.loads).extracting(load -> load.targets().size()).contains(1, 2, 3);
    }

    @Test
    void aSecondAttemptGoesOnWhereTheFirstWasInterrupted() throws IOException {
        system.beforeProbe(new Runnable() {
            private int probes;

            @Override
            public void run() {
                if (++probes == 9) {
                    rig.interruption.request();
                }
            }
        });
        ExperimentOutcome<ScaleResult> interrupted = sweep(null, QUOTA);
        assertThat(interrupted.failure()).isInstanceOf(InterruptedRunException.class);
        List<SweepPoint> known = interrupted.result().counted();
        assertThat(known).hasSize(1);
        assertThat(interrupted.result().complete()).isFalse();

        rig = rig();
        ScaleResult result =
                sweep(interrupted.directory().getFileName().toString(), QUOTA).result();

        assertThat(result.complete()).isTrue();
        assertThat(result.points())
                .usingRecursiveFieldByFieldElementComparatorIgnoringFields("ofLinear")
                .containsAll(known);
        assertThat(rig.host.diary().stream().filter("run load"::equals)).hasSize(2);
        assertThat(String.join("\n", rig.lines)).contains("measured already", "going on after ");
    }

    @Test
    void anInterruptedSearchCountsWithTheTimeItTook() {
        system.beforeProbe(new Runnable() {
            private int probes;

            @Override
            public void run() {
                pause(Duration.ofMinutes(2));
                if (++probes == 2) {
                    rig.interruption.request();
                }
            }
        });
        Instant began = rig.time.instant();

        ScaleResult result = sweep(null, QUOTA).result();

        double took = Duration.between(began, rig.time.instant()).toSeconds();
        assertThat(took).isGreaterThanOrEqualTo(240);
        assertThat(result.counted()).isEmpty();
        assertThat(result.seconds()).isCloseTo(took, Offset.offset(2.0));
        assertThat(String.join("\n", rig.lines)).contains("Time        ").doesNotContain("Time        0 s");
    }

    @Test
    void aDeploymentThatCannotBeLeavesAGapAndTheOthersGoOn() throws IOException {
        rig.host.when("app3", FakeHost.failing("no memory left"));

        ExperimentOutcome<ScaleResult> outcome = sweep(null, QUOTA);

        assertThat(outcome.failure()).isInstanceOf(EnvironmentException.class);
        assertThat(outcome.result().counted()).extracting(SweepPoint::servers).containsExactly(1, 2);
        assertThat(outcome.result().points().getLast().excluded())
                .contains("not measured: ")
                .contains("no memory left");
    }

    @Test
    void aSearchWithoutAnAnswerIsMadeAgainAndTheOthersAreNot() throws IOException {
        theBudgetIsUsedUpInTheFirstProbe();
        ExperimentOutcome<ScaleResult> first = sweep(null, QUOTA);
        assertThat(first.result().points())
                .extracting(point -> point.conclusion().kind())
                .containsOnlyOnce(Kind.INVALID)
                .contains(Kind.FOUND);
        int servers = first.result().points().stream()
                .filter(point -> !point.counted())
                .findFirst()
                .orElseThrow()
                .servers();

        rig = rig();
        ExperimentOutcome<ScaleResult> second =
                sweep(first.directory().getFileName().toString(), QUOTA);

        assertThat(second.result().points())
                .hasSameSizeAs(first.result().points())
                .allMatch(SweepPoint::counted);
        assertThat(rig.host.diary().stream().filter("run load"::equals)).hasSize(1);
        assertThat(first.directory().resolve("app-servers-" + servers + "-invalid-1"))
                .isDirectoryContaining("glob:**/peak.json");
        assertThat(String.join("\n", rig.lines)).contains("the search was invalid (", "and is made again");
    }

    /** What was probed stands: only the data of its deployment were not audited. */
    @Test
    void aSearchWhoseAuditCouldNotBeMadeKeepsItsProbes() {
        AtomicInteger audits = new AtomicInteger();
        rig.host.when("audit", () -> rig.host.exitCode("audit", audits.incrementAndGet() == 2 ? 7 : 0));
        ExperimentOutcome<ScaleResult> first = sweep(null, QUOTA);
        assertThat(first.result().points())
                .extracting(point -> point.conclusion().kind())
                .containsOnlyOnce(Kind.INVALID);

        rig = rig();
        ScaleResult second =
                sweep(first.directory().getFileName().toString(), QUOTA).result();

        assertThat(second.points()).hasSameSizeAs(first.result().points()).allMatch(SweepPoint::counted);
        assertThat(system.loads).as("climbs and probes").isEmpty();
        assertThat(first.directory()).isDirectoryNotContaining("glob:**-invalid-1");
    }

    @Test
    void violationsAreAnAnswer() throws IOException {
        rig.host.auditFinds(2, 3);
        Path directory = sweep(null, QUOTA).directory();

        rig = rig();
        ScaleResult second = sweep(directory.getFileName().toString(), QUOTA).result();

        assertThat(second.points())
                .extracting(point -> point.conclusion().kind())
                .contains(Kind.INVALID);
        assertThat(rig.host.diary()).doesNotContain("run load");
    }

    private void theBudgetIsUsedUpInTheFirstProbe() {
        system.beforeProbe(new Runnable() {
            private boolean over;

            @Override
            public void run() {
                pause(over ? Duration.ZERO : Duration.ofDays(2));
                over = true;
            }
        });
    }

    private void pause(Duration time) {
        try {
            rig.time.pause(time);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void pointsThatTheMachineLimitedDoNotCount() throws IOException {
        rig.collected = collected(0.97);

        ScaleResult result = sweep(null, QUOTA).result();

        assertThat(result.line()).isNull();
        assertThat(result.points()).isNotEmpty().allMatch(point -> point.excluded()
                .startsWith("machine-limited"));
    }

    @Test
    void withoutQuotasThereIsNoSweep() {
        assertThatThrownBy(() -> sweep(null))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("appServers.cpu=0.1");
        assertThat(home.resolve("results")).doesNotExist();
    }

    @Test
    void onlyTheVerySameSweepIsResumed() throws IOException {
        Path directory = sweep(null, QUOTA).directory();
        String name = directory.getFileName().toString();

        assertThatThrownBy(() -> sweep(name, "appServers.cpu=0.2"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("was a different one");
        Path journal = directory.resolve("scale.jsonl");
        Files.writeString(
                journal, Files.readString(journal).replace("\"program\":\"development\"", "\"program\":\"0.9.0\""));
        assertThatThrownBy(() -> sweep(name, QUOTA))
                .as("by another program")
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("was begun by Gavel 0.9.0, and this is Gavel development");
        Files.delete(journal);
        assertThatThrownBy(() -> sweep(name, QUOTA))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("no sweep can be resumed");
    }

    /** Part of its points would be those of two cores, and the line one through both. */
    @Test
    void aSweepIsNotResumedOnAnotherMachine() {
        String name = sweep(null, QUOTA).directory().getFileName().toString();
        rig.host.facts(new HostFacts(4, 32L << 30, 24L << 30, 80L << 30, 20_000, 25));

        assertThatThrownBy(() -> sweep(name, QUOTA))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("the sweep of " + name + " was begun on another machine: ");
    }

    private ExperimentOutcome<ScaleResult> sweep(String resume, String... settings) {
        ScaleRequest request = new ScaleRequest(
                List.of(1, 2, 3),
                (servers, users) -> sized(servers, users, settings),
                _ -> new SearchSettings(10, 10_000, 0.05, 6, Duration.ofDays(1), 1),
                1_000,
                1,
                resume);
        return new ScaleExperiment(rig.environment(), request).run();
    }

    private RunRequest sized(int servers, int users, String... settings) {
        List<String> all = new ArrayList<>(List.of(settings));
        all.add("appServers.count=" + servers);
        all.add("load.users=" + users);
        String[] texts = all.toArray(String[]::new);
        return new RunRequest(rig.configuration(texts), RunRig.overrides(texts), null, false, "gavel scale");
    }

    /** One server that used 96 % of its quota for a minute. */
    private static Collected collected(double machineBusy) {
        InstanceUse server = new InstanceUse(
                "appServers",
                "app1",
                1,
                60 * 0.1 * 0.96,
                1,
                0.1,
                "app1",
                0.6,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                null,
                null,
                null);
        MachineUse machine = new MachineUse(2, machineBusy, 0, 0, 1, 1, 1, 0, 0, 0, Outside.NONE, Power.NONE);
        return new Collected(0, 60_000, machine, List.of(server), List.of(), List.of(), List.of());
    }
}
