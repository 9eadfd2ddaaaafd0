package gavel.auction.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.auction.problem.ApiProblem;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class SpanTest {
    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

    @Test
    void isTheLastYearUnlessSaidOtherwise() {
        Span span = Span.of(null, null, NOW);

        assertThat(span.contains(NOW)).isTrue();
        assertThat(span.contains(NOW.plusSeconds(2))).isFalse();
        assertThat(span.contains(Instant.parse("2025-11-20T12:00:01Z"))).isTrue();
        assertThat(span.contains(Instant.parse("2025-11-20T11:59:59Z"))).isFalse();
    }

    @Test
    void anEndAloneMeansTheYearBeforeIt() {
        Span span = Span.of(null, Instant.parse("2020-01-01T00:00:00Z"), NOW);

        assertThat(span.from()).isEqualTo(Instant.parse("2019-01-01T00:00:00Z"));
    }

    @Test
    void monthsToComeAreNotLookedThrough() {
        Instant from = Instant.parse("2026-01-01T00:00:00Z");

        Span span = Span.of(from, Instant.parse("9998-12-31T00:00:00Z"), NOW);

        assertThat(span.from()).isEqualTo(from);
        assertThat(span.to()).isBetween(NOW.plusSeconds(60), Instant.parse("2026-11-30T00:00:00Z"));
        assertThat(Span.of(NOW.plusSeconds(1_000_000), NOW.plusSeconds(2_000_000), NOW)
                        .contains(NOW.plusSeconds(1_500_000)))
                .as("what begins ahead is taken as it is")
                .isTrue();
    }

    @Test
    void refusesWhatContainsNothing() {
        assertThatThrownBy(() -> Span.of(NOW, NOW, NOW)).isInstanceOf(ApiProblem.class);
        assertThatThrownBy(() -> Span.of(NOW.plusSeconds(60), null, NOW)).isInstanceOf(ApiProblem.class);
    }

    @Test
    void refusesTimesNoCalendarHolds() {
        assertThatThrownBy(() -> Span.of(Instant.MIN, null, NOW)).isInstanceOf(ApiProblem.class);
        assertThatThrownBy(() -> Span.of(null, Instant.MAX, NOW)).isInstanceOf(ApiProblem.class);
    }
}
