package gavel.harness.setting;

import gavel.driver.api.DurationWords;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lengths of time as people write them: {@code 500ms}, {@code 30s}, {@code 5m}, {@code 1h}. */
public final class Durations {
    private static final Pattern FORM = Pattern.compile("(\\d{1,9})\\s*(ms|s|m|h)");

    private Durations() {}

    public static Duration parse(String text) {
        Matcher matcher = FORM.matcher(text.trim().toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw new IllegalArgumentException("a length of time such as 500ms, 30s, 5m or 1h");
        }
        long amount = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            default -> Duration.ofHours(amount);
        };
    }

    /** The same form, in the largest unit that loses nothing. */
    public static String text(Duration duration) {
        if (duration == null) {
            return "";
        }
        return duration.toMillis() % 1_000 == 0 ? duration.toSeconds() + "s" : duration.toMillis() + "ms";
    }

    /** For people: {@code 0.4 s}, {@code 12 s}, {@code 2 min 5 s}. */
    public static String spoken(Duration duration) {
        return DurationWords.took(duration);
    }
}
