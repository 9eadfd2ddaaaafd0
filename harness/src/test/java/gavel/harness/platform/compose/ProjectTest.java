package gavel.harness.platform.compose;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProjectTest {
    @TempDir
    private Path home;

    @Test
    void aDirectoryIsTheSameProjectByWhateverLinkItIsReached() throws IOException {
        Path state = Files.createDirectories(home.resolve("data/gavel"));
        Path link = Files.createSymbolicLink(home.resolve("link"), state);

        String before = new Project(link.resolve("mine")).name();
        assertThat(before).isEqualTo(new Project(state.resolve("mine")).name());

        Files.createDirectory(state.resolve("mine"));
        assertThat(new Project(link.resolve("mine")).name()).isEqualTo(before);
    }
}
