package gavel.driver.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class TextFileTest {
    @TempDir
    Path directory;

    @Test
    void theMarkThatNobodySeesIsNoPartOfTheText() throws IOException {
        assertThat(TextFile.read(written("\uFEFFname: Jürgen\n"))).isEqualTo("name: Jürgen\n");
        assertThat(TextFile.read(written(""))).isEmpty();
    }

    @Test
    void whatIsNotUtf8IsToldWithItsLine() throws IOException {
        Path latin = Files.write(directory.resolve("latin.yaml"), "a: 1\nb: ü\n".getBytes(StandardCharsets.ISO_8859_1));

        assertThatThrownBy(() -> TextFile.read(latin))
                .isInstanceOf(IOException.class)
                .hasMessage(latin + " is not UTF-8 text from line 2 on: save it as UTF-8");
    }

    @Test
    void whatCannotBeReadIsToldWithItsName() {
        assertThatThrownBy(() -> TextFile.read(directory)).hasMessage(directory + " is a directory");
        assertThatThrownBy(() -> TextFile.read(directory.resolve("none")))
                .hasMessage("there is no such file: " + directory.resolve("none"));
    }

    @Test
    @Timeout(20)
    void whatIsTooLargeOrHasNoEndIsToldWithItsSize() throws IOException {
        Path huge = directory.resolve("huge");
        try (RandomAccessFile file = new RandomAccessFile(huge.toFile(), "rw")) {
            file.setLength(3L << 30);
        }
        assertThatThrownBy(() -> TextFile.read(huge))
                .isInstanceOf(IOException.class)
                .hasMessage("a text file must be at most 16 MiB: " + huge + ", its size is 3072 MiB");
        assertThatThrownBy(() -> TextFile.bytes(Path.of("/dev/zero")))
                .hasMessage("a text file must be at most 16 MiB: /dev/zero, 16 MiB were read, and there is more");
        try (RandomAccessFile file = new RandomAccessFile(huge.toFile(), "rw")) {
            file.setLength(TextFile.MOST_BYTES);
        }
        assertThat(TextFile.bytes(huge)).hasSize(TextFile.MOST_BYTES);
    }

    @Test
    @Timeout(20)
    void aPipeThatNobodyWritesToIsRefusedAndOneThatIsWrittenToIsRead() throws Exception {
        Path pipe = directory.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();

        assertThatThrownBy(() -> TextFile.bytes(pipe, 1 << 20, Duration.ofMillis(200)))
                .isInstanceOf(IOException.class)
                .hasMessage("nothing came from the pipe " + pipe + " for 0.2 s: does anybody write to it?");

        Path other = directory.resolve("other");
        assertThat(new ProcessBuilder("mkfifo", other.toString()).start().waitFor())
                .isZero();
        Process slow = new ProcessBuilder(
                        "sh", "-c", "exec > '" + other + "'; echo a: 1; sleep 0.4; echo b: 2; sleep 0.4; echo c: 3")
                .start();
        assertThat(new String(TextFile.bytes(other, 1 << 20, Duration.ofSeconds(3)), StandardCharsets.UTF_8))
                .isEqualTo("a: 1\nb: 2\nc: 3\n");
        assertThat(slow.waitFor()).isZero();
    }

    private Path written(String text) throws IOException {
        return Files.writeString(directory.resolve("text"), text);
    }
}
