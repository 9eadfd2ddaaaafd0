package gavel.harness.run.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.driver.api.LoadSpec.Phases;
import gavel.harness.collect.Collected;
import gavel.harness.collect.Collected.ProcessEvent;
import gavel.harness.config.Configuration;
import gavel.harness.failover.FailoverResult;
import gavel.harness.failover.FailoverSettings;
import gavel.harness.failover.FaultPlan;
import gavel.harness.failover.FaultResult;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.failure.InterruptedRunException;
import gavel.harness.kind.FailoverKind;
import gavel.harness.result.ExperimentVerdict;
import gavel.harness.run.Environment;
import gavel.harness.run.RunRequest;
import gavel.harness.run.RunRig;
import gavel.harness.run.experiment.ExperimentOutcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A walk from its deployment to its report, where nothing is real but the files. */
class FailoverExperimentTest {
    @TempDir
    Path home;

    private RunRig rig;
    private FakeSteadyLoad load;

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
                                new RunRequest(configuration, List.of(), null, false, "gavel failover"),
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
        assertThat(home.resolve(".gavel")).isEmptyDirectory();
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
        assertThatThrownBy(() -> walk(name, "kill", "restart"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("was a different one");
        assertThatThrownBy(() -> walk(name, "kill", "freeze"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("has ended");
    }

    @Test
    void lostDataFailTheWalk() {
        rig.host.auditFinds(2, 3);
        ExperimentOutcome<FailoverResult> outcome = walk(null, "kill");
        assertThat(outcome.result().verdict()).isEqualTo(ExperimentVerdict.FAIL);
        assertThat(rig.lines).anyMatch(line -> line.startsWith("Data were lost"));
    }

    @Test
    void aProcessThatEndsWithoutAnOrderSpoilsItsFault() {
        rig.collected = new Collected(
                0,
                0,
                Collected.MachineUse.UNKNOWN,
                List.of(),
                List.of(),
                List.of(new ProcessEvent(0, "relational", "postgresql", ProcessEvent.Kind.VANISHED, "gone")),
                List.of());
        ExperimentOutcome<FailoverResult> outcome = walk(null, "freeze");
        assertThat(outcome.result().verdict()).isEqualTo(ExperimentVerdict.INVALID);
        assertThat(outcome.result().faults().getFirst().problem())
                .isEqualTo("postgresql vanished without an order: gone");
    }

    @Test
    void aWalkEndsWhereAnInstanceDoesNotComeBack() {
        rig.host.when("app1", () -> {
            if (rig.host.diary().contains("kill app1")) {
                rig.application.on("GET /actuator/health/readiness", 503, "");
            }
        });
        ExperimentOutcome<FailoverResult> outcome = walk(null, "kill", "freeze");
        assertThat(outcome.result().verdict()).isEqualTo(ExperimentVerdict.INVALID);
        assertThat(outcome.result().faults()).hasSize(1);
        assertThat(outcome.result().problem()).startsWith("the walk ended at fault 1, as app1 was not whole again");
    }
}
