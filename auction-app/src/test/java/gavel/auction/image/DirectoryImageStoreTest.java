package gavel.auction.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryImageStoreTest extends ImageStoreContract {
    @TempDir
    private Path directory;

    @Override
    ImageStore store() {
        return new DirectoryImageStore(directory);
    }

    @Test
    void leavesNoTemporaryFilesAndSpreadsPicturesOverFolders() throws IOException {
        for (int item = 1; item <= 100; item++) {
            store().write(List.of(new ImageStore.Picture(item + "-1", ImageSize.PREVIEW, new byte[] {1})));
        }

        try (var files = Files.walk(directory)) {
            assertThat(files.filter(Files::isRegularFile)).hasSize(100).allMatch(file -> file.toString()
                    .endsWith("-1.preview"));
        }
        try (var folders = Files.list(directory)) {
            assertThat(folders.count()).isGreaterThan(50);
        }
    }

    @Test
    void anotherNodeOnTheSameDirectorySeesAPictureAtOnceAndItsReplacementWhole() throws IOException {
        ImageStore here = store();
        ImageStore there = store();
        assertThat(there.read("7-1", ImageSize.FULL)).isEmpty();

        here.write(List.of(
                new ImageStore.Picture("7-1", ImageSize.FULL, new byte[] {1, 2}),
                new ImageStore.Picture("7-1", ImageSize.PREVIEW, new byte[] {3})));
        assertThat(there.read("7-1", ImageSize.FULL)).hasValue(new byte[] {1, 2});

        there.write(List.of(new ImageStore.Picture("7-1", ImageSize.FULL, new byte[] {1, 2})));
        here.delete(List.of("7-1"));
        assertThat(there.read("7-1", ImageSize.PREVIEW)).isEmpty();
    }

    @Test
    void neverLeavesItsDirectory() {
        assertThatIllegalArgumentException().isThrownBy(() -> store().read("../../etc/passwd", ImageSize.FULL));
    }
}
