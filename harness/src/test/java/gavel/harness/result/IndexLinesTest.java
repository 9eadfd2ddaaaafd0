package gavel.harness.result;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.kind.RunKind;
import gavel.harness.report.SampleResults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IndexLinesTest {
    @TempDir
    private Path results;

    @Test
    void readsWhatTheIndexSays() throws IOException {
        RunResult failed = SampleResults.overloaded();
        IndexCsv.append(
                results.resolve("index.csv"), new RunKind().index(failed).text(failed.run(), "run"));
        assertThat(IndexLines.byId(results)).containsOnlyKeys(failed.run().id());
        assertThat(IndexLines.byId(results).get(failed.run().id()))
                .containsEntry("verdict", "FAIL")
                .containsEntry("profile", "liveauction");
    }

    @Test
    void ofAResultThatWasContinuedTheLastLineCounts() throws IOException {
        RunResult result = SampleResults.overloaded();
        String line = new RunKind().index(result).text(result.run(), "run");
        IndexCsv.append(results.resolve("index.csv"), line);
        IndexCsv.append(results.resolve("index.csv"), line.replace(",FAIL,", ",PASS,"));

        assertThat(IndexLines.byId(results)).containsOnlyKeys(result.run().id());
        assertThat(IndexLines.byId(results).get(result.run().id())).containsEntry("verdict", "PASS");
    }

    @Test
    void anyTextComesBackAsItWas() {
        assertThat(IndexLines.fields(Csv.line("a,b", "say \"yes\"", "", "plain").strip()))
                .containsExactly("a,b", "say \"yes\"", "", "plain");
    }

    @Test
    void onlyTheEndOfALongIndexIsRead() throws IOException {
        RunResult failed = SampleResults.overloaded();
        Files.writeString(results.resolve("index.csv"), IndexCsv.HEADER + ("x".repeat(99) + "\n").repeat(3_000));
        IndexCsv.append(
                results.resolve("index.csv"), new RunKind().index(failed).text(failed.run(), "run"));
        assertThat(IndexLines.byId(results)).containsOnlyKeys(failed.run().id());
    }

    @Test
    void withoutAnIndexNothingIsKnown() throws IOException {
        assertThat(IndexLines.byId(results)).isEmpty();
    }
}
