package gavel.harness.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.collect.Collected;
import gavel.harness.collect.Collected.ProcessEvent;
import gavel.harness.config.Configuration;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.failure.ExitCode;
import gavel.harness.failure.InterruptedRunException;
import gavel.harness.platform.HostFacts;
import gavel.harness.report.SampleResults;
import gavel.harness.verdict.Evidence.Incident;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a run answers, and what keeps it from beginning. */
class OutcomesTest {
    @TempDir
    Path home;

    @Test
    void theExitCodeIsThatOfTheVerdict() {
        assertThat(new RunOutcome(SampleResults.passed(), home, null).exitCode())
                .isEqualTo(ExitCode.PASS);
        assertThat(new RunOutcome(SampleResults.overloaded(), home, null).exitCode())
                .isEqualTo(ExitCode.QOS_FAIL);
        assertThat(new RunOutcome(SampleResults.neverLoaded(), home, null).exitCode())
                .isEqualTo(ExitCode.INVALID);
    }

    @Test
    void aFailureWeighsMoreThanAnyVerdict() {
        assertThat(new RunOutcome(SampleResults.passed(), home, new EnvironmentException("full")).exitCode())
                .isEqualTo(ExitCode.ENVIRONMENT);
        assertThat(new RunOutcome(SampleResults.passed(), home, new InterruptedRunException("ramp")).exitCode())
                .isEqualTo(ExitCode.INTERRUPTED);
    }

    @Test
    void aMachineThatHardlyBearsItIsWarnedOf() {
        RunRig rig = new RunRig(home);
        rig.host.facts(new HostFacts(1, 32L << 30, 24L << 30, 80L << 30, 900, 25));

        MachineCheck.pass(rig.configuration(), rig.environment());
        assertThat(rig.lines).hasSize(2).allMatch(line -> line.startsWith("! "));
    }

    @Test
    void howManyUsersTheDescriptorsBearIsSaidInAnyCase() {
        RunRig rig = new RunRig(home);

        MachineCheck.pass(rig.configuration(), rig.environment());
        assertThat(rig.lines)
                .singleElement()
                .asString()
                .startsWith("descriptors: 20000 for each process, enough for 3,948 users");
    }

    /** It has its memory and its files; people it has no descriptors for would find it INVALID. */
    @Test
    void aDeploymentThatIsUpIsRefusedOnlyPeopleItHasNoDescriptorsFor() {
        RunRig rig = new RunRig(home);
        rig.host.facts(new HostFacts(2, 1L << 30, 1L << 20, 1L << 20, 20_000, 25));
        MachineCheck.standing(rig.configuration(), rig.environment());

        rig.host.facts(new HostFacts(2, 32L << 30, 24L << 30, 80L << 30, 300, 25));
        assertThatThrownBy(() -> MachineCheck.standing(rig.configuration(), rig.environment()))
                .isInstanceOfSatisfying(EnvironmentException.class, e -> assertThat(e.evidence())
                        .singleElement()
                        .asString()
                        .startsWith("descriptors: 300 for each process, enough for 8 users"));
    }

    /** That it is up says nothing about a firewall that has come since. */
    @Test
    void aDeploymentThatIsUpIsRefusedWhereItsMachinesDoNotReachEachOther() {
        RunRig rig = new RunRig(home);
        rig.silent = socket -> socket.startsWith("10.0.0.3:");
        Configuration two = rig.configuration(
                "hosts.machines=[{name: app, address: 10.0.0.3, tiers: [appServers, services, relational]},"
                        + " {name: load, address: 10.0.0.6, tiers: [drivers]}]");

        List<BiConsumer<Configuration, Environment>> checks =
                List.of(MachineCheck::standing, MachineCheck::standingForSearch);

        for (BiConsumer<Configuration, Environment> check : checks) {
            assertThatThrownBy(() -> check.accept(two, rig.environment()))
                    .isInstanceOfSatisfying(EnvironmentException.class, e -> assertThat(e.evidence())
                            .singleElement()
                            .asString()
                            .startsWith("app connections: no answer from 10.0.0.3:")
                            .contains("(appServers, http) to load; "));
        }
    }

    @Test
    void everyProblemOfAMachineIsToldAtOnce() {
        RunRig rig = new RunRig(home);
        rig.host.facts(new HostFacts(2, 1L << 30, 1L << 20, 1L << 20, 300, 25));

        assertThatThrownBy(() -> MachineCheck.pass(rig.configuration(), rig.environment()))
                .isInstanceOfSatisfying(EnvironmentException.class, e -> assertThat(e.evidence())
                        .hasSize(3)
                        .anyMatch(line -> line.startsWith("descriptors: 300 for each process, enough for 8 users"))
                        .anyMatch(line -> line.startsWith("memory: 1 MiB"))
                        .anyMatch(line -> line.startsWith("disk: 1 MiB free")));
        assertThat(rig.lines).isEmpty();
    }

    @Test
    void aJournalIsCompleteAtAnyMoment() {
        Journal journal = new Journal();

        assertThat(journal.intervals()).isEmpty();
        assertThat(journal.load()).isNull();
        assertThat(journal.collected().instances()).isEmpty();
        assertThat(journal.versions()).isEmpty();
    }

    /** What a database says last is that it is down. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            first|second|second
            could not write: No space left on device|is shut down|could not write: No space left on device
            PANIC:  one|No space left on device|No space left on device
            """)
    void theLineOfALogThatSaysWhyComesBeforeItsLast(String before, String last, String told) {
        RunRig rig = new RunRig(home);
        rig.collected = new Collected(
                0,
                0,
                Collected.MachineUse.UNKNOWN,
                List.of(),
                List.of(),
                List.of(new ProcessEvent(1, "relational", "postgresql", ProcessEvent.Kind.VANISHED, "it is gone")),
                List.of());
        rig.host.when("app1", () -> log(before, last));

        assertThat(rig.run().result().verdict().headline()).contains("its log ends with: " + told + ".");
    }

    private void log(String... lines) {
        try {
            Path logs = Files.createDirectories(home.resolve(".gavel/20260102-030405-minimal/logs"));
            Files.write(logs.resolve("postgresql.log"), List.of(lines));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void whatAJournalHandedOutDoesNotGrow() {
        Journal journal = new Journal();
        var before = journal.incidents();
        journal.incident(Incident.Kind.PHASE_FAILED, "ramp", "why");

        assertThat(before).isEmpty();
        assertThat(journal.incidents()).containsExactly(new Incident(Incident.Kind.PHASE_FAILED, "ramp", "why"));
    }
}
