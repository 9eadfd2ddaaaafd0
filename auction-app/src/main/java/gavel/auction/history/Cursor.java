package gavel.auction.history;

import gavel.auction.problem.ApiProblem;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;

/**
 * A place between two entries of a history that is read from the newest back: what follows is older than {@code at}, or as old with a
 * smaller key.
 *
 * @param at in whole microseconds
 * @param key of the entry before this place; empty when everything as old as {@code at} was read
 */
record Cursor(Instant at, String key) {
    static final int MAX_LENGTH = 200;

    Cursor {
        at = at.truncatedTo(ChronoUnit.MICROS);
    }

    static Cursor before(Instant at) {
        return new Cursor(at, "");
    }

    /** Reads what a client sent back; null stays null. */
    static Cursor parse(String text) {
        if (text == null || text.isEmpty()) {
            return null;
        }
        try {
            String plain = new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8);
            int colon = plain.indexOf(':');
            long micros = Long.parseLong(plain.substring(0, Math.max(0, colon)));
            Instant at = Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
            if (at.isBefore(Span.EARLIEST) || at.isAfter(Span.LATEST)) {
                throw new IllegalArgumentException("no history reaches there");
            }
            return new Cursor(at, plain.substring(colon + 1));
        } catch (RuntimeException e) {
            throw ApiProblem.invalid("cursor", "must be the value of 'next' from an earlier page");
        }
    }

    String text() {
        String plain = ChronoUnit.MICROS.between(Instant.EPOCH, at) + ":" + key;
        return Base64.getUrlEncoder().withoutPadding().encodeToString(plain.getBytes(StandardCharsets.UTF_8));
    }

    boolean isBefore(Instant entryAt, String entryKey) {
        int byTime = entryAt.compareTo(at);
        return byTime < 0 || byTime == 0 && entryKey.compareTo(key) < 0;
    }
}
