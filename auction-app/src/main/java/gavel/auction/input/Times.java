package gavel.auction.input;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.regex.Pattern;

/** Dates and times as RFC 3339 writes them, with years of four digits: no store is asked for what it would change silently. */
final class Times {
    static final String DATE = "must be a date such as 1925-05-01, from 0001-01-01 to 9999-12-31";
    static final String TIME = "must be a time such as 2026-05-01T18:00:00Z, from the year 0001 to 9999";

    private static final Pattern DATE_FORM = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}");
    private static final Pattern TIME_FORM = Pattern.compile(
            "[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?([Zz]|[+-][0-9]{2}:[0-9]{2})");
    private static final LocalDate FIRST_DAY = LocalDate.of(1, 1, 1);
    private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");
    private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999999999Z");

    private Times() {}

    /** @throws IllegalArgumentException with the rule that was broken */
    static LocalDate date(String text) {
        try {
            LocalDate date = DATE_FORM.matcher(text).matches() ? LocalDate.parse(text) : LocalDate.MIN;
            if (!date.isBefore(FIRST_DAY)) {
                return date;
            }
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(DATE, e);
        }
        throw new IllegalArgumentException(DATE);
    }

    /** @throws IllegalArgumentException with the rule that was broken */
    static Instant instant(String text) {
        try {
            Instant instant = TIME_FORM.matcher(text).matches()
                    ? OffsetDateTime.parse(text).toInstant()
                    : Instant.MIN;
            if (!instant.isBefore(FIRST) && !instant.isAfter(LAST)) {
                return instant;
            }
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(TIME, e);
        }
        throw new IllegalArgumentException(TIME);
    }
}
