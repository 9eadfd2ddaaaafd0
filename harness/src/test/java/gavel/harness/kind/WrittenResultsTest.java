package gavel.harness.kind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.report.SampleResults;
import gavel.harness.result.Csv;
import gavel.harness.result.IndexCsv;
import gavel.harness.result.RunResult;
import gavel.harness.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WrittenResultsTest {
    @TempDir
    Path results;

    @Test
    void whatIsReadIsWhatWasWritten() throws IOException {
        for (RunResult result : List.of(SampleResults.passed(), SampleResults.neverLoaded())) {
            new RunKind().write(result, results.resolve("one"));
            assertThat(new RunKind().read(results.resolve("one"))).isEqualTo(result);
        }
    }

    @Test
    void nothingPartialStaysBehind() throws IOException {
        new RunKind().write(SampleResults.passed(), results.resolve("one"));
        assertThat(results.resolve("one")).isDirectoryContaining("glob:**result.json");
        assertThat(results.resolve("one")).isDirectoryNotContaining("glob:**.partial");
    }

    @Test
    void aDirectoryWithoutAResultIsToldSo() {
        assertThatThrownBy(() -> new RunKind().read(results))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no result.json in " + results);
    }

    @Test
    void aBrokenFileIsToldSo() throws IOException {
        Files.writeString(results.resolve("result.json"), "{\"schemaVersion\": ");
        assertThatThrownBy(() -> new RunKind().read(results)).hasMessageContaining("is not a result");
    }

    @Test
    void anotherSchemaIsRefused() throws IOException {
        new RunKind().write(SampleResults.passed(), results.resolve("one"));
        Path file = results.resolve("one/result.json");
        Files.writeString(file, Files.readString(file).replace("\"schemaVersion\" : 2,", "\"schemaVersion\" : 99,"));
        assertThatThrownBy(() -> new RunKind().read(results.resolve("one")))
                .hasMessageContaining("schemaVersion must be 2: 99");
    }

    @Test
    void theIndexGrowsByALineForEachResult() throws IOException {
        new RunKind().write(SampleResults.passed(), results.resolve("one"));
        new RunKind().write(SampleResults.overloaded(), results.resolve("two"));
        List<String> lines = Files.readAllLines(results.resolve("index.csv"));
        assertThat(lines).hasSize(3);
        assertThat(lines.getFirst()).startsWith("id,kind,name,").endsWith(",bottleneck,official,seed");
        assertThat(lines.get(1)).contains(",PASS,,,100,smoke,liveauction,embedded,34.8,,,");
        assertThat(lines.get(2)).contains(",FAIL,response,SearchItems,6000,");
        int columns = lines.getFirst().split(",").length;
        assertThat(lines).allSatisfy(line -> assertThat(line.split(",", -1)).hasSize(columns));
    }

    /** Whoever keeps results for years reads them by their columns. */
    @Test
    void theHeaderOfTheIndexNeverChangesAndIsThatOfItsPage() throws IOException {
        new RunKind().write(SampleResults.passed(), results.resolve("one"));
        String header = Files.readAllLines(results.resolve("index.csv")).getFirst();

        assertThat(header)
                .isEqualTo("id,kind,name,startedAt,verdict,rule,subject,users,length,profile,services,"
                        + "operationsPerSecond,worstOperation,worstP99OfLimit,newsP99Millis,bottleneck,official,seed");
        assertThat(Files.readString(Path.of("../docs/result.md"))).contains("```text\n" + header + "\n```");
    }

    /** Else a result of a later release could not be compared, listed or checked by this one. */
    @Test
    void fieldsOfALaterReleaseAreReadOver() throws IOException {
        RunResult result = SampleResults.passed();
        new RunKind().write(result, results.resolve("one"));
        Path file = results.resolve("one/result.json");
        String later = Files.readString(file)
                .replace("\"schemaVersion\" : 2,", "\"schemaVersion\" : 2, \"later\" : {\"deep\" : [1]},")
                .replace("\"run\" : {", "\"run\" : { \"alsoLater\" : null,");
        assertThat(later).contains("\"later\"", "\"alsoLater\"");
        Files.writeString(file, later);

        assertThat(new RunKind().read(results.resolve("one"))).isEqualTo(result);
    }

    @Test
    void anInvalidRunHasNoFiguresInTheIndex() {
        RunResult interrupted = SampleResults.interrupted();
        assertThat(interrupted.verdict().status()).isEqualTo(Verdict.Status.INVALID);
        assertThat(new RunKind().index(interrupted).text(interrupted.run(), "run"))
                .contains(",INTERRUPTED,interrupted,,100,smoke,liveauction,embedded,,,,,,false,42");
    }

    @Test
    void anIndexWithAnotherHeaderIsLeftAlone() throws IOException {
        Files.writeString(results.resolve("index.csv"), "something,else\n1,2\n");
        assertThatThrownBy(() -> new RunKind().write(SampleResults.passed(), results.resolve("one")))
                .hasMessageContaining("is not the header of this version: move the file away");
        assertThat(results.resolve("index.csv")).hasContent("something,else\n1,2\n");
        assertThat(results.resolve("one/result.json")).exists();
    }

    @Test
    void manyMayAppendAtOnce() throws Exception {
        RunResult result = SampleResults.neverLoaded();
        Path index = results.resolve("index.csv");
        try (ExecutorService executor = Executors.newFixedThreadPool(8)) {
            List<Callable<Void>> appends = IntStream.range(0, 50)
                    .<Callable<Void>>mapToObj(i -> () -> {
                        IndexCsv.append(index, new RunKind().index(result).text(result.run(), "run"));
                        return null;
                    })
                    .toList();
            for (var append : executor.invokeAll(appends)) {
                append.get();
            }
        }
        assertThat(Files.readAllLines(index))
                .hasSize(51)
                .filteredOn(line -> line.startsWith("id,"))
                .hasSize(1);
    }

    @Test
    void secondsAreATable() throws IOException {
        RunResult result = SampleResults.passed();
        new RunKind().write(result, results.resolve("one"));
        List<String> lines = Files.readAllLines(results.resolve("one/intervals.csv"));
        assertThat(lines).hasSize(1 + 105 * 23);
        assertThat(lines.get(1)).startsWith("1,").contains(",RAMP,7,*,");
        int columns = lines.getFirst().split(",").length;
        assertThat(lines).allSatisfy(line -> assertThat(line.split(",", -1)).hasSize(columns));
    }

    @Test
    void fieldsAreQuotedWhereTheyMustBe() {
        assertThat(Csv.line("a,b", "say \"x\"", null, 3, "line\nend"))
                .isEqualTo("\"a,b\",\"say \"\"x\"\"\",,3,\"line\nend\"\n");
    }
}
