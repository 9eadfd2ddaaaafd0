package gavel.auction.input;

import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.regex.Pattern;

/**
 * A text that people read, without characters that show nothing or turn the direction of others. Lengths are counted in code points, as the
 * stores and the OpenAPI document count them. Null is left to {@code @NotNull}.
 */
@Target({ElementType.FIELD, ElementType.PARAMETER})
@Retention(RetentionPolicy.RUNTIME)
@Constraint(validatedBy = PlainText.Check.class)
public @interface PlainText {
    /** 0 lets the text be empty; else something in it is seen. */
    int min() default 1;

    int max();

    /** Whether it may have more than one line; such a text may be empty. */
    boolean lines() default false;

    String message() default "must be text";

    Class<?>[] groups() default {};

    Class<? extends Payload>[] payload() default {};

    /** Looks at the length first, so that no pattern sees a text that is too long. */
    final class Check implements ConstraintValidator<PlainText, String> {
        private PlainText rule;
        private Pattern pattern;

        /** Made by Bean Validation. */
        public Check() {}

        @Override
        public void initialize(PlainText annotation) {
            rule = annotation;
            pattern = Pattern.compile(Characters.pattern(annotation));
        }

        @Override
        public boolean isValid(String text, ConstraintValidatorContext context) {
            String fault = text == null ? null : fault(text);
            if (fault != null) {
                context.disableDefaultConstraintViolation();
                context.buildConstraintViolationWithTemplate(fault).addConstraintViolation();
            }
            return fault == null;
        }

        private String fault(String text) {
            int length = text.codePointCount(0, text.length());
            if (length < rule.min() || length > rule.max()) {
                return "must have " + rule.min() + " to " + rule.max() + " characters: " + length;
            }
            if (Characters.isWellFormed(text) && pattern.matcher(text).matches()) {
                return null;
            }
            return text.isBlank()
                    ? "must not be blank"
                    : "must have visible characters, and no control or invisible ones";
        }
    }
}
