package gavel.auction.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.auction.problem.ApiProblem;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

class CursorTest {
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00.123456Z");

    @Test
    void readsWhatItWrote() {
        Cursor cursor = new Cursor(NOON, "bid:with:colons");

        assertThat(Cursor.parse(cursor.text())).isEqualTo(cursor);
    }

    @ParameterizedTest
    @NullAndEmptySource
    void noCursorMeansTheBeginning(String text) {
        assertThat(Cursor.parse(text)).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"nonsense", "!!!", "MTIz", "OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTo"})
    void refusesWhatItDidNotWrite(String text) {
        assertThatThrownBy(() -> Cursor.parse(text)).isInstanceOf(ApiProblem.class);
        assertThatThrownBy(() -> Cursor.parse(text.repeat(100))).isInstanceOf(ApiProblem.class);
    }

    @Test
    void whatFollowsIsOlderOrAsOldWithASmallerKey() {
        Cursor cursor = new Cursor(NOON, "m");

        assertThat(cursor.isBefore(NOON.minusMillis(1), "z")).isTrue();
        assertThat(cursor.isBefore(NOON, "a")).isTrue();
        assertThat(cursor.isBefore(NOON, "m")).isFalse();
        assertThat(cursor.isBefore(NOON, "z")).isFalse();
        assertThat(cursor.isBefore(NOON.plusMillis(1), "a")).isFalse();
    }

    @Test
    void aCursorWithoutKeyExcludesItsInstant() {
        assertThat(Cursor.before(NOON).isBefore(NOON, "a")).isFalse();
        assertThat(Cursor.before(NOON).isBefore(NOON.minusNanos(1_000), "a")).isTrue();
    }
}
