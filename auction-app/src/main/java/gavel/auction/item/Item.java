package gavel.auction.item;

import gavel.auction.image.ImageIds;
import gavel.auction.image.ImageLinks;
import gavel.auction.image.ImageSize;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An item with everything that is known of it: the JSON body.
 *
 * @param dateOfOrigin null when unknown
 * @param thumbnail path of the first picture; null without one
 */
public record Item(
        long id,
        long sellerId,
        String title,
        String description,
        String manufacturer,
        String condition,
        String category,
        @Nullable LocalDate dateOfOrigin,
        BigDecimal startingPrice,
        ItemState state,
        int version,
        @Nullable String thumbnail,
        List<ImageLinks> images) {

    static Item of(ItemRow row, List<ImageLinks> images) {
        return new Item(
                row.id(),
                row.sellerId(),
                row.title(),
                row.description(),
                row.manufacturer(),
                row.condition(),
                row.category(),
                row.dateOfOrigin(),
                row.startingPrice(),
                row.state(),
                row.version(),
                ImageIds.link(row.thumbnailId(), ImageSize.THUMBNAIL),
                images);
    }
}
