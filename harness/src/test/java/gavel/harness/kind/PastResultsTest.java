package gavel.harness.kind;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.peak.PeakResult;
import gavel.harness.scale.SampleSweeps;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PastResultsTest {
    @Test
    void aResultFromWhichNothingFollowsTellsNothing(@TempDir Path results) throws IOException {
        PeakResult peak = SampleSweeps.peak(SampleSweeps.found(100), 0.5);
        Path directory = results.resolve(peak.run().id());
        new PeakKind().write(peak, directory);
        PastResults past = new PastResults(results, ResultKinds.KNOWN);
        assertThat(past.ofKind("peak").results()).hasSize(1);

        Path file = directory.resolve("peak.json");
        Files.writeString(file, Files.readString(file).replace("\"kind\" : \"FOUND\"", "\"kind\" : null"));

        assertThat(past.ofKind("peak").results()).isEmpty();
    }
}
