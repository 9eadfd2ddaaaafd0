package gavel.auction.image;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.auction.image.ImageStore.Picture;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What every image store does. */
abstract class ImageStoreContract {
    abstract ImageStore store() throws IOException;

    @Test
    void givesBackWhatWasWritten() throws IOException {
        ImageStore store = store();
        store.write(List.of(
                new Picture("17-1", ImageSize.FULL, new byte[] {1, 2, 3}),
                new Picture("17-1", ImageSize.THUMBNAIL, new byte[] {4}),
                new Picture("17-2", ImageSize.THUMBNAIL, new byte[0])));

        assertThat(store.read("17-1", ImageSize.FULL)).hasValue(new byte[] {1, 2, 3});
        assertThat(store.read("17-1", ImageSize.THUMBNAIL)).hasValue(new byte[] {4});
        assertThat(store.read("17-2", ImageSize.THUMBNAIL)).hasValue(new byte[0]);
        assertThat(store.read("17-1", ImageSize.PREVIEW)).isEmpty();
        assertThat(store.read("17-3", ImageSize.FULL)).isEmpty();
    }

    @Test
    void writingAgainIsHarmless() throws IOException {
        ImageStore store = store();
        store.write(List.of(new Picture("18-1", ImageSize.FULL, new byte[] {1})));
        store.write(List.of(new Picture("18-1", ImageSize.FULL, new byte[] {1})));
        store.write(List.of());

        assertThat(store.read("18-1", ImageSize.FULL)).hasValue(new byte[] {1});
    }

    @Test
    void deletesAllSizesOfTheNamedPicturesOnly() throws IOException {
        ImageStore store = store();
        for (ImageSize size : ImageSize.values()) {
            store.write(List.of(new Picture("19-1", size, new byte[] {1}), new Picture("19-2", size, new byte[] {2})));
        }

        store.delete(List.of("19-1", "19-7"));
        store.delete(List.of());

        for (ImageSize size : ImageSize.values()) {
            assertThat(store.read("19-1", size)).isEmpty();
            assertThat(store.read("19-2", size)).hasValue(new byte[] {2});
        }
    }
}
