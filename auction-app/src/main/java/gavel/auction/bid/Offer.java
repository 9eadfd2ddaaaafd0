package gavel.auction.bid;

import gavel.auction.input.Money;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.math.BigDecimal;

/** The body of a bid: so much for this lot. */
record Offer(@NotNull @Min(1) Long lotId, @NotNull @Money BigDecimal amount) {

    boolean isSame(Offer other) {
        return lotId.equals(other.lotId) && amount.compareTo(other.amount) == 0;
    }
}
