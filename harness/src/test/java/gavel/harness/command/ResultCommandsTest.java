package gavel.harness.command;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.kind.RunKind;
import gavel.harness.report.SampleResults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResultCommandsTest {
    @TempDir
    private Path home;

    private CommandRig rig;

    @BeforeEach
    void aResult() throws IOException {
        rig = new CommandRig(home);
        new RunKind().write(SampleResults.passed(), home.resolve("results/one"));
        new RunKind().write(SampleResults.passed(), home.resolve("results/two"));
    }

    private void forge() throws IOException {
        Path file = home.resolve("results/one/result.json");
        Files.writeString(file, Files.readString(file).replaceFirst("\"users\" : 100", "\"users\" : -1"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"report one", "compare one two"})
    void aFigureThatCannotBeIsNotReported(String command) throws IOException {
        assertThat(rig.type(command)).isZero();
        forge();

        assertThat(rig.type(command)).isEqualTo(4);
        assertThat(rig.errors()).contains("has figures that cannot be: run.users must be >= 0: -1");
        assertThat(rig.said()).doesNotContain("PASS");
    }

    /** As in results of somebody else. */
    @Test
    void aPageThatCannotBeWrittenIsNoResultThatCannotBeRead() throws IOException {
        Files.createDirectories(home.resolve("results/one/report.html.partial/full"));

        assertThat(rig.type("report one")).isEqualTo(3);
        assertThat(rig.errors())
                .contains(
                        "the page cannot be written to " + home.resolve("results/one"), "`gavel show` shows the result")
                .doesNotContain("cannot be read");
    }

    /** What a sample says follows from no histogram and no log. */
    @Test
    void aResultThatDoesNotGoTogetherEndsWith2() throws IOException {
        assertThat(rig.type("verify-result one")).isEqualTo(2);
        assertThat(rig.said()).contains("Result      one", "✗ ", "REFUTED: something in it");

        assertThat(rig.type("submit one --output " + home.resolve("one.tar.gz")))
                .isEqualTo(2);
        assertThat(rig.said()).endsWith("Nothing was packed.");
        assertThat(home.resolve("one.tar.gz")).doesNotExist();
    }

    @Test
    void whatComesAfterANameWithoutAResultIsExaminedToo() {
        assertThat(rig.type("verify-result nowhere one elsewhere")).isEqualTo(4);
        assertThat(rig.said()).contains("Result      one", "REFUTED: something in it");
        assertThat(rig.errors()).contains("results/nowhere: ", "results/elsewhere: ");
    }

    @Test
    void whereThereIsNoResultNothingIsExamined() {
        assertThat(rig.type("verify-result nowhere")).isEqualTo(4);
        assertThat(rig.errors()).contains("has none of result.json, peak.json");
        assertThat(rig.type("submit one --output " + home.resolve("nowhere/one.tar.gz")))
                .isEqualTo(4);
        assertThat(rig.errors()).contains("the directory of the archive does not exist");
        assertThat(rig.type("submit one --sign nokey --output " + home.resolve("results/one")))
                .isEqualTo(4);
        assertThat(rig.errors())
                .contains("the archive must be a file: ")
                .contains("the archive must not lie within the result")
                .contains("the key must be a file that can be read: nokey (--sign)");
        assertThat(rig.type("submit one --output /dev/null")).isEqualTo(4);
        assertThat(rig.errors()).contains("the archive must be a file: /dev/null (--output)");
    }
}
