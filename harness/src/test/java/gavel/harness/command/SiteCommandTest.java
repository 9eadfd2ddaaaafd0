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

class SiteCommandTest {
    @TempDir
    private Path home;

    private CommandRig rig;

    @BeforeEach
    void aResult() throws IOException {
        rig = new CommandRig(home);
        new RunKind().write(SampleResults.passed(), home.resolve("results/one"));
    }

    @Test
    void itSaysWhatItMadeAndWhatItLeftOut() throws IOException {
        Files.createDirectories(home.resolve("results/20260314-092653-empty"));

        assertThat(rig.type("site " + home.resolve("results") + " --output " + home.resolve("site")))
                .isZero();
        assertThat(rig.said())
                .contains("Left out    ", "20260314-092653-empty: it has none of result.json")
                .contains("Site        1 result, ", "Open        " + home.resolve("site/index.html"));
        assertThat(home.resolve("site/index.html")).isNotEmptyFile();
    }

    @Test
    void aNameBelowResultsIsEnough() throws IOException {
        assertThat(rig.type("site one --output " + home.resolve("site"))).isZero();
    }

    @Test
    void everyNameThatIsNothingIsTold() {
        assertThat(rig.type("site one nothing nowhere --output " + home.resolve("site")))
                .isEqualTo(4);
        assertThat(rig.errors())
                .contains("no result and no directory of results: ", "results/nothing", "results/nowhere");
        assertThat(home.resolve("site")).doesNotExist();
    }

    @Test
    void whereItCannotWriteItSaysSo() throws IOException {
        Path file = Files.writeString(home.resolve("file"), "");
        assertThat(rig.type("site one --output " + file.resolve("site"))).isEqualTo(3);
        assertThat(rig.errors()).contains("the site cannot be written: " + file.resolve("site"));
    }
}
