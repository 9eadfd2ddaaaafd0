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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code compare} for pipelines. */
class CompareOutputsTest {
    @TempDir
    private Path home;

    private CommandRig rig;

    @BeforeEach
    void results() throws IOException {
        rig = new CommandRig(home);
        new RunKind().write(SampleResults.passed(), home.resolve("results/one"));
        new RunKind().write(SampleResults.passed(), home.resolve("results/two"));
    }

    @Test
    void pageJsonAndCommentAreWritten() {
        assertThat(rig.type("compare one two --html " + home.resolve("c.html") + " --json " + home.resolve("c.json")
                        + " --markdown " + home.resolve("c.md")))
                .isZero();

        assertThat(home.resolve("c.html")).content().contains("Distributions over each other");
        JsonNode json = JsonMapper.shared().readTree(home.resolve("c.json").toFile());
        assertThat(json.path("schemaVersion").asInt()).isEqualTo(1);
        assertThat(json.path("figures").get(0).path("figure").asString()).isEqualTo("operations/s");
        assertThat(home.resolve("c.md")).content().startsWith("## Gavel: comparison");
    }

    @Test
    void whereTheNoiseIsNotKnownAPipelineDoesNotGoOn() {
        assertThat(rig.type("compare one two --fail-on 5")).isEqualTo(2);
        assertThat(rig.said()).contains("UNKNOWN     the noise of operations/s of B is not known");
    }

    /** Its data were lost, which no figure shows. */
    @Test
    void forAFailOfAnotherSideAPipelineStops() throws IOException {
        new RunKind().write(SampleResults.damaged(), home.resolve("results/damaged"));

        assertThat(rig.type("compare one damaged --fail-on 5")).isEqualTo(1);
        assertThat(rig.said())
                .contains("WORSE       " + SampleResults.damaged().run().id() + " of B is a FAIL: ");
        assertThat(rig.type("compare damaged one --fail-on 5")).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            compare one two --fail-on -1  | a percentage must be from 0 to 100: -1.0 (--fail-on)
            compare one two --fail-on 101 | a percentage must be from 0 to 100: 101.0 (--fail-on)
            compare one,two --fail-on 5   | one side alone cannot be worse: name two (--fail-on)
            compare , one two             | each side names results, with commas between them: [,, one, two]
            compare one , two             | each side names results, with commas between them: [one, ,, two]
            compare one,,two              | each side names results, with commas between them: [one,,two]
            compare one two,              | each side names results, with commas between them: [one, two,]
            """)
    void whatCannotBeMeantIsRefused(String typed, String message) {
        assertThat(rig.type(typed)).isEqualTo(4);
        assertThat(rig.errors()).contains(message);
    }

    /** The same run, as the pipeline unpacked it twice. */
    @ParameterizedTest
    @ValueSource(strings = {"compare one,two", "compare other one,two", "compare one,two other --force"})
    void aCopyIsNoRepeat(String typed) throws IOException {
        new RunKind().write(SampleResults.overloaded(), home.resolve("results/other"));

        assertThat(rig.type(typed)).isEqualTo(4);
        assertThat(rig.errors())
                .contains("repeats must be measurements of their own: one and two are both "
                        + SampleResults.passed().run().id() + ": name one of them");
    }

    @Test
    void aLinkBesideItsTargetIsNoRepeat() throws IOException {
        Files.createSymbolicLink(home.resolve("results/latest"), home.resolve("results/one"));

        assertThat(rig.type("compare one,latest")).isEqualTo(4);
        assertThat(rig.errors()).contains(": one and latest are both ");
    }

    /** Two machines may begin runs of one name within one second. */
    @Test
    void measurementsOfOneIdAreRepeats() throws IOException {
        Path file = home.resolve("results/two/result.json");
        String text = Files.readString(file);
        String faster = text.replaceFirst("\"measuredToMillis\" : ([0-9]+)[0-9]{4}", "\"measuredToMillis\" : $10000");
        assertThat(faster).isNotEqualTo(text);
        Files.writeString(file, faster);

        assertThat(rig.type("compare one,two")).isZero();
    }

    @Test
    void whereItCannotBeWrittenItIsSaidBeforeAnythingIsCompared() throws IOException {
        assertThat(rig.type(
                        "compare one two --fail-on -1 --json " + home + " --html " + home.resolve("nowhere/c.html")))
                .isEqualTo(4);
        assertThat(rig.errors())
                .contains(
                        "a percentage must be from 0 to 100: -1.0 (--fail-on)",
                        "the directory of the page does not exist: " + home.resolve("nowhere") + " (--html)",
                        "the comparison needs a file, and this is a directory: " + home + " (--json)");

        Files.createDirectories(home.resolve("c.md.partial/full"));
        assertThat(rig.type("compare one two --markdown " + home.resolve("c.md")))
                .isEqualTo(3);
        assertThat(rig.errors()).contains("the comparison cannot be written: ");
    }

    /** /dev/stdout is one, and root could replace it. */
    @Test
    void aLinkOrADeviceStaysWhatItIs() throws IOException {
        Path link = Files.createSymbolicLink(home.resolve("latest.md"), home.resolve("c.md"));
        Files.writeString(home.resolve("c.md"), "old");
        Path device = Files.createSymbolicLink(home.resolve("nothing.json"), Path.of("/dev/null"));

        assertThat(rig.type("compare one two --markdown " + link + " --json " + device))
                .isZero();

        assertThat(link).isSymbolicLink();
        assertThat(device).isSymbolicLink();
        assertThat(home.resolve("c.md")).content().startsWith("## Gavel: comparison");
    }
}
