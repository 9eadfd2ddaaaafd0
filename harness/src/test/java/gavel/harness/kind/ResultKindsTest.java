package gavel.harness.kind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.report.SampleResults;
import gavel.harness.result.IndexCsv;
import gavel.harness.result.ResultSchema;
import gavel.harness.scale.SampleSweeps;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultKindsTest {
    private static final OutageKind OUTAGE = new OutageKind();
    private static final ResultKinds KINDS =
            new ResultKinds(List.of(new RunKind(), new PeakKind(), new ScaleKind(), OUTAGE));

    @TempDir
    private Path results;

    private static OutageKind.Outage outage() {
        return new OutageKind.Outage(1, SampleResults.passed().run(), 60, 3.8, null);
    }

    @Test
    void aKindThatIsRegisteredIsWrittenReadAndReportedAsAnyOther() throws IOException {
        Path directory = results.resolve("one");
        Path page = OUTAGE.write(outage(), directory);

        assertThat(KINDS.in(directory)).contains(OUTAGE);
        assertThat(OUTAGE.read(directory)).isEqualTo(outage());
        assertThat(directory.resolve("outage.json")).exists();
        String first = Files.readString(page);
        Files.delete(page);
        assertThat(KINDS.in(directory).orElseThrow().again(directory).summary())
                .containsExactly("The outage lost 3.8 s of service.", "Report      " + page);
        assertThat(page).hasContent(first);
    }

    @Test
    void itHasALineInTheIndexASuiteAndASchema() throws IOException {
        OUTAGE.write(outage(), results.resolve("one"));
        RunKind run = new RunKind();
        run.write(SampleResults.passed(), results.resolve("two"));

        List<String> index = Files.readAllLines(results.resolve(IndexCsv.FILE));
        int columns = index.getFirst().split(",").length;
        assertThat(index).hasSize(3).allSatisfy(line -> assertThat(line.split(",", -1))
                .hasSize(columns));
        assertThat(index.get(1)).contains(",outage,", ",HEALED,lost,3.8,,smoke,");
        assertThat(OUTAGE.junit(List.of(outage()), 0).text())
                .contains(
                        "failures=\"1\"", "time=\"60.0\"", "name=\"lost service\"><failure message=\"The outage lost");
        assertThat(ResultSchema.json(OUTAGE.type(), "title")).contains("\"lost\"", "\"RunInfo\"");
    }

    @Test
    void eachKindKnowsItsOwnDirectoriesAndNoOther() throws IOException {
        assertThat(KINDS.all()).extracting(ResultKind::file).doesNotHaveDuplicates();
        for (ResultKind<?> kind : KINDS.all()) {
            for (String file : kind.journal().isEmpty() ? List.of(kind.file()) : List.of(kind.file(), kind.journal())) {
                Path directory = Files.createDirectories(results.resolve(file));
                Files.writeString(directory.resolve(file), "{}");
                assertThat(KINDS.in(directory)).contains(kind);
            }
        }
        assertThat(KINDS.in(results)).isEmpty();
        assertThat(KINDS.files()).isEqualTo("result.json, peak.json, scale.json, outage.json");
    }

    @Test
    void aResultThatDidNotEndIsToldFromADirectoryOfSomethingElse() throws IOException {
        ScaleKind scale = new ScaleKind();
        assertThatThrownBy(() -> scale.read(results))
                .hasMessage("no scale.json in " + results + ": name the directory of a result");
        Files.writeString(results.resolve(scale.journal()), "{}");
        assertThatThrownBy(() -> scale.read(results))
                .hasMessage("no scale.json in " + results + ": the sweep did not end, --resume continues it");
    }

    @Test
    void aSweepIsToldInAFewWords() throws IOException {
        ScaleKind scale = new ScaleKind();
        scale.write(SampleSweeps.line(3), results.resolve("sweep"));
        assertThat(scale.briefly(results.resolve("sweep"))).isEqualTo("each server adds 100 %");
    }

    @Test
    void theDashboardSaysOfAnyKindWhatItsSummarySaysFirst() {
        assertThat(OUTAGE.headline(outage()).stamp()).isEqualTo("OUTAGE");
        assertThat(OUTAGE.headline(outage()).headline()).isEqualTo("The outage lost 3.8 s of service.");
        assertThat(new PeakKind()
                        .headline(SampleSweeps.peak(SampleSweeps.found(100), 0.5))
                        .headline())
                .startsWith("In this search of ");
    }
}
