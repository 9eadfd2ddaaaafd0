package gavel.driver.api;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** How far the fields of what a controller asks for may go. Every problem is gathered, each with its field; {@link #check} tells them all. */
final class Bounds {
    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");
    private static final int SHOWN = 60;

    private final List<String> problems = new ArrayList<>();

    Bounds that(boolean good, String problem) {
        if (!good) {
            problems.add(problem);
        }
        return this;
    }

    Bounds within(String field, long least, long most, long actual) {
        return that(
                actual >= least && actual <= most,
                field + " must be " + least + ".." + most + ": " + shown("" + actual));
    }

    Bounds given(String field, Object value) {
        return that(value != null, field + " must be given: null");
    }

    /** A line of text. */
    Bounds line(String field, int most, String text) {
        return text(field, most, text)
                .that(
                        text == null || !CONTROL.matcher(text).find(),
                        field + " must have no control characters: " + shown(text));
    }

    /** Null is text too: where it may be so is for {@link #given}. */
    Bounds text(String field, int most, String text) {
        return that(
                text == null || text.length() <= most,
                field + " must have at most " + most + " characters: " + (text == null ? 0 : text.length()));
    }

    /** @throws IllegalArgumentException with every problem, a line each */
    void check() {
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(String.join("\n", problems));
        }
    }

    /** So much of a value that a person can tell which it is. */
    static String shown(String value) {
        String text = String.valueOf(value);
        String begin = text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…";
        return CONTROL.matcher(begin).replaceAll("?");
    }
}
