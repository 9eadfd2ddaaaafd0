package gavel.auction.history;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * A stretch of time in UTC whose entries of a history stand in one document: a month, or a part of one.
 *
 * @param from inclusive
 */
public record Slice(Size size, Instant from) {
    /** From the largest to the smallest; each has parts of the next size. */
    public enum Size {
        MONTH("yyyy-MM", ChronoUnit.MONTHS),
        DAY("yyyy-MM-dd", ChronoUnit.DAYS),
        HOUR("yyyy-MM-ddTHH", ChronoUnit.HOURS),
        MINUTE("yyyy-MM-ddTHH:mm", ChronoUnit.MINUTES),
        SECOND("yyyy-MM-ddTHH:mm:ss", ChronoUnit.SECONDS);

        private final int letters;
        private final ChronoUnit unit;

        Size(String text, ChronoUnit unit) {
            this.letters = text.length();
            this.unit = unit;
        }

        public boolean isSmallest() {
            return this == SECOND;
        }

        /** The size of the parts. */
        public Size part() {
            return values()[ordinal() + 1];
        }

        /** The size of what this is a part of. */
        Size whole() {
            return values()[ordinal() - 1];
        }

        /** The slice of this size that an instant is in, as text; any text of it is the begin of those of its parts. */
        String textOf(Instant at) {
            return at.toString().substring(0, letters);
        }
    }

    private static final String BEGIN = "0000-01-01T00:00:00Z";

    public static Slice of(Size size, Instant at) {
        return parse(size.textOf(at));
    }

    static Slice parse(String text) {
        for (Size size : Size.values()) {
            if (text.length() == size.letters) {
                return new Slice(size, Instant.parse(text + BEGIN.substring(size.letters)));
            }
        }
        throw new IllegalArgumentException("a slice must be a month, day, hour, minute or second: " + text);
    }

    /** Exclusive. */
    Instant end() {
        return from.atOffset(ZoneOffset.UTC).plus(1, size.unit).toInstant();
    }

    /** The slice of the same size before this one. */
    Slice previous() {
        return of(size, from.minusNanos(1));
    }

    /** The last part that begins before an instant. */
    Slice lastPart(Instant before) {
        Instant end = end();
        return of(size.part(), (before.isBefore(end) ? before : end).minusNanos(1));
    }

    /** The newest first; none of the smallest. */
    List<Slice> parts() {
        List<Slice> parts = new ArrayList<>();
        if (!size.isSmallest()) {
            for (Slice part = lastPart(end()); !part.from.isBefore(from); part = part.previous()) {
                parts.add(part);
            }
        }
        return parts;
    }

    boolean contains(Instant at) {
        return !at.isBefore(from) && at.isBefore(end());
    }

    String text() {
        return size.textOf(from);
    }
}
