package gavel.auction.testing;

import jakarta.validation.Validation;
import jakarta.validation.Validator;
import java.util.List;

/** What bean validation says of a request body. */
public final class Checked {
    private static final Validator VALIDATOR =
            Validation.buildDefaultValidatorFactory().getValidator();

    private Checked() {}

    /** The fields at fault, by name; one that breaks two rules is there once. */
    public static List<String> faultsOf(Object body) {
        return VALIDATOR.validate(body).stream()
                .map(fault -> fault.getPropertyPath().toString())
                .distinct()
                .sorted()
                .toList();
    }
}
