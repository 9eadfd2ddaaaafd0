package gavel.harness.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.evidence.Findings.Finding;
import gavel.harness.evidence.Findings.Kind;
import gavel.harness.peak.ProbeResult;
import gavel.harness.peak.Step.Purpose;
import gavel.harness.report.SampleResults;
import gavel.harness.result.Disclosure;
import gavel.harness.result.JsonFile;
import gavel.harness.result.RecordCopy;
import gavel.harness.result.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a search discloses of its deployment, beside what its probe does. */
class ProbeCheckTest {
    private static final RunResult PROBE = SampleResults.passed();
    private static final Disclosure DISCLOSED = PROBE.disclosure();

    @TempDir
    private Path search;

    private List<Finding> found(Disclosure whole, boolean sameProgram, Instant since) throws IOException {
        ProbeResult probe = ProbeResult.of(
                new ProbeResult.Asked(1, Purpose.BRACKET, PROBE.run().users()),
                new ProbeResult.Measured(PROBE.load(), PROBE.collected(), PROBE.intervals()),
                PROBE.verdict(),
                PROBE.run().startedAt(),
                PROBE.seconds(),
                "appServers");
        Path directory = Files.createDirectories(
                search.resolve("probes").resolve(probe.asked().directory()));
        JsonFile.write(directory.resolve("result.json"), PROBE);
        Findings findings = new Findings();
        ProbeCheck check = new ProbeCheck(new Examined(search, false, sameProgram), "appServers", findings);

        check.check(probe, "", PROBE.auditBefore(), whole);
        check.machines(List.of(probe), "", whole, since);

        return findings.all().stream()
                .filter(finding ->
                        finding.what().contains("settings") || finding.what().contains("machines"))
                .toList();
    }

    private static Disclosure with(String from, String to) {
        String configuration = DISCLOSED.configuration();
        assertThat(configuration).contains(from);
        return RecordCopy.with(DISCLOSED, "configuration", configuration.replace(from, to));
    }

    private static Disclosure on(int cores) {
        return RecordCopy.with(DISCLOSED, "host", RecordCopy.with(DISCLOSED.host(), "cores", cores));
    }

    @Test
    void aProbeIsOfTheDeploymentThatIsDisclosed() throws IOException {
        assertThat(found(DISCLOSED, true, SampleResults.START)).isEmpty();
        assertThat(found(with("users: 100", "users: 900"), true, SampleResults.START))
                .as("another data set")
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"true, CONTRADICTION", "false, UNKNOWN"})
    void otherSettingsAreFound(boolean sameProgram, Kind kind) throws IOException {
        assertThat(found(with("count: 1", "count: 2"), sameProgram, SampleResults.START))
                .singleElement()
                .matches(finding -> finding.kind() == kind)
                .matches(finding -> finding.what().contains("appServers.count=2  /  1"))
                .matches(finding -> finding.where().equals("probes/01-100-users"));
    }

    /** With half the cores there would be twice the users for each. */
    @Test
    void fewerCoresAreFound() throws IOException {
        assertThat(found(on(1), true, SampleResults.START))
                .singleElement()
                .matches(finding -> finding.kind() == Kind.CONTRADICTION)
                .matches(finding -> finding.where().equals("disclosure"));
    }

    /** Where a search went on only to audit its data, its machine may have been changed before. */
    @Test
    void machinesOfAnEarlierCommandAreNotKnown() throws IOException {
        assertThat(found(on(1), true, SampleResults.START.plusSeconds(3_600)))
                .singleElement()
                .matches(finding -> finding.kind() == Kind.UNKNOWN);
    }
}
