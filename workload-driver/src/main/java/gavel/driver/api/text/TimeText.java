package gavel.driver.api.text;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Lengths of time as people write them: {@code 500ms}, {@code 30s}, {@code 1.5m}, {@code 1m30s}, {@code 1h}, {@code 0}. The one notation of
 * command lines, settings and paths.
 */
public final class TimeText {
    /** Completes "must be …". */
    public static final String FORM = "a length of time such as 500ms, 30s, 1m30s or 1h";

    private static final String NUMBER = "(\\d{1,9}(?:\\.\\d{1,6})?)\\s*";
    private static final Pattern PARTS = Pattern.compile("(?=[^\\s])(?:" + NUMBER + "h\\s*)?(?:" + NUMBER
            + "m(?!s)\\s*)?(?:" + NUMBER + "s\\s*)?(?:" + NUMBER + "ms)?");
    private static final long[] MILLIS = {3_600_000, 60_000, 1_000, 1};

    private TimeText() {}

    /** @throws IllegalArgumentException whose message completes "must be …" */
    public static Duration parse(String text) {
        String stripped = text.strip().toLowerCase(Locale.ROOT);
        if (stripped.equals("0")) {
            return Duration.ZERO;
        }
        Matcher matcher = PARTS.matcher(stripped);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(FORM);
        }
        BigDecimal millis = BigDecimal.ZERO;
        for (int i = 0; i < MILLIS.length; i++) {
            String number = matcher.group(i + 1);
            if (number != null) {
                millis = millis.add(new BigDecimal(number).multiply(BigDecimal.valueOf(MILLIS[i])));
            }
        }
        try {
            return Duration.ofMillis(millis.longValueExact());
        } catch (ArithmeticException finer) {
            throw new IllegalArgumentException("a length of time in whole milliseconds");
        }
    }
}
