package gavel.harness.images;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImageProgramTest {
    @TempDir
    Path directory;

    @Test
    void onlyImagesOfGavelHaveAProgramOfIt() throws IOException {
        for (Image image : Image.values()) {
            Path recipe = Path.of("../deploy/images").resolve(image.word()).resolve("Dockerfile");

            assertThat(ImageProgram.place(image).isPresent())
                    .as(image.word())
                    .isEqualTo(Files.readString(recipe).contains(".jar /opt/gavel/"));
        }
        assertThat(ImageProgram.place(Image.APP)).contains("/opt/gavel/auction-app.jar");
    }

    /** As {@code cat a b | sha256sum} says it. */
    @Test
    void theBuildOfSeveralJarsIsThatOfTheirBytes() throws IOException {
        Path first = Files.writeString(directory.resolve("a"), "ab");
        Path second = Files.writeString(directory.resolve("b"), "c");

        assertThat(ImageProgram.build(List.of(first, second))).isEqualTo("ba7816bf8f01cfea");
        assertThat(ImageProgram.build(List.of(second, first))).isNotEqualTo("ba7816bf8f01cfea");
    }
}
