package gavel.auction.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NumbersAndTimesTest {
    @ParameterizedTest(name = "{index}")
    @ValueSource(
            strings = {
                "1e2147483647",
                "1e-2147483648",
                "1e99999999999",
                "1e999",
                "1e-999",
                "NaN",
                "",
                " 1",
                "1 ",
                "+1",
                "0x1F",
                "1.",
                ".5",
                "1,5",
                "\u0661",
                "123456789012345678901",
                "0.000000000000000000001"
            })
    void whatWouldFillTheMemoryIsNeverMadeANumber(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> Numbers.decimal(text));
    }

    @Test
    void amountsAreRead() {
        assertThat(Numbers.decimal("9999999999.99")).isEqualTo(new BigDecimal("9999999999.99"));
        assertThat(Numbers.decimal("-0.01")).isEqualTo(new BigDecimal("-0.01"));
        assertThat(Numbers.decimal("1E+2")).isEqualTo(new BigDecimal("1E+2"));
    }

    @ParameterizedTest(name = "{index}")
    @ValueSource(
            strings = {
                "",
                " 1",
                "+1",
                "0x10",
                "#10",
                "1.0",
                "1e3",
                "\u0661",
                "9223372036854775808",
                "99999999999999999999999"
            })
    void wholeNumbersAreWrittenInDigits(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> Numbers.whole(text));
    }

    @Test
    void wholeNumbersAreRead() {
        assertThat(Numbers.whole("-9223372036854775808")).isEqualTo(Long.MIN_VALUE);
        assertThat(Numbers.whole("007")).isEqualTo(7);
    }

    @ParameterizedTest(name = "{index}")
    @ValueSource(
            strings = {
                "+5874898-01-01",
                "-5000-01-01",
                "0000-12-31",
                "10000-01-01",
                "2026-02-29",
                "2026-1-1",
                "20260101",
                "2026-01-01T00:00:00Z",
                "",
                "12"
            })
    void datesThatAStoreWouldChangeAreRefused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> Times.date(text));
    }

    @ParameterizedTest(name = "{index}")
    @ValueSource(
            strings = {
                "-5000-01-01T00:00:00Z",
                "+5874898-01-01T00:00:00Z",
                "0001-01-01T00:00:00+00:01",
                "9999-12-31T23:59:59-00:01",
                "2026-11-26",
                "2026-11-26T10:00Z",
                "2026-11-26T10:00:00",
                "2026-11-26T25:00:00Z",
                "1764151200",
                "",
                "2026-11-26 10:00:00Z"
            })
    void timesThatAStoreWouldChangeAreRefused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> Times.instant(text));
    }

    @Test
    void datesAndTimesAreRead() {
        assertThat(Times.date("0001-01-01")).isEqualTo(LocalDate.of(1, 1, 1));
        assertThat(Times.date("9999-12-31")).isEqualTo(LocalDate.of(9999, 12, 31));
        assertThat(Times.instant("2026-11-26t10:00:00.5+02:00")).isEqualTo(Instant.parse("2026-11-26T08:00:00.500Z"));
        assertThat(Times.instant("0001-01-01T00:00:00Z")).isEqualTo(Instant.parse("0001-01-01T00:00:00Z"));
    }
}
