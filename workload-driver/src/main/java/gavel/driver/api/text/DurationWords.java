package gavel.driver.api.text;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;

/** Lengths of time as people say them: the one place that words a {@link Duration}. Pure. */
public final class DurationWords {
    private static final long MINUTES_FROM_SECONDS = 120;
    private static final long DECIMALS_BELOW_MILLIS = 10_000;

    private DurationWords() {}

    /** One that was set, such as a time-out: {@code 0.1 s}, {@code 3 s}, {@code 5 min}. */
    public static String of(Duration set) {
        if (set.toMillis() % 1_000 != 0) {
            return seconds(set.toMillis());
        }
        long seconds = set.toSeconds();
        if (seconds < MINUTES_FROM_SECONDS) {
            return seconds + " s";
        }
        return seconds % 60 == 0 ? seconds / 60 + " min" : took(set);
    }

    /** One that was set, in seconds to the last digit: {@code 0.25 s}, {@code 40 s}. */
    public static String seconds(long millis) {
        BigDecimal seconds = BigDecimal.valueOf(millis, 3).stripTrailingZeros();
        return seconds.toPlainString() + " s";
    }

    /** One that was measured: {@code 0.4 s}, {@code 12 s}, {@code 2 min 5 s}. */
    public static String took(Duration duration) {
        if (duration.toMillis() < DECIMALS_BELOW_MILLIS) {
            return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1_000.0);
        }
        long seconds = Math.round(duration.toMillis() / 1_000.0);
        return seconds < MINUTES_FROM_SECONDS ? seconds + " s" : seconds / 60 + " min " + seconds % 60 + " s";
    }
}
