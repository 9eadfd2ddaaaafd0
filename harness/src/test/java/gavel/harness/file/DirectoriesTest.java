package gavel.harness.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoriesTest {
    @TempDir
    private Path home;

    @Test
    void oneGoesWithItsContentAndNothingThatItsLinksLeadTo() throws IOException {
        Path kept = Files.writeString(
                Files.createDirectory(home.resolve("pictures")).resolve("1.jpg"), "1");
        Path gone = Files.createDirectories(home.resolve("deployment/logs")).getParent();
        Files.writeString(gone.resolve("logs/app1.log"), "started");
        Files.createSymbolicLink(gone.resolve("images"), kept.getParent());

        Directories.delete(gone);

        assertThat(gone).doesNotExist();
        assertThat(kept).hasContent("1");
    }

    @Test
    void whereThereIsNoneNoneCanBeDeleted() {
        assertThatThrownBy(() -> Directories.delete(home.resolve("nothing"))).isInstanceOf(NoSuchFileException.class);
    }
}
