package gavel.harness.run.isolate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.deployment.RunDirectory;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.failure.InterruptedRunException;
import gavel.harness.isolate.IsolatePhase;
import gavel.harness.isolate.IsolateResult;
import gavel.harness.kind.IsolateKind;
import gavel.harness.result.ExperimentVerdict;
import gavel.harness.run.FakeHost;
import gavel.harness.run.Snapshot;
import gavel.harness.run.experiment.Examination;
import gavel.harness.run.experiment.ExperimentOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two tenants measured twice, interrupted at each step: what comes out in the end is what would have come out without. */
@Timeout(120)
class IsolateResumptionTest extends IsolateRig {
    /** Of one repeat: alone, alone, together, disrupted. */
    private static final List<String> WHOLE = List.of(
            "1 tenant 1 alone",
            "1 tenant 2 alone",
            "1 all together",
            "1 tenant 1 with 2 times its users",
            "2 tenant 1 alone",
            "2 tenant 2 alone",
            "2 all together",
            "2 tenant 1 with 2 times its users");

    private ExperimentOutcome<IsolateResult> twice(String resume) {
        return repeated(resume, 2, 2);
    }

    /** Without what was measured once more. */
    private static void assertWhole(ExperimentOutcome<IsolateResult> outcome) throws IOException {
        assertThat(outcome.failure()).isNull();
        IsolateResult result = new IsolateKind().read(outcome.directory());
        assertThat(result.verdict()).as(result.problem()).isEqualTo(ExperimentVerdict.MEASURED);
        assertThat(result.audited()).isTrue();
        Map<String, IsolatePhase> once = new LinkedHashMap<>();
        result.phases().forEach(phase -> once.putIfAbsent(phase.repeat() + " " + phase.words(), phase));
        assertThat(once.keySet()).containsExactlyElementsOf(WHOLE);
        assertThat(result.phases().size()).isEqualTo(result.planned()).isBetween(8, 9);
        assertThat(outcome.directory()).isDirectoryContaining("glob:**report.html");
        assertThat(Examination.contradictions(outcome.directory())).isEmpty();
    }

    private String name(ExperimentOutcome<IsolateResult> outcome) {
        anew();
        return outcome.directory().getFileName().toString();
    }

    /** Two loads warm servers up; one tenant or both have each of the others. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 7, 9, 10, 11, 13})
    void anyLoadMayBeInterrupted(int load) throws IOException {
        AtomicInteger loads = new AtomicInteger();
        meanwhile = () -> {
            if (loads.incrementAndGet() >= load) {
                interrupted();
            }
        };
        ExperimentOutcome<IsolateResult> outcome = twice(null);
        assertThat(outcome.failure()).isInstanceOf(InterruptedRunException.class);
        List<IsolatePhase> known = outcome.result().phases();

        ExperimentOutcome<IsolateResult> rest = twice(name(outcome));

        assertWhole(rest);
        assertThat(rest.result().phases().subList(0, known.size())).isEqualTo(known);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tenant-1", "tenant-2"})
    void soMayADeployment(String tenant) throws IOException {
        prepared.put(tenant, host -> host.when("load", this::interrupted));
        ExperimentOutcome<IsolateResult> outcome = twice(null);
        assertThat(outcome.failure()).isInstanceOf(InterruptedRunException.class);

        assertWhole(twice(name(outcome)));
    }

    /** Each audit after the load waits for the other's, so that both loads are over. */
    private Snapshot duringTheLastAudits() {
        Snapshot snapshot = new Snapshot(home.resolve(".gavel"));
        CyclicBarrier both = new CyclicBarrier(2, snapshot::take);
        for (String tenant : List.of("tenant-1", "tenant-2")) {
            AtomicInteger audits = new AtomicInteger();
            prepared.put(
                    tenant,
                    host -> host.when("audit", () -> {
                        if (audits.incrementAndGet() == 2) {
                            await(both);
                            interrupted();
                        }
                    }));
        }
        return snapshot;
    }

    private static void await(CyclicBarrier both) {
        try {
            both.await();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void whereTheDataWentWithTheirDeploymentsThatIsSaid() {
        duringTheLastAudits();
        ExperimentOutcome<IsolateResult> outcome = twice(null);
        assertThat(outcome.result().phases()).hasSize(WHOLE.size());
        assertThat(outcome.result().verdict()).isEqualTo(ExperimentVerdict.INVALID);
        String name = name(outcome);

        assertThatThrownBy(() -> twice(name))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage("the measurement of tenants of " + name
                        + " has measured everything, but its data were not audited and cannot be any more: they went with deployment "
                        + name + "-tenant-1. So it stays INVALID: begin a new one (--resume)");
    }

    /** A command that is killed stops nothing. */
    @Test
    void dataThatStandAreAuditedAgain() throws IOException {
        Snapshot snapshot = duringTheLastAudits();
        String name = name(twice(null));
        snapshot.restore();
        prepared.put("tenant-1", IsolateResumptionTest::runs);
        prepared.put("tenant-2", IsolateResumptionTest::runs);

        ExperimentOutcome<IsolateResult> rest = twice(name);

        assertWhole(rest);
        assertThat(host("tenant-2").diary()).contains("run audit").doesNotContain("run load", "run reset");
        assertThat(host("tenant-2").command("audit"))
                .as("the answers to the load that warms and to six others")
                .filteredOn("--answered"::equals)
                .hasSize(7);
        assertThat(rest.result().remarks())
                .contains(
                        "The experiment was interrupted when everything was measured and resumed: the time is that of the rest.");
        assertThatThrownBy(() -> twice(name))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("has ended");
    }

    /** What they share is started again, and nobody is admitted to it once more. */
    @Test
    void soAreDataInServicesThatTenantsShare() throws IOException {
        shareABroker();
        Snapshot snapshot = duringTheLastAudits();
        String name = name(twice(null));
        snapshot.restore();
        shareABroker();
        prepared.put("tenant-1", IsolateResumptionTest::runs);
        prepared.put("tenant-2", IsolateResumptionTest::runs);

        assertWhole(twice(name));

        assertThat(host("-shared").diary())
                .contains("start rabbitmq1", "stop rabbitmq1")
                .noneMatch(entry -> entry.startsWith("run "));
        assertThat(host("tenant-2").diary()).contains("run audit").doesNotContain("run load");
    }

    @Test
    void whereTheSharedServicesAreGoneThatIsSaid() {
        shareABroker();
        Snapshot snapshot = duringTheLastAudits();
        String name = name(twice(null));
        snapshot.restore();
        new RunDirectory(home.resolve(".gavel").resolve(name + "-shared")).delete();

        assertThatThrownBy(() -> twice(name))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("cannot be any more: they went with deployment " + name + "-shared");
        List.of("-tenant-1", "-tenant-2")
                .forEach(tenant -> new RunDirectory(home.resolve(".gavel").resolve(name + tenant)).delete());
    }

    @Test
    void dataThatAreDamagedStayDamaged() {
        Snapshot snapshot = duringTheLastAudits();
        String name = name(twice(null));
        snapshot.restore();
        prepared.put("tenant-1", host -> {
            runs(host);
            host.auditFinds(1, 3);
        });
        prepared.put("tenant-2", IsolateResumptionTest::runs);

        assertThat(twice(name).result().verdict()).isEqualTo(ExperimentVerdict.FAIL);
    }

    @Test
    void dataInMemoryThatWentWithTheirServicesAreNoneToAudit() {
        Snapshot snapshot = duringTheLastAudits();
        String name = name(twice(null));
        snapshot.restore();

        ExperimentOutcome<IsolateResult> rest = twice(name);

        assertThat(rest.result().verdict()).isEqualTo(ExperimentVerdict.INVALID);
        assertThat(rest.result().problem()).contains("are not running any more, and its data went with them");
    }

    /** Services that the command which was killed did not stop. */
    private static void runs(FakeHost host) {
        List.of("embedded-services", "postgresql", "app1").forEach(service -> host.adopt(service, service, 1));
    }

    /** As on a disk that is full. */
    @Test
    void aReportThatCannotBeWrittenIsWrittenWithoutAnotherDeployment() throws IOException {
        Path[] page = new Path[1];
        meanwhile = () -> {
            if (page[0] == null) {
                page[0] = blocked();
            }
        };
        assertThatThrownBy(() -> twice(null))
                .isInstanceOf(EnvironmentException.class)
                .hasMessageContaining("--resume continues from it");
        anew();
        Files.delete(page[0].resolve("in the way"));
        Files.delete(page[0]);

        assertWhole(twice(page[0].getParent().getFileName().toString()));
        assertThat(hosts.values()).allMatch(host -> host.diary().isEmpty());
    }

    private Path blocked() {
        try (var results = Files.list(home.resolve("results"))) {
            Path page =
                    results.filter(Files::isDirectory).findFirst().orElseThrow().resolve("report.html");
            Files.createDirectory(page);
            Files.createFile(page.resolve("in the way"));
            return page;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
