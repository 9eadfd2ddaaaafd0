package gavel.harness.run.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;
import static org.assertj.core.data.Percentage.withPercentage;

import gavel.driver.api.LoadSpec.Phases;
import gavel.harness.collect.Collected;
import gavel.harness.collect.Collected.ProcessEvent;
import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.deployment.Deployment;
import gavel.harness.experiment.TimeRange;
import gavel.harness.failover.FailoverResult;
import gavel.harness.failover.FailoverSettings;
import gavel.harness.failover.FaultPlan;
import gavel.harness.failover.FaultResult;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.failure.InterruptedRunException;
import gavel.harness.kind.FailoverKind;
import gavel.harness.result.ExperimentVerdict;
import gavel.harness.run.Deployer;
import gavel.harness.run.Environment;
import gavel.harness.run.Progress;
import gavel.harness.run.RunRequest;
import gavel.harness.run.RunRig;
import gavel.harness.run.experiment.Examination;
import gavel.harness.run.experiment.ExperimentOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A walk from its deployment to its report, where nothing is real but the files. */
class FailoverExperimentTest {
    @TempDir
    Path home;

    private RunRig rig;
    private FakeSteadyLoad load;
    private List<FailoverResult.Second> whole;

    @BeforeEach
    void makeRig() {
        rig = new RunRig(home);
        load = new FakeSteadyLoad(rig.time);
        rig.another = load;
    }

    @AfterEach
    void forgetInterrupt() {
        assertThat(Thread.interrupted()).as("an interrupt is never left behind").isFalse();
    }

    private ExperimentOutcome<FailoverResult> walk(String resume, String... faults) {
        return walkOn(null, resume, faults);
    }

    private ExperimentOutcome<FailoverResult> walkOn(String deployment, String resume, String... faults) {
        Configuration configuration = rig.configuration();
        List<String> problems = new ArrayList<>();
        FaultPlan plan =
                FaultPlan.of(FaultCandidates.of(configuration), List.of("appServers"), List.of(faults), problems);
        assertThat(problems).isEmpty();
        Environment environment =
                rig.environment().with(load.listening(rig.environment().console()));
        return new FailoverExperiment(
                        environment,
                        new FailoverRequest(
                                new RunRequest(configuration, List.of(), deployment, false, "gavel failover"),
                                plan,
                                FailoverSettings.USUAL,
                                resume),
                        FakeService::atOnce)
                .run();
    }

    @Test
    void everyFaultIsMadeHealedAndKept() throws IOException {
        ExperimentOutcome<FailoverResult> outcome = walk(null, "kill", "freeze", "restart");

        FailoverResult result = new FailoverKind().read(outcome.directory());
        assertThat(outcome.failure()).isNull();
        assertThat(result.verdict()).isEqualTo(ExperimentVerdict.MEASURED);
        assertThat(result.faults())
                .extracting(fault -> fault.fault().words())
                .containsExactly("kill of app1", "freeze of app1", "restart of app1");
        assertThat(result.faults()).allMatch(FaultResult::counts);
        assertThat(result.faults().get(1).redundancySeconds()).isBetween(10.0, 11.0);
        assertThat(result.course()).hasSizeGreaterThan(3 * 25);
        assertThat(rig.host.diary())
                .containsSubsequence(
                        "kill app1", "start app1", "signal STOP app1", "signal CONT app1", "stop app1", "start app1");
        assertThat(rig.host.diary()).contains("expect the end of app1", "watch app1");
        assertThat(outcome.directory()).isDirectoryContaining("glob:**report.html");
        assertThat(rig.lines).anyMatch(line -> line.contains("fault 2   freeze of app1"));
        assertThat(rig.statuses)
                .anyMatch(line -> line.contains("fault 3 of 3, restart of app1, ") && line.contains(" left"));
        assertThat(load.spec.phases().rampDownSeconds()).isEqualTo(Phases.STAY);
        assertThat(load.spec.phases().measureSeconds())
                .as(
                        "four times what is usual, and of each fault two waits of 90 s for people and one of 10 min for a start")
                .isEqualTo(3_600 + 4 * (35 + 37 + 35) + 3 * (2 * 90 + 600));
        assertThat(home.resolve(".gavel")).isEmptyDirectory();
        assertThat(Examination.contradictions(outcome.directory())).isEmpty();
    }

    @Test
    void whatDoesNotFollowIsFound() throws IOException {
        Path result = walk(null, "kill", "freeze").directory();
        assertThat(Examination.contradictions(result)).isEmpty();

        assertThat(changed(result, "failover.json", "\"verdict\" : \"MEASURED\"", "\"verdict\" : \"INVALID\""))
                .contains("verdict");
        assertThat(changed(result, "failover.json", "Measured on [^\"]+", "Measured well."))
                .contains("remarks");
        assertThat(changed(result, "failover.json", "\"lostSeconds\" : [0-9.]+", "\"lostSeconds\" : 9.5"))
                .contains("faults[0].loss", "faults");
        assertThat(changed(result, "failover.json", "\"redundancySeconds\" : [0-9.]+", "\"redundancySeconds\" : 0.25"))
                .contains("faults[0]");
        assertThat(changed(result, "failover.json", "\"people\" : 0", "\"people\" : 7"))
                .contains("faults");
        assertThat(changed(result, "failover.json", "\"planned\" : 2", "\"planned\" : 5"))
                .contains("verdict");
        assertThat(changed(result, "failover.json", "\"repeats\" : 1", "\"repeats\" : 2"))
                .containsExactly("failover.jsonl");
        assertThat(changed(result, "failover.jsonl", "\"people\":0", "\"people\":7"))
                .containsExactly("faults");
        assertThat(changed(result, "faults.csv", "1,appServers,", "1,webServers,"))
                .containsExactly("faults.csv");
        assertThat(changed(result, "service.csv", "served", "lost")).containsExactly("service.csv");
    }

    private static List<String> changed(Path result, String file, String from, String to) throws IOException {
        return Examination.after(new FailoverKind(), result, file, from, to);
    }

    @Test
    void anInterruptedWalkGoesOnWithWhatIsLeft() throws IOException {
        load.meanwhile(second -> {
            if (second == 65) {
                rig.interruption.request();
            }
        });
        ExperimentOutcome<FailoverResult> outcome = walk(null, "kill", "freeze");
        Thread.interrupted();
        assertThat(outcome.failure()).isInstanceOf(InterruptedRunException.class);
        assertThat(outcome.result().verdict())
                .as(outcome.result().problem() + outcome.result().faults())
                .isEqualTo(ExperimentVerdict.INCOMPLETE);
        assertThat(outcome.result().faults()).hasSize(1);
        assertThat(Examination.contradictions(outcome.directory())).isEmpty();
        String name = outcome.directory().getFileName().toString();

        RunRig next = new RunRig(home);
        rig = next;
        load = new FakeSteadyLoad(next.time);
        next.another = load;
        ExperimentOutcome<FailoverResult> rest = walk(name, "kill", "freeze");
        assertThat(rest.result().verdict()).isEqualTo(ExperimentVerdict.MEASURED);
        assertThat(rest.result().faults()).hasSize(2);
        assertThat(rest.result().remarks()).anyMatch(remark -> remark.contains("was interrupted after "));
        assertThat(next.host.diary()).contains("signal STOP app1").doesNotContain("kill app1");
        assertThat(Examination.contradictions(rest.directory())).isEmpty();
        assertThatThrownBy(() -> walk(name, "kill", "restart"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("was a different one");
        assertThatThrownBy(() -> walk(name, "kill", "freeze"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("has ended");
    }

    /** Ended in its second audit, by a user whose deployment stays up; data and services stand there as the load left them. */
    private String interruptedInItsAudit() throws IOException, InterruptedException {
        try (Deployment deployment =
                rig.deployments().create("mine", rig.configuration(), false, rig.time.instant(), _ -> true)) {
            Deployer deployer = new Deployer(
                    deployment,
                    rig.environment(),
                    new Progress(rig.environment().console(), rig.time));
            deployer.startDataServices();
            deployer.prepareData(true);
        }
        AtomicInteger audits = new AtomicInteger();
        rig.host.when("audit", () -> {
            if (audits.incrementAndGet() == 2) {
                rig.interruption.request();
            }
        });
        ExperimentOutcome<FailoverResult> outcome = walkOn("mine", null, "kill", "freeze");
        assertThat(outcome.failure()).isInstanceOf(InterruptedRunException.class);
        assertThat(outcome.result().faults()).hasSize(2);
        assertThat(outcome.result().verdict()).isEqualTo(ExperimentVerdict.INVALID);
        assertThat(Examination.contradictions(outcome.directory())).isEmpty();
        whole = outcome.result().course();

        makeRig();
        for (String service : List.of("embedded-services", "postgresql", "app1")) {
            rig.host.adopt(service, service, 1);
        }
        return outcome.directory().getFileName().toString();
    }

    @Test
    void anAuditThatWasInterruptedIsMadeAgain() throws Exception {
        String name = interruptedInItsAudit();

        FailoverResult rest = walkOn("mine", name, "kill", "freeze").result();

        assertThat(rest.verdict()).as(rest.problem()).isEqualTo(ExperimentVerdict.MEASURED);
        assertThat(rest.faults()).hasSize(2);
        assertThat(rest.course()).as("second by second").isEqualTo(whole);
        assertThat(Examination.contradictions(home.resolve("results").resolve(name)))
                .isEmpty();
        assertThat(rest.remarks()).anyMatch(remark -> remark.contains("interrupted when everything was measured"));
        assertThat(rig.host.diary()).containsOnlyOnce("run audit").doesNotContain("run reset", "start driver1");
        assertThat(rig.lines).anyMatch(line -> line.endsWith(" for the audit"));
        assertThatThrownBy(() -> walkOn("mine", name, "kill", "freeze"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("has ended");
    }

    @Test
    void dataThatWereUsedSinceAreNotAudited() throws Exception {
        String name = interruptedInItsAudit();
        Files.setLastModifiedTime(home.resolve(".gavel/mine/deployment.json"), FileTime.fromMillis(1));

        assertThatThrownBy(() -> walkOn("mine", name, "kill", "freeze"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage(
                        "the failover experiment of " + name
                                + " has measured everything, but its data were not audited and cannot be any more:"
                                + " deployment mine has been used or changed since. So it stays INVALID: begin a new one (--resume)");
        assertThat(rig.host.diary()).doesNotContain("run audit", "run reset");
    }

    /** 16 faults took 10.9 min there beside other work; three of each stay within three quarters of an hour. */
    @ParameterizedTest
    @CsvSource({"1, 16, 9, 15.5", "3, 48, 25, 42.5"})
    void allTiersOfSmallTakeAQuarterOfAnHour(int repeats, int faults, double least, double most) {
        Configuration small = new Configurations(Path.of("../deploy/configs")).read("small", List.of());
        FaultPlan plan = FaultPlan.of(FaultCandidates.of(small), List.of(), List.of(), new ArrayList<>());
        FailoverSettings usual = FailoverSettings.USUAL;
        FailoverRequest request = new FailoverRequest(
                new RunRequest(small, List.of(), null, false, "gavel failover"),
                plan,
                new FailoverSettings(usual.lasting(), usual.quiet(), usual.patience(), repeats),
                null);
        TimeRange predicted = request.predicted(request.faults());

        assertThat(request.faults()).hasSize(faults);
        assertThat(predicted.least() / 60).isCloseTo(least, offset(0.5));
        assertThat(predicted.most() / 60).isCloseTo(most, offset(0.5));
        if (repeats == 1) {
            assertThat(10.9 * 60).isBetween(predicted.least(), predicted.most());
            assertThat(predicted.middle()).isCloseTo(10.9 * 60, withPercentage(20));
        }
    }

    @Test
    void aFaultOfADriverThatSleptIsMadeAgain() throws IOException {
        load.asleep = 50;
        ExperimentOutcome<FailoverResult> outcome = walk(null, "kill", "freeze");

        FailoverResult result = new FailoverKind().read(outcome.directory());
        assertThat(result.verdict()).as(result.problem() + result.faults()).isEqualTo(ExperimentVerdict.MEASURED);
        assertThat(result.planned()).isEqualTo(3);
        assertThat(result.faults())
                .extracting(fault -> fault.fault().words())
                .containsExactly("kill of app1", "kill of app1", "freeze of app1");
        assertThat(result.faults()).extracting(FaultResult::counts).containsExactly(false, true, true);
        assertThat(result.remarks())
                .anyMatch(remark -> remark.startsWith("One fault does not count, and was made again: kill of app1: the"
                        + " driver did not report second 51"));
        assertThat(rig.statuses).anyMatch(line -> line.contains("fault 3 of 3, freeze of app1, "));
        assertThat(new FailoverKind().junit(List.of(result), 0).text()).contains("errors=\"0\"", "skipped=\"1\"");
        assertThat(Examination.contradictions(outcome.directory())).isEmpty();
    }

    /** 15 s and 90 more are waited for a steady service, twice: the second time it comes. */
    @Test
    void afterAFaultThatWasNeverMadeTheWalkGoesOn() throws IOException {
        load.unsteady = 150;
        FailoverResult result =
                new FailoverKind().read(walk(null, "kill", "freeze").directory());

        assertThat(result.faults()).extracting(FaultResult::counts).containsExactly(false, true, true);
        assertThat(result.faults().getFirst().problem()).startsWith("the service was not steady before it");
        assertThat(result.faults().getFirst().healedMillis()).isZero();
    }

    @Test
    void aFaultThatIsLeftToBeMadeAgainWasNotMadeAgain() {
        load.asleep = 50;
        load.meanwhile(second -> {
            if (second == 65) {
                rig.interruption.request();
            }
        });
        FailoverResult result = walk(null, "kill", "freeze").result();
        Thread.interrupted();
        assertThat(result.faults()).extracting(FaultResult::counts).containsExactly(false);
        assertThat(result.verdict()).isEqualTo(ExperimentVerdict.INCOMPLETE);
        assertThat(result.remarks()).noneMatch(remark -> remark.contains("was made again"));
    }

    @Test
    void lostDataFailTheWalk() throws IOException {
        rig.host.auditFinds(2, 3);
        ExperimentOutcome<FailoverResult> outcome = walk(null, "kill");
        assertThat(outcome.result().verdict()).isEqualTo(ExperimentVerdict.FAIL);
        assertThat(rig.lines).anyMatch(line -> line.startsWith("Data were lost"));
        assertThat(Examination.contradictions(outcome.directory())).isEmpty();
    }

    @Test
    void aProcessThatEndsWithoutAnOrderSpoilsItsFault() throws IOException {
        rig.collected = seen(incident(0, ProcessEvent.Kind.VANISHED, "gone"));
        ExperimentOutcome<FailoverResult> outcome = walk(null, "freeze");
        assertThat(outcome.result().verdict()).isEqualTo(ExperimentVerdict.INVALID);
        assertThat(outcome.result().faults())
                .as("nothing is made again on what is damaged")
                .singleElement()
                .extracting(FaultResult::problem)
                .isEqualTo("postgresql vanished without an order: gone");
        assertThat(Examination.contradictions(outcome.directory())).isEmpty();
    }

    /** A lost host does not tell any more that its process was restarted, but that it is gone. */
    @Test
    void whatALostHostTellsIsAnotherIncident() throws IOException {
        rig.collected = seen(incident(1, ProcessEvent.Kind.RESTARTED, "another"));
        load.meanwhile(second -> {
            if (second == 65) {
                rig.collected = seen(incident(65_000, ProcessEvent.Kind.VANISHED, "host a is lost"));
            }
        });
        ExperimentOutcome<FailoverResult> outcome = walk(null, "kill", "freeze");
        assertThat(outcome.result().faults())
                .extracting(FaultResult::problem)
                .containsExactly(
                        "postgresql restarted without an order: another",
                        "postgresql vanished without an order: host a is lost");
    }

    /** Nor is an incident that was told before one of the next fault, whichever of them is missing now, or moved. */
    @Test
    void anIncidentSpoilsOneFaultOnly() throws IOException {
        rig.collected = seen(
                incident(1, ProcessEvent.Kind.RESTARTED, "another"),
                incident(2, ProcessEvent.Kind.RESTARTED, "another"));
        load.meanwhile(second -> {
            if (second == 65) {
                rig.collected = seen(incident(3, ProcessEvent.Kind.RESTARTED, "another"));
            }
        });
        ExperimentOutcome<FailoverResult> outcome = walk(null, "kill", "freeze");
        assertThat(outcome.result().faults()).extracting(FaultResult::counts).containsExactly(false, true);
    }

    private static ProcessEvent incident(long atMillis, ProcessEvent.Kind kind, String detail) {
        return new ProcessEvent(atMillis, "relational", "postgresql", kind, detail);
    }

    private static Collected seen(ProcessEvent... events) {
        return new Collected(0, 0, Collected.MachineUse.UNKNOWN, List.of(), List.of(), List.of(events), List.of());
    }

    @Test
    void aWalkEndsWhereAnInstanceDoesNotComeBack() throws IOException {
        rig.host.when("app1", () -> {
            if (rig.host.diary().contains("kill app1")) {
                rig.application.on("GET /actuator/health/readiness", 503, "");
            }
        });
        ExperimentOutcome<FailoverResult> outcome = walk(null, "kill", "freeze");
        assertThat(outcome.result().verdict()).isEqualTo(ExperimentVerdict.INVALID);
        assertThat(outcome.result().faults()).hasSize(1);
        assertThat(outcome.result().problem())
                .startsWith("the experiment ended at fault 1, as app1 did not come back: ");
        assertThat(Examination.contradictions(outcome.directory())).isEmpty();
    }
}
