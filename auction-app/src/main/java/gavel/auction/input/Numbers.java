package gavel.auction.input;

import java.math.BigDecimal;
import java.util.regex.Pattern;

/** Numbers as they are written in ASCII. What would fill the memory when written out, such as 1e2147483647, is never made a number. */
public final class Numbers {
    static final String WHOLE = "must be a whole number";
    static final String DECIMAL =
            "must be a number of at most 40 characters, with at most 20 digits before the point and 20 after it";

    private static final Pattern WHOLE_FORM = Pattern.compile("-?[0-9]{1,19}");
    private static final Pattern DECIMAL_FORM = Pattern.compile("-?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]{1,3})?");
    private static final int MAX_LENGTH = 40;
    private static final int MAX_DIGITS = 20;

    private Numbers() {}

    /** @throws IllegalArgumentException with the rule that was broken */
    public static long whole(String text) {
        if (!WHOLE_FORM.matcher(text).matches()) {
            throw new IllegalArgumentException(WHOLE);
        }
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(WHOLE + " that fits into 64 bits", e);
        }
    }

    /** @throws IllegalArgumentException with the rule that was broken */
    static BigDecimal decimal(String text) {
        if (text.length() <= MAX_LENGTH && DECIMAL_FORM.matcher(text).matches()) {
            BigDecimal number = new BigDecimal(text);
            if (number.scale() <= MAX_DIGITS && number.precision() - number.scale() <= MAX_DIGITS) {
                return number;
            }
        }
        throw new IllegalArgumentException(DECIMAL);
    }
}
