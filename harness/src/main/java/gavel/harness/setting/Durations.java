package gavel.harness.setting;

import gavel.driver.api.text.DurationWords;
import gavel.driver.api.text.TimeText;
import java.time.Duration;

/** Lengths of time in settings and before people. */
public final class Durations {
    private Durations() {}

    /** @throws IllegalArgumentException whose message completes "must be …" */
    public static Duration parse(String text) {
        return TimeText.parse(text);
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
