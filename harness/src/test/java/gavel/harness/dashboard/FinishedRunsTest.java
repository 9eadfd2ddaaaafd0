package gavel.harness.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.dashboard.FinishedRuns.Entry;
import gavel.harness.kind.OutageKind;
import gavel.harness.kind.ResultKinds;
import gavel.harness.kind.RunKind;
import gavel.harness.report.SampleResults;
import gavel.harness.result.JsonFile;
import gavel.harness.result.RunInfo;
import gavel.harness.result.RunResult;
import gavel.harness.scale.SampleSweeps;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FinishedRunsTest {
    @TempDir
    private Path home;

    private Path results;
    private FinishedRuns finished;

    @BeforeEach
    void make() throws IOException {
        results = Files.createDirectories(home.resolve("results"));
        finished = new FinishedRuns(results, ResultKinds.KNOWN);
        Files.writeString(home.resolve("report.html"), "outside");
    }

    private void report(String name) throws IOException {
        Files.writeString(Files.createDirectories(results.resolve(name)).resolve("report.html"), "inside");
    }

    @Test
    void theNewestIsFirstAndTheIndexTellsWhatItWas() throws IOException {
        RunResult passed = SampleResults.passed();
        Path directory = results.resolve(passed.run().id());
        new RunKind().write(passed, directory);
        report("20991231-000000-later");
        Files.createDirectories(results.resolve("20991231-111111-without-a-report"));
        report("somebody's own");

        List<Entry> entries = finished.newest();
        assertThat(entries)
                .extracting(Entry::id)
                .containsExactly("20991231-000000-later", passed.run().id());
        assertThat(entries.getLast().verdict()).isEqualTo("PASS");
        assertThat(entries.getLast().line())
                .containsEntry("users", Integer.toString(passed.run().users()));
        assertThat(entries.getFirst().verdict()).as("not in the index").isEmpty();
    }

    @Test
    void aSearchThatCannotBeReadIsStillThere() throws IOException {
        report("20260101-000000-peak");
        Files.writeString(results.resolve("20260101-000000-peak/peak.json"), "{");
        assertThat(finished.newest())
                .extracting(Entry::kind, Entry::summary)
                .containsExactly(org.assertj.core.groups.Tuple.tuple("peak", "cannot be read"));
    }

    @Test
    void aSearchOfSomebodyElseThatSaysNotWhatItFoundHidesNoOther() throws IOException {
        report("20260101-000000-peak");
        Path file = results.resolve("20260101-000000-peak/peak.json");
        JsonFile.write(file, SampleSweeps.peak(SampleSweeps.found(100), 0.5));
        String found = Files.readString(file);
        Files.writeString(file, found.replace("\"kind\" : \"FOUND\"", "\"kind\" : null"));
        assertThat(file).content().isNotEqualTo(found);
        report("20260102-000000-later");

        assertThat(finished.newest())
                .extracting(Entry::id, Entry::summary)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("20260102-000000-later", ""),
                        org.assertj.core.groups.Tuple.tuple("20260101-000000-peak", "cannot be read"));
    }

    @Test
    void aKindThatIsRegisteredIsListedWithItsOwnWords() throws IOException {
        OutageKind outage = new OutageKind();
        RunInfo run = SampleResults.passed().run();
        outage.write(new OutageKind.Outage(1, run, 60, 3.8, null), results.resolve(run.id()));

        assertThat(new FinishedRuns(results, new ResultKinds(List.of(new RunKind(), outage))).newest())
                .extracting(Entry::kind, Entry::verdict, Entry::summary)
                .containsExactly(org.assertj.core.groups.Tuple.tuple("outage", "HEALED", "3.8 s lost"));
    }

    @Test
    void withoutResultsThereIsNothing() throws IOException {
        assertThat(new FinishedRuns(home.resolve("nowhere"), ResultKinds.KNOWN).newest())
                .isEmpty();
        assertThat(new FinishedRuns(home.resolve("nowhere"), ResultKinds.KNOWN).report("/results/a/report.html"))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "20260101-000000-a",
                "20260101-000000-a/app-servers-12",
                "20260101-000000-a/app-servers-12-invalid-1"
            })
    void reportsOfRunsAndSearchesAndTheirProbesAreFound(String result) throws IOException {
        report(result);
        report(result + "/probes/01-100-users");
        assertThat(finished.report("/results/" + result + "/report.html"))
                .contains(results.resolve(result + "/report.html"));
        assertThat(finished.report("/results/" + result + "/probes/01-100-users/report.html"))
                .isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/results/../report.html",
                "/results/%2e%2e/report.html",
                "/results/..%2freport.html",
                "/results/./report.html",
                "/results//report.html",
                "/results/a/../../report.html",
                "/results/a/probes/../../../report.html",
                "/results/a/result.json",
                "/results/a/report.html/",
                "/results/a/report.html%00",
                "/results/a\\..\\report.html",
                "/results/a",
                "//etc/passwd"
            })
    void nothingElseIsFound(String path) throws IOException {
        report("a");
        assertThat(finished.report(path)).isEmpty();
    }

    @Test
    void aLinkThatLeadsOutIsNotFollowed() throws IOException {
        Files.createSymbolicLink(results.resolve("out"), home);
        assertThat(finished.report("/results/out/report.html")).isEmpty();
        Files.createSymbolicLink(
                Files.createDirectories(results.resolve("b")).resolve("report.html"), home.resolve("report.html"));
        assertThat(finished.report("/results/b/report.html")).isEmpty();
    }
}
