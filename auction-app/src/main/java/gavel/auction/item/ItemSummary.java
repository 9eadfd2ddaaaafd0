package gavel.auction.item;

import gavel.auction.image.ImageIds;
import gavel.auction.image.ImageSize;
import java.math.BigDecimal;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/** An item in a list: without its description and pictures but the first. */
record ItemSummary(
        long id,
        long sellerId,
        String title,
        String manufacturer,
        String condition,
        String category,
        @Nullable LocalDate dateOfOrigin,
        BigDecimal startingPrice,
        ItemState state,
        int version,
        @Nullable String thumbnail) {

    static ItemSummary of(ItemRow row) {
        return new ItemSummary(
                row.id(),
                row.sellerId(),
                row.title(),
                row.manufacturer(),
                row.condition(),
                row.category(),
                row.dateOfOrigin(),
                row.startingPrice(),
                row.state(),
                row.version(),
                ImageIds.link(row.thumbnailId(), ImageSize.THUMBNAIL));
    }
}
