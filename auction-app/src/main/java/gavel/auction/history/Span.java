package gavel.auction.history;

import gavel.auction.problem.ApiProblem;
import java.time.Duration;
import java.time.Instant;

/**
 * The time a history is asked for.
 *
 * @param from inclusive
 * @param to exclusive
 */
record Span(Instant from, Instant to) {
    static final Duration DEFAULT_LENGTH = Duration.ofDays(365);

    static final Instant EARLIEST = Instant.EPOCH;
    static final Instant LATEST = Instant.parse("9999-01-01T00:00:00Z");

    Span {
        if (!from.isBefore(to)) {
            throw ApiProblem.invalid("from", "must be before 'to' " + to + ": " + from);
        }
    }

    /** Up to now and for a year unless the caller says otherwise. */
    static Span of(Instant from, Instant to, Instant now) {
        // An entry of this very instant belongs to "up to now".
        Instant end = to == null ? now.plusSeconds(1) : within("to", to);
        Instant begin = from == null ? end.minus(DEFAULT_LENGTH) : within("from", from);
        return new Span(begin, end);
    }

    boolean contains(Instant at) {
        return !at.isBefore(from) && at.isBefore(to);
    }

    private static Instant within(String field, Instant at) {
        if (at.isBefore(EARLIEST) || at.isAfter(LATEST)) {
            throw ApiProblem.invalid(field, "must be between " + EARLIEST + " and " + LATEST + ": " + at);
        }
        return at;
    }
}
