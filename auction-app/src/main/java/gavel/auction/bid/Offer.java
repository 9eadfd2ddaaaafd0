package gavel.auction.bid;

import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Digits;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Positive;
import java.math.BigDecimal;

/** The body of a bid: so much for this lot. */
record Offer(
        @NotNull @Positive Long lotId,

        @NotNull @DecimalMin("0.01") @Digits(integer = 10, fraction = 2)
        BigDecimal amount) {

    boolean isSame(Offer other) {
        return lotId.equals(other.lotId) && amount.compareTo(other.amount) == 0;
    }
}
