package gavel.driver.command;

import gavel.driver.api.text.TimeText;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A phase of a load: whole seconds, written as everywhere ({@link TimeText}). */
final class DurationText implements ITypeConverter<Duration> {
    /** As long as a path may be. */
    private static final Duration LONGEST = Duration.ofDays(7);

    @Override
    public Duration convert(String text) {
        Duration duration;
        try {
            duration = TimeText.parse(text);
        } catch (IllegalArgumentException wrong) {
            throw new TypeConversionException("must be " + wrong.getMessage() + ": " + text);
        }
        if (duration.toMillis() % 1_000 != 0 || duration.compareTo(LONGEST) > 0) {
            throw new TypeConversionException("must be whole seconds, at most 168h: " + text);
        }
        return duration;
    }
}
