package gavel.auction.item;

import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Digits;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.math.BigDecimal;
import java.time.LocalDate;

/**
 * What a seller says of an item.
 *
 * @param dateOfOrigin null when unknown
 * @param version that was read before; for changes only
 */
record ItemDraft(
        @NotBlank @Size(max = 200) String title,
        @Size(max = 4000) String description,
        @Size(max = 120) String manufacturer,
        @NotBlank @Size(max = 20) String condition,
        @NotBlank @Size(max = 40) String category,
        LocalDate dateOfOrigin,

        @NotNull @DecimalMin("0.01") @Digits(integer = 10, fraction = 2)
        BigDecimal startingPrice,

        Integer version) {

    ItemDraft {
        description = description == null ? "" : description;
        manufacturer = manufacturer == null ? "" : manufacturer;
    }
}
