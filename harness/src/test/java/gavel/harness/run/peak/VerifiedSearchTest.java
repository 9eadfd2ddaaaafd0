package gavel.harness.run.peak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.evidence.Findings.Finding;
import gavel.harness.evidence.Findings.Kind;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.kind.PeakKind;
import gavel.harness.kind.ResultKinds;
import gavel.harness.peak.Conclusion;
import gavel.harness.peak.PeakResult;
import gavel.harness.peak.SearchJournal;
import gavel.harness.run.Disclosures;
import gavel.harness.run.Snapshot;
import gavel.harness.run.experiment.ExperimentOutcome;
import gavel.harness.verify.Submission;
import gavel.harness.verify.Verification;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an examination finds in the conclusions of searches; the loads of this rig are samples, which follow from no histogram. */
class VerifiedSearchTest extends PeakRig {
    @TempDir
    private static Path kept;

    private static Path finished;

    /** A copy of one whole search, which a test may damage. */
    private Path finished() throws IOException {
        if (finished == null) {
            Path made = search(1_000, 10_000, null).directory();
            Path first = kept.resolve("results").resolve(made.getFileName());
            Snapshot.copy(made, first);
            assertThat(ofConclusion(first)).as("before any damage").isEmpty();
            finished = first;
        }
        Path copy = home.resolve("copies").resolve(finished.getFileName());
        Snapshot.copy(finished, copy);
        return copy;
    }

    private List<Finding> ofConclusion(Path directory) throws IOException {
        return new Verification(ResultKinds.KNOWN, Disclosures.program(), null)
                .of(directory).findings().all().stream()
                        .filter(finding -> finding.kind() == Kind.CONTRADICTION)
                        .filter(finding -> List.of("conclusion", "probes", "climb", "search", "remarks")
                                        .contains(finding.where())
                                || finding.where().matches("disclosure(\\.versions)?"))
                        .toList();
    }

    @ParameterizedTest
    @CsvSource({"10000, FOUND", "300, AT_LEAST"})
    void everyEndOfASearchFollowsFromItsProbes(int most, Conclusion.Kind kind) throws IOException {
        ExperimentOutcome<PeakResult> outcome = search(1_000, most, null);

        assertThat(outcome.result().conclusion().kind()).isEqualTo(kind);
        assertThat(ofConclusion(outcome.directory())).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "peak.json, '\"middle\" : [0-9.]+', '\"middle\" : 415.0', conclusion",
        "peak.json, '\"outcome\" : \"FAIL\"', '\"outcome\" : \"PASS\"', probes",
        "peak.json, '\"good\" : [0-9]+', '\"good\" : 7', climb",
        "peak.json, '\"width\" : 0.05', '\"width\" : 0.5', search",
        "peak.json, 'Measured on [^\"]+', 'Measured well.', remarks",
        "peak.json, '\"cores\" : [0-9]+', '\"cores\" : 1', disclosure",
        "peak.json, '\"gavel\" : \"[^\"]+', '\"gavel\" : \"0.0.1', disclosure.versions"
    })
    void whatDoesNotFollowIsFound(String name, String from, String to, String where) throws IOException {
        Path directory = finished();
        Path file = directory.resolve(name);
        String text = Files.readString(file);
        assertThat(text).containsPattern(from);
        Files.writeString(file, text.replaceFirst(from, to));

        assertThat(ofConclusion(directory)).extracting(Finding::where).contains(where);
    }

    /** Whoever is killed writes no report. */
    @Test
    void probesBeforeAKillAreResultsAsTheOthersAre() throws IOException {
        Snapshot killed = new Snapshot(home.resolve("results"));
        AtomicInteger begun = new AtomicInteger();
        system.beforeProbe(() -> {
            if (begun.incrementAndGet() == 4) {
                killed.take();
                rig.interruption.request();
            }
        });
        String name = search(1_000, 10_000, null).directory().getFileName().toString();
        Files.move(home.resolve("results"), home.resolve("reported"));
        killed.restore();
        makeRig();

        Path directory = search(1_000, 10_000, name).directory();

        List<Path> parts = new PeakKind().parts(new PeakKind().read(directory), directory);
        assertThat(parts).hasSizeGreaterThan(6).allSatisfy(part -> assertThat(part)
                .isDirectoryContaining("glob:**/result.json")
                .isDirectoryContaining("glob:**/intervals.csv")
                .isDirectoryContaining("glob:**/SHA256SUMS")
                .isDirectoryContaining("glob:**/report.html"));
        assertThat(Files.readAllLines(directory.resolve("probes/index.csv")))
                .as("a header, and each of them once")
                .hasSize(1 + parts.size());
        assertThat(new Verification(ResultKinds.KNOWN, Disclosures.program(), null)
                        .of(directory)
                        .findings()
                        .of(Kind.MISSING))
                .extracting(Finding::what)
                .noneMatch(what -> what.contains("the result of the probe cannot be read"));
        assertThat(ofConclusion(directory)).isEmpty();
    }

    private static List<String> ofJournal(Path directory) throws IOException {
        return new Verification(ResultKinds.KNOWN, Disclosures.program(), null)
                .of(directory).findings().of(Kind.CONTRADICTION).stream()
                        .filter(finding -> finding.where().equals(SearchJournal.FILE))
                        .map(Finding::what)
                        .toList();
    }

    @Test
    void aJournalWithADamagedLineStaysAsItIs() throws IOException {
        Path directory = finished();
        Path journal = directory.resolve(SearchJournal.FILE);
        String damaged = Files.readString(journal).replaceFirst("\n", "\ndamaged\n");
        Files.writeString(journal, damaged);

        assertThat(ofJournal(directory))
                .anyMatch(what -> what.startsWith("it cannot be read: its line 2 cannot be read: "));
        assertThat(Files.readString(journal)).isEqualTo(damaged);
    }

    @Test
    void aJournalThatIsALinkIsNotRead() throws IOException {
        Path directory = finished();
        Path journal = directory.resolve(SearchJournal.FILE);
        Path elsewhere = Files.move(journal, home.resolve("elsewhere.jsonl"));
        Files.writeString(elsewhere, "damaged\n");
        Files.createSymbolicLink(journal, elsewhere);

        assertThat(ofJournal(directory)).containsExactly("it is no file: a result has no links, devices or pipes");
        assertThat(elsewhere).hasContent("damaged\n");
    }

    private static List<String> found(Path directory, String below) throws IOException {
        return new Verification(ResultKinds.KNOWN, Disclosures.program(), null)
                .of(directory).findings().all().stream()
                        .filter(finding -> finding.kind() != Kind.UNKNOWN)
                        .map(Finding::text)
                        .filter(text -> text.startsWith(below))
                        .map(text -> text.substring(below.length()))
                        .toList();
    }

    @Test
    void aProbeByItselfIsExaminedAsWithinItsSearch() throws IOException {
        Path directory = finished();
        String name = new PeakKind().read(directory).probes().getFirst().asked().directory();
        Path probe = directory.resolve("probes").resolve(name);

        assertThat(found(probe, "")).containsExactlyInAnyOrderElementsOf(found(directory, "probes/" + name + "/"));
        assertThatThrownBy(() -> new Submission(ResultKinds.KNOWN, Disclosures.program(), probe).examined())
                .isInstanceOf(ConfigurationException.class)
                .hasMessage("a probe cannot be checked without its search: " + probe.toRealPath() + ": name "
                        + directory.toRealPath());
    }

    @Test
    void aProbeThatWasLeftOutIsMissed() throws IOException {
        Path directory = finished();
        String probe =
                new PeakKind().read(directory).probes().getFirst().asked().directory();
        Files.delete(directory.resolve("probes").resolve(probe).resolve("result.json"));

        assertThat(new Verification(ResultKinds.KNOWN, Disclosures.program(), null)
                        .of(directory)
                        .findings()
                        .of(Kind.MISSING))
                .extracting(Finding::where)
                .contains("probes/" + probe);
    }
}
