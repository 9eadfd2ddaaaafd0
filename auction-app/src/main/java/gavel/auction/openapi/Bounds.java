package gavel.auction.openapi;

import gavel.auction.input.Characters;
import gavel.auction.input.Money;
import gavel.auction.input.PlainText;
import io.swagger.v3.oas.models.media.Schema;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.Digits;
import java.math.BigDecimal;

/** Says in a schema what the application's own constraints check; the framework knows those of Bean Validation. */
final class Bounds {
    private Bounds() {}

    /** Both rules are null where there is none. */
    static void say(PlainText text, Money money, Schema<?> schema) {
        if (text != null) {
            schema.minLength(text.min()).maxLength(text.max()).pattern(Characters.pattern(text));
        }
        if (money != null) {
            int decimals = Money.class.getAnnotation(Digits.class).fraction();
            schema.minimum(new BigDecimal(money.min()))
                    .maximum(new BigDecimal(
                            Money.class.getAnnotation(DecimalMax.class).value()))
                    .multipleOf(BigDecimal.ONE.movePointLeft(decimals));
        }
    }
}
