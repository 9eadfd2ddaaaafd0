package gavel.auction.problem;

import tools.jackson.core.JsonParser;
import tools.jackson.databind.exc.MismatchedInputException;

/** A value of a JSON body that breaks a rule its type has wherever it stands; the message says which. */
public final class RefusedValue extends MismatchedInputException {
    private static final long serialVersionUID = 1L;

    public RefusedValue(JsonParser json, String rule) {
        super(json, rule);
    }
}
