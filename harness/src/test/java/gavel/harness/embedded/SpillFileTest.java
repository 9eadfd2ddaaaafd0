package gavel.harness.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.embedded.SpillFile.Extent;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpillFileTest {
    @TempDir
    Path directory;

    @Test
    void whatIsWrittenIsReadAgain() throws IOException {
        try (SpillFile spill = SpillFile.in(directory, 100)) {
            Extent first = write(spill, 1, 40);
            Extent second = write(spill, 2, 40);
            Extent larger = write(spill, 3, 250);

            assertThat(spill.read(first)).isEqualTo(bytes(1, 40));
            assertThat(spill.read(second)).isEqualTo(bytes(2, 40));
            assertThat(spill.read(larger)).as("longer than a file is wanted").isEqualTo(bytes(3, 250));
        }
        assertThat(files()).as("they live as long as the process").isEmpty();
    }

    @Test
    void aFileGoesWithTheLastBytesThatAreWanted() throws IOException {
        try (SpillFile spill = SpillFile.in(directory, 100)) {
            Extent first = write(spill, 1, 50);
            Extent second = write(spill, 2, 50);
            Extent next = write(spill, 3, 50);
            assertThat(files()).hasSize(2);

            spill.free(first);
            assertThat(spill.read(second)).isEqualTo(bytes(2, 50));
            assertThat(files()).hasSize(2);

            spill.free(second);
            assertThat(files()).hasSize(1);
            assertThat(spill.read(second)).as("freed meanwhile").isNull();
            assertThat(spill.read(next)).isEqualTo(bytes(3, 50));
        }
    }

    @Test
    void whatARunAddsAndAResetDeletesDoesNotAddUp() throws IOException {
        try (SpillFile spill = SpillFile.in(directory, 100)) {
            write(spill, 0, 90);
            for (int run = 0; run < 20; run++) {
                List<Extent> added = List.of(write(spill, run, 60), write(spill, run, 60), write(spill, run, 60));
                for (Extent extent : added) {
                    spill.free(extent);
                }
            }
            assertThat(files()).hasSizeLessThanOrEqualTo(2);
        }
    }

    @Test
    void whatAnotherProcessLeftBehindIsDeleted() throws IOException {
        Files.write(directory.resolve("1.spill"), bytes(1, 10));

        SpillFile.in(directory, 100).close();

        assertThat(files()).isEmpty();
    }

    private static Extent write(SpillFile spill, int value, int length) throws IOException {
        return spill.write(ByteBuffer.wrap(bytes(value, length)));
    }

    private static byte[] bytes(int value, int length) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) value);
        return bytes;
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        }
    }
}
