package gavel.auction.input;

import jakarta.validation.Constraint;
import jakarta.validation.OverridesAttribute;
import jakarta.validation.Payload;
import jakarta.validation.ReportAsSingleViolation;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Digits;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** An amount of money that fits its column. Null is left to {@code @NotNull}. */
@Target({ElementType.FIELD, ElementType.PARAMETER})
@Retention(RetentionPolicy.RUNTIME)
@DecimalMin("0.01")
@DecimalMax(Money.MAX)
@Digits(integer = 10, fraction = 2)
@Constraint(validatedBy = {})
@ReportAsSingleViolation
public @interface Money {
    String MAX = "9999999999.99";

    @OverridesAttribute(constraint = DecimalMin.class, name = "value")
    String min() default "0.01";

    String message() default "must be an amount of money from {min} to " + MAX + " with at most two decimals";

    Class<?>[] groups() default {};

    Class<? extends Payload>[] payload() default {};
}
