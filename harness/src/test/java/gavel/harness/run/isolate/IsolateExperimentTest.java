package gavel.harness.run.isolate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.driver.api.LoadReport;
import gavel.driver.api.LoadSpec;
import gavel.driver.api.RuleOutcome;
import gavel.harness.collect.Collected;
import gavel.harness.collect.Collected.HostUse;
import gavel.harness.collect.Collected.MachineUse;
import gavel.harness.collect.Collected.ProcessEvent;
import gavel.harness.collect.Collected.Silence;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.failure.InterruptedRunException;
import gavel.harness.isolate.CommonUse;
import gavel.harness.isolate.IsolatePhase;
import gavel.harness.isolate.IsolatePhase.Kind;
import gavel.harness.isolate.IsolatePhase.Tenant;
import gavel.harness.isolate.IsolateResult;
import gavel.harness.kind.IsolateKind;
import gavel.harness.platform.HostFacts;
import gavel.harness.report.SampleResults;
import gavel.harness.result.ExperimentVerdict;
import gavel.harness.run.FakeHost;
import gavel.harness.run.FakeLoadGenerator;
import gavel.harness.run.experiment.Examination;
import gavel.harness.run.experiment.ExperimentOutcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two tenants from their deployments to one report, each on a machine on which nothing really runs. */
@Timeout(120)
class IsolateExperimentTest extends IsolateRig {
    private static List<List<Integer>> users(IsolateResult result) {
        return result.phases().stream()
                .map(phase -> phase.tenants().stream().map(Tenant::users).toList())
                .toList();
    }

    @Test
    void everyMeasurementIsMadeByBothAndKept() throws IOException {
        ExperimentOutcome<IsolateResult> outcome = measured(null, 2);

        assertThat(outcome.failure()).isNull();
        IsolateResult result = new IsolateKind().read(outcome.directory());
        assertThat(result.verdict()).as(result.problem()).isEqualTo(ExperimentVerdict.MEASURED);
        assertThat(result.phases())
                .extracting(IsolatePhase::words)
                .containsExactly("tenant 1 alone", "tenant 2 alone", "all together", "tenant 1 with 2 times its users");
        assertThat(users(result))
                .containsExactly(
                        List.of(USERS, 0), List.of(0, USERS), List.of(USERS, USERS), List.of(2 * USERS, USERS));
        assertThat(result.audits()).hasSize(2);
        assertThat(result.tenants()).isEqualTo(2);
        assertThat(result.users()).isEqualTo(USERS);
        assertThat(result.disturbances().getFirst().index().mean())
                .as("the same response times with twice the load")
                .isZero();
        assertThat(outcome.directory()).isDirectoryContaining("glob:**report.html");
        assertThat(lines).anyMatch(line -> line.startsWith("  4 of 4  tenant 1 with 2 times its users"));
        assertThat(statuses).allMatch(status -> status.startsWith("  tenant-1, ") || status.startsWith("  tenant-2, "));
        for (String tenant : List.of("tenant-1", "tenant-2")) {
            assertThat(host(tenant).diary()).containsSubsequence("run load", "start app1", "run audit", "stop app1");
            assertThat(outcome.directory().resolve(tenant).resolve("load-4").resolve("answered-bids.csv"))
                    .exists();
        }
        assertThat(Examination.contradictions(outcome.directory())).isEmpty();
    }

    @Test
    void whatDoesNotFollowIsFound() throws IOException {
        Path result = measured(null, 2).directory();
        assertThat(Examination.contradictions(result)).isEmpty();

        assertThat(changed(result, "isolate.json", "\"verdict\" : \"MEASURED\"", "\"verdict\" : \"FAIL\""))
                .contains("verdict");
        assertThat(changed(result, "isolate.json", "\"planned\" : 4", "\"planned\" : 5"))
                .contains("verdict");
        assertThat(changed(result, "isolate.json", "\"meanMillis\" : [0-9.]+", "\"meanMillis\" : 1.25"))
                .containsExactly("phases");
        assertThat(changed(result, "isolate.json", "\"users\" : 100", "\"users\" : 90"))
                .contains("phases[0]", "phases[3]", "isolate.jsonl");
        assertThat(changed(result, "isolate.json", "\"users\" : 200", "\"users\" : 300"))
                .contains("tenant-1/disclosure.configuration");
        assertThat(changed(result, "isolate.jsonl", "\"meanMillis\":[0-9.]+", "\"meanMillis\":1.25"))
                .containsExactly("phases");
        assertThat(changed(result, "tenant-1/configuration.yaml", "users: 200", "users: 300"))
                .containsExactly("tenant-1/configuration.yaml");
    }

    private static List<String> changed(Path result, String file, String from, String to) throws IOException {
        return Examination.after(new IsolateKind(), result, file, from, to);
    }

    /** First the servers of each become warm; it is no measurement of anybody. */
    @Test
    void eachTenantBecomesWarmBeforeItMeetsTheOther() {
        measured(null, 1.5);
        assertThat(generators).hasSize(2);
        for (FakeLoadGenerator generator : generators) {
            assertThat(generator.specs.stream()
                            .filter(spec -> spec.phases().measureSeconds() > 1)
                            .map(LoadSpec::users))
                    .startsWith(2 * USERS)
                    .hasSize(4);
        }
        assertThat(generators.stream()
                        .map(generator -> generator.specs.getLast().users())
                        .toList())
                .containsExactlyInAnyOrder(150, USERS);
    }

    @Test
    void qualityThatBreaksIsAResultAndWithAllTogetherNoDisruptorsFault() {
        report = SampleResults.passed(rule("response", RuleOutcome.Status.FAIL, "6.8 % of SearchItems were late"))
                .load();
        IsolateResult result = measured(null, 2).result();
        assertThat(result.verdict()).isEqualTo(ExperimentVerdict.MEASURED);
        assertThat(result.disturbances().getFirst().broken()).isEmpty();
        assertThat(result.phases().getLast().tenants())
                .extracting(Tenant::broken)
                .containsOnly("6.8 % of SearchItems were late");
    }

    /** Two loads warm servers up; the third is of tenant 1 alone. */
    private void isMadeOfTheThirdLoad(LoadReport other) {
        LoadReport usual = report;
        AtomicInteger loads = new AtomicInteger();
        meanwhile = () -> report = loads.incrementAndGet() == 3 ? other : usual;
    }

    private static LoadReport busy() {
        return SampleResults.passed(rule("driverBusy", RuleOutcome.Status.INVALID, "the loops were busy"))
                .load();
    }

    @Test
    void aMeasurementThatLackedOnlyCpuIsMadeAgain() throws IOException {
        isMadeOfTheThirdLoad(busy());
        ExperimentOutcome<IsolateResult> outcome = measured(null, 2);
        IsolateResult result = new IsolateKind().read(outcome.directory());
        assertThat(result.verdict()).as(result.problem()).isEqualTo(ExperimentVerdict.MEASURED);
        assertThat(result.planned()).isEqualTo(5);
        assertThat(result.phases())
                .extracting(IsolatePhase::words)
                .containsExactly(
                        "tenant 1 alone",
                        "tenant 1 alone",
                        "tenant 2 alone",
                        "all together",
                        "tenant 1 with 2 times its users");
        assertThat(result.remarks())
                .contains("One measurement does not count, and was made again: tenant 1 alone: tenant 1: the loops were"
                        + " busy.");
        assertThat(lines).anyMatch(line -> line.startsWith("  1 of 5  tenant 1 alone"));
        assertThat(new IsolateKind().junit(List.of(result), 0).text()).contains("errors=\"0\"", "skipped=\"1\"");
        assertThat(Examination.contradictions(outcome.directory())).isEmpty();
    }

    /** Its deployment is another one afterwards: nothing is made again on it. */
    @Test
    void aMeasurementThatLackedMoreIsNotMadeAgain() {
        isMadeOfTheThirdLoad(null);
        IsolateResult result = measured(null, 2).result();
        assertThat(result.verdict()).isEqualTo(ExperimentVerdict.INVALID);
        assertThat(result.phases())
                .hasSize(4)
                .first()
                .extracting(IsolatePhase::problem)
                .isEqualTo("tenant 1: the driver was lost");
    }

    /** Only the others' responses tell what its growth does. */
    @Test
    void aDisruptorsOwnResponsesMayBeLonger() {
        report = SampleResults.passed(rule("runQueue", RuleOutcome.Status.INFO, "threads waited"))
                .load();
        IsolateResult result = measured(null, 2).result();
        assertThat(result.phases().getLast().tenants())
                .extracting(Tenant::driverProblem)
                .containsExactly("", "threads waited");
        assertThat(result.phases().getLast().tenants())
                .extracting(Tenant::lengthened)
                .containsExactly("threads waited", "");
        assertThat(result.phases().getFirst().problem()).isEqualTo("tenant 1: threads waited");
    }

    @Test
    void aDriverThatIsShortOfSomethingMakesAllInvalid() throws IOException {
        report = SampleResults.passed(rule("driverBusy", RuleOutcome.Status.INVALID, "the loops were busy"))
                .load();
        ExperimentOutcome<IsolateResult> outcome = measured(null, 2);
        IsolateResult result = outcome.result();
        assertThat(Examination.contradictions(outcome.directory())).isEmpty();
        assertThat(result.verdict()).isEqualTo(ExperimentVerdict.INVALID);
        assertThat(result.phases()).as("four, and two again").hasSize(6);
        assertThat(result.phases().getLast().problem()).isEqualTo("tenant 1: the loops were busy");
        assertThat(lines).anyMatch(line -> line.startsWith("This cannot be trusted: tenant 1 with 2 times its users"));
    }

    @Test
    void aServerThatEndsWithoutAnOrderMakesAllInvalid() {
        ProcessEvent end = new ProcessEvent(5, "appServers", "app1", ProcessEvent.Kind.VANISHED, "pid 10");
        seen = new Collected(0, 0, MachineUse.UNKNOWN, List.of(), List.of(), List.of(end), List.of());
        IsolateResult result = measured(null, 2).result();
        assertThat(result.verdict()).isEqualTo(ExperimentVerdict.INVALID);
        assertThat(result.phases().getFirst().problem()).isEqualTo("tenant 1: app1 ended without an order");
    }

    @Test
    void aHostThatDidNotAnswerMakesAllInvalid() {
        HostUse host = new HostUse("one", MachineUse.UNKNOWN, List.of("app1"), List.of(new Silence(5_000, 30_000)));
        seen = new Collected(0, 40_000, MachineUse.UNKNOWN, List.of(), List.of(), List.of(), List.of(), List.of(host));
        IsolateResult result = measured(null, 2).result();
        assertThat(result.verdict()).isEqualTo(ExperimentVerdict.INVALID);
        assertThat(result.phases().getFirst().problem())
                .startsWith("tenant 1: No answer from host one (app1) for 25 s, from 5 s of the measurement on");
    }

    /** The mean of all cores is 30 %, and what tenants wait for is busy all the same. */
    @Test
    void ofSeveralHostsTheBusiestIsWhatTenantsHaveInCommon() {
        List<HostUse> each = List.of(
                new HostUse("one", MachineUse.UNKNOWN.busy(0.95), List.of("app1")),
                new HostUse("two", MachineUse.UNKNOWN.busy(0.05), List.of()));
        MachineUse all = MachineUse.UNKNOWN.busy(0.3);
        seen = new Collected(0, 40_000, all, List.of(), List.of(), List.of(), List.of(), each);
        IsolateResult result = measured(null, 2).result();
        assertThat(result.phases().getLast().common()).containsExactly(new CommonUse(CommonUse.MACHINE, 0.95));
        assertThat(result.disturbances().getFirst().machineBusy()).isEqualTo(0.95);
    }

    @Test
    void aDriverThatIsLostMakesAllInvalid() {
        report = null;
        IsolateResult result = measured(null, 2).result();
        assertThat(result.verdict()).isEqualTo(ExperimentVerdict.INVALID);
        assertThat(result.phases().getLast().tenants())
                .allMatch(tenant -> tenant.meanMillis() == null && tenant.operationsPerSecond() == 0);
        assertThat(result.phases().getFirst().problem()).isEqualTo("tenant 1: the driver was lost");
    }

    @Test
    void lostDataOfOneTenantFailTheWhole() throws IOException {
        prepared.put("tenant-2", host -> host.auditFinds(2, 3));
        ExperimentOutcome<IsolateResult> outcome = measured(null, 2);
        IsolateResult result = outcome.result();
        assertThat(Examination.contradictions(outcome.directory())).isEmpty();
        assertThat(result.verdict()).isEqualTo(ExperimentVerdict.FAIL);
        assertThat(result.audits()).extracting(audit -> audit.violations()).containsExactly(0L, 3L);
    }

    @Test
    void nobodyIsMeasuredWhereOneCannotBeDeployed() throws IOException {
        prepared.put("tenant-2", host -> host.when("app1", FakeHost.failing("no more processes")));
        ExperimentOutcome<IsolateResult> outcome = measured(null, 2);
        assertThat(outcome.failure()).isInstanceOf(EnvironmentException.class);
        assertThat(outcome.failure()).hasMessageContaining("no more processes");
        assertThat(outcome.result().verdict()).isEqualTo(ExperimentVerdict.INVALID);
        assertThat(outcome.result().phases()).isEmpty();
        assertThat(outcome.result().problem()).contains("no more processes");
        assertThat(Examination.contradictions(outcome.directory())).isEmpty();
        assertThat(host("tenant-1").diary()).as("the other is removed too").contains("stop app1");
    }

    @Test
    void tenantsThatNeedMoreMemoryThanThereIsAreRefusedTogether() {
        facts = new HostFacts(2, 8L << 30, 1L << 30, 80L << 30, 20_000, 25);
        assertThatThrownBy(() -> measured(null, 2))
                .isInstanceOfSatisfying(EnvironmentException.class, refused -> assertThat(refused.evidence())
                        .anyMatch(line -> line.contains("memory") && line.contains("MiB")));
        assertThat(hosts.values()).allMatch(host -> host.diary().isEmpty());
    }

    @Test
    void anInterruptedOneGoesOnWithWhatIsLeft() {
        AtomicInteger loads = new AtomicInteger();
        // Two that warm, then one alone, the other alone, and both: the fifth is of the third measurement, which does
        // not end by itself.
        meanwhile = () -> {
            if (loads.incrementAndGet() >= 5) {
                interrupted();
            }
        };
        ExperimentOutcome<IsolateResult> outcome = measured(null, 2);
        assertThat(outcome.failure()).isInstanceOf(InterruptedRunException.class);
        assertThat(outcome.result().phases()).hasSize(2);
        String name = outcome.directory().getFileName().toString();

        anew();
        assertThatThrownBy(() -> measured(name, 3))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("was a different one");
        IsolateResult rest = measured(name, 2).result();
        assertThat(rest.verdict()).as(rest.problem()).isEqualTo(ExperimentVerdict.MEASURED);
        assertThat(rest.phases()).hasSize(4);
        assertThat(lines).contains("going on after 2 of 4 measurements");
        assertThat(rest.remarks())
                .contains(
                        "The experiment was interrupted after 2 measurements and resumed: the data of these were not audited,"
                                + " and the time is that of the rest.");
        assertThatThrownBy(() -> measured(name, 2))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage("the measurement of tenants of " + name + " has ended: nothing is left to do (--resume)");
    }

    /** Its reference was measured on deployments that are gone. */
    @Test
    void aDisruptionThatWasInterruptedGetsAReferenceOfItsOwn() {
        AtomicInteger loads = new AtomicInteger();
        // Two that warm, two alone, and two together: the seventh is of the fourth measurement.
        meanwhile = () -> {
            if (loads.incrementAndGet() >= 7) {
                interrupted();
            }
        };
        ExperimentOutcome<IsolateResult> outcome = measured(null, 2);
        assertThat(outcome.result().phases()).hasSize(3);

        anew();
        IsolateResult rest =
                measured(outcome.directory().getFileName().toString(), 2).result();

        assertThat(rest.phases())
                .extracting(IsolatePhase::kind)
                .containsExactly(Kind.ALONE, Kind.ALONE, Kind.TOGETHER, Kind.TOGETHER, Kind.DISRUPTED);
        assertThat(rest.planned()).isEqualTo(5);
        assertThat(rest.verdict()).as(rest.problem()).isEqualTo(ExperimentVerdict.MEASURED);
    }

    private static RuleOutcome rule(String name, RuleOutcome.Status status, String message) {
        return new RuleOutcome(name, "subject", status, "actual", "bound", message);
    }
}
