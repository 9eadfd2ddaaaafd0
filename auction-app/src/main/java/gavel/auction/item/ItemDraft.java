package gavel.auction.item;

import gavel.auction.input.Money;
import gavel.auction.input.PlainText;
import jakarta.validation.constraints.NotNull;
import java.math.BigDecimal;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * What a seller says of an item.
 *
 * @param dateOfOrigin null when unknown
 * @param version that was read before; for changes only
 */
record ItemDraft(
        @NotNull @PlainText(max = 200) String title,

        @Nullable @PlainText(min = 0, max = 4000, lines = true)
        String description,

        @Nullable @PlainText(min = 0, max = 120) String manufacturer,
        @NotNull @PlainText(max = 20) String condition,
        @NotNull @PlainText(max = 40) String category,
        @Nullable LocalDate dateOfOrigin,
        @NotNull @Money BigDecimal startingPrice,
        @Nullable Integer version) {

    ItemDraft {
        description = description == null ? "" : description;
        manufacturer = manufacturer == null ? "" : manufacturer;
    }
}
