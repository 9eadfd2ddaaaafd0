package gavel.harness.platform.local.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessRecordsTest {
    @TempDir
    Path directory;

    @Test
    void whatOneCommandRecordsAnotherFindsByName() throws IOException {
        ProcessRecord app2 = new ProcessRecord("app2", "appServers", 12, 345);
        ProcessRecord app1 = new ProcessRecord("app1", "appServers", 11, 344);
        records().add(app2);
        records().add(app1);

        assertThat(records().all()).containsExactly(app1, app2);
    }

    @Test
    void aProcessThatIsStartedAgainReplacesTheOneOfItsName() throws IOException {
        records().add(new ProcessRecord("app1", "appServers", 11, 344));
        records().add(new ProcessRecord("app1", "appServers", 21, 444));

        assertThat(records().all()).extracting(ProcessRecord::pid).containsExactly(21L);
    }

    @Test
    void forgettingTwiceIsHarmless() throws IOException {
        records().add(new ProcessRecord("app1", "appServers", 11, 344));

        records().remove("app1");
        records().remove("app1");

        assertThat(records().all()).isEmpty();
    }

    @Test
    void aRecordThatWasCutOffWhileItWasWrittenIsNone() throws IOException {
        Files.createDirectories(directory.resolve("processes"));
        Files.writeString(directory.resolve("processes/app1.json.new"), "{\"na");

        assertThat(records().all()).isEmpty();
    }

    @Test
    void withoutADirectoryThereAreNone() {
        assertThat(records().all()).isEmpty();
    }

    private ProcessRecords records() {
        return new ProcessRecords(directory.resolve("processes"));
    }
}
