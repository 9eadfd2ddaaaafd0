package gavel.auction.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.bson.Document;
import org.junit.jupiter.api.Test;

class ImageDocumentsTest {
    private static final ImageInfo FIRST =
            new ImageInfo("17-1", 1, "image/jpeg", 640, 480, Set.of(ImageSize.THUMBNAIL, ImageSize.PREVIEW));
    private static final ImageInfo TENTH = new ImageInfo("17-10", 10, "image/png", 1, 2, Set.of(ImageSize.values()));

    @Test
    void metadataIsReadAsWrittenInOrderOfPosition() {
        Document metadata = ImageDocuments.metadata(17, List.of(TENTH, FIRST));

        assertThat(metadata.get("_id")).isEqualTo(17L);
        assertThat(ImageDocuments.images(metadata)).containsExactly(FIRST, TENTH);
        assertThat(ImageDocuments.images(null)).isEmpty();
    }

    @Test
    void anAdditionTouchesItsPositionOnly() {
        Document set = ImageDocuments.addition(TENTH).get("$set", Document.class);

        assertThat(set.keySet()).containsExactly("images.10");
    }

    @Test
    void aSizeThatIsNotKeptHasNoLink() {
        ImageLinks links = ImageLinks.of(FIRST);

        assertThat(links.preview()).isEqualTo("/api/images/17-1?size=preview");
        assertThat(links.full()).isNull();
    }

    @Test
    void bytesAreFoundByImageAndSize() {
        Document bytes = ImageDocuments.bytes("17-1", ImageSize.PREVIEW, new byte[] {1, 2});

        assertThat(bytes.get("_id")).isEqualTo("17-1:preview");
        assertThat(ImageDocuments.bytes(bytes)).containsExactly(1, 2);
    }
}
