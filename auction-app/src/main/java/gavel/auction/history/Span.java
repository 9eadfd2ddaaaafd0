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
    /** More than the clocks of nodes differ by. */
    private static final Duration AHEAD = Duration.ofDays(1);

    static final Instant EARLIEST = Instant.EPOCH;
    static final Instant LATEST = Instant.parse("9999-01-01T00:00:00Z");

    Span {
        if (!from.isBefore(to)) {
            throw ApiProblem.invalid("from", "must be before 'to' " + to + ": " + from);
        }
    }

    /**
     * Up to now and for a year unless the caller says otherwise. Nothing is later than now: whoever asks for more would have a page's look-ups
     * spent on months to come, and be shown nothing.
     */
    static Span of(Instant from, Instant to, Instant now) {
        // An entry of this very instant belongs to "up to now".
        Instant end = to == null ? now.plusSeconds(1) : within("to", to);
        Instant begin = from == null ? end.minus(DEFAULT_LENGTH) : within("from", from);
        Span asked = new Span(begin, end);
        Instant latest = now.plus(AHEAD);
        return end.isAfter(latest) && begin.isBefore(latest) ? new Span(begin, latest) : asked;
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
