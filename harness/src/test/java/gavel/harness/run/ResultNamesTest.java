package gavel.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultNamesTest {
    private static final Instant BEGIN = Instant.parse("2026-11-29T07:50:00Z");

    @TempDir
    Path home;

    private ResultWriter writer(RunRig rig, String known) {
        return new ResultWriter(
                rig.environment(),
                new RunRequest(rig.configuration(), List.of(), "standing", false, "gavel run"),
                BEGIN,
                known);
    }

    /** As a script begins runs on two deployments that are up. */
    @Test
    void runsThatBeginInOneSecondHaveResultsOfTheirOwn() throws IOException {
        RunRig rig = new RunRig(home);
        ResultWriter one = writer(rig, null);
        ResultWriter other = writer(rig, null);
        assertThat(other.id()).isEqualTo(one.id());

        one.check();
        other.check();
        assertThat(other.id()).isEqualTo(one.id() + "-2");

        Files.writeString(one.directory().resolve("result.json"), "{}");
        one.release();
        other.release();
        assertThat(one.directory()).isDirectory();
        assertThat(other.directory()).as("nothing came of it").doesNotExist();
    }

    /** As a script begins searches on two deployments that are up. */
    @Test
    void experimentsThatBeginInOneSecondHaveResultsOfTheirOwn() {
        RunRig rig = new RunRig(home);
        ResultWriter one = writer(rig, null);
        ResultWriter other = writer(rig, null);

        String names = one.reserved(() -> one.id() + " " + other.reserved(other::id));

        assertThat(names).isEqualTo(one.id() + " " + one.id() + "-2");
        assertThat(one.directory()).as("nothing came of it").doesNotExist();
        assertThat(other.directory()).as("nothing came of it").doesNotExist();
    }

    @Test
    void aResultThatIsContinuedKeepsItsName() throws IOException {
        ResultWriter continued = writer(new RunRig(home), "20261129-070000-run");
        Files.createDirectories(continued.directory());

        continued.check();
        continued.release();

        assertThat(continued.id()).isEqualTo("20261129-070000-run");
        assertThat(continued.directory()).isDirectory();
    }
}
