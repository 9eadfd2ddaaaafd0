package gavel.driver.command;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Durations as people write them: {@code 90s}, {@code 5m}, {@code 1h}. */
final class DurationText implements ITypeConverter<Duration> {
    private static final Pattern SHAPE = Pattern.compile("(\\d{1,6})([smh])");

    @Override
    public Duration convert(String text) {
        Matcher matcher = SHAPE.matcher(text.strip());
        if (!matcher.matches()) {
            throw new TypeConversionException("a duration is a number and s, m or h, such as 90s: " + text);
        }
        long number = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "s" -> Duration.ofSeconds(number);
            case "m" -> Duration.ofMinutes(number);
            default -> Duration.ofHours(number);
        };
    }
}
