package gavel.auction.dataset.plan;

import java.math.BigDecimal;
import java.time.LocalDate;

/**
 * An item with one to four images, whose ids are its own id and the number of the image.
 *
 * @param full whether the images have the full size beside thumbnail and preview
 * @param look what the images show
 */
public record PlannedItem(
        int id,
        int seller,
        String title,
        String description,
        String manufacturer,
        String condition,
        String category,
        LocalDate dateOfOrigin,
        BigDecimal startingPrice,
        String state,
        int images,
        boolean full,
        Look look) {

    public String imageId(int number) {
        return id + "-" + number;
    }
}
