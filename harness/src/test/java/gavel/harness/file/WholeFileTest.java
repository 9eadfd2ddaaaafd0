package gavel.harness.file;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.platform.hosts.SideBySide;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WholeFileTest {
    @TempDir
    Path directory;

    @Test
    void ofManyThatWriteItAtOnceOneIsThereAsAWhole() throws IOException {
        Path file = directory.resolve("settings/passwd");
        List<String> contents = IntStream.rangeClosed(1, 40)
                .mapToObj(i -> ("line " + i + "\n").repeat(i))
                .toList();

        SideBySide.all(contents, content -> {
            WholeFile.put(file, content, false);
            return content;
        });

        assertThat(Files.readString(file)).isIn(contents);
        try (Stream<Path> left = Files.list(file.getParent())) {
            assertThat(left).containsExactly(file);
        }
    }
}
