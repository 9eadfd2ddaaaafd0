package gavel.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.config.Configurations.SettingOverride;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.failure.InterruptedRunException;
import gavel.harness.run.experiment.ExperimentFindings;
import gavel.harness.verdict.Audit;
import gavel.harness.verdict.Audit.Invariant;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the run around an experiment says of it. */
class ExperimentFindingsTest {
    private static final String SHARED = "Driver and application shared cores: the figure is for both together.";
    private static final Audit GOOD = audit(true, 0);

    private final Journal journal = new Journal();

    private static Audit audit(boolean ok, long violations) {
        return new Audit(
                ok,
                0,
                List.of(new Invariant("bids", "every answered bid is there", 9, violations, List.of())),
                List.of());
    }

    private static List<String> remarks(String... settings) {
        Configuration configuration = new Configurations(Path.of("../deploy/configs"))
                .read("minimal", Stream.of(settings).map(SettingOverride::parse).toList());
        return ExperimentFindings.conditions(configuration);
    }

    private String problem() {
        return findings().problem(null);
    }

    private ExperimentFindings findings() {
        return new ExperimentFindings(journal.auditBefore(), journal.auditAfter(), null, 0, List.of(), 0, null, "");
    }

    @Test
    void nothingIsWrongWhereBothAuditsWereMade() {
        journal.auditBefore(GOOD);
        journal.auditAfter(GOOD);
        assertThat(problem()).isEmpty();
    }

    /** Lost data have a verdict of their own: they are no doubt about the measurement. */
    @Test
    void violationsAfterTheLoadAreNoProblemOfTheMeasurement() {
        journal.auditBefore(GOOD);
        journal.auditAfter(audit(false, 3));
        assertThat(problem()).isEmpty();
    }

    @Test
    void dataThatWereDamagedBeforeTellNothing() {
        journal.auditAfter(GOOD);
        assertThat(problem()).as("not audited").isEqualTo("the data were damaged before the load");
        journal.auditBefore(audit(false, 0));
        assertThat(problem()).as("not ok").isEqualTo("the data were damaged before the load");
        journal.auditBefore(audit(true, 1));
        assertThat(problem()).as("a violation").isEqualTo("the data were damaged before the load");
    }

    @Test
    void withoutAnAuditAfterTheLoadNobodyKnowsWhetherBidsWereLost() {
        journal.auditBefore(GOOD);
        assertThat(problem()).startsWith("the data were not audited after the load");
    }

    @Test
    void whatEndedItIsToldFirst() {
        ExperimentFindings findings = findings();
        assertThat(findings.problem(new EnvironmentException("the driver is gone")))
                .isEqualTo("the driver is gone");
        assertThat(findings.problem(new InterruptedRunException("the walk"))).isEqualTo("interrupted during: the walk");
    }

    @Test
    void onOneMachineDriverAndApplicationShareCores() {
        assertThat(remarks()).contains(SHARED);
        assertThat(remarks("hosts.isolated=true", "hosts.drivers.cpu=1"))
                .as("a part of a machine is the same machine")
                .contains(SHARED);
    }

    @Test
    void onAMachineOfItsOwnTheDriverSharesNone() {
        String application = "{name: a, address: 10.0.0.3, tiers: [appServers, services, relational]}";
        assertThat(remarks("hosts.machines=[" + application + ", {name: load, address: 10.0.0.6, tiers: [drivers]}]"))
                .doesNotContain(SHARED);
        assertThat(
                        remarks(
                                "hosts.machines=[{name: a, address: 10.0.0.3, tiers: [appServers, services, relational, drivers]}]"))
                .contains(SHARED);
    }

    /** Lengths are those of runs; an experiment has its own. */
    @Test
    void lengthsAreNotRemarkedOn() {
        assertThat(remarks("load.length=smoke")).noneMatch(remark -> remark.startsWith("Length "));
        assertThat(remarks("load.measure=77s")).noneMatch(remark -> remark.startsWith("Length "));
    }

    @Test
    void databasesThatKeepNothingAreRemarkedOn() {
        assertThat(remarks("relational.implementation=postgresql", "relational.durable=false"))
                .hasSize(remarks("relational.implementation=postgresql").size() + 1);
    }
}
