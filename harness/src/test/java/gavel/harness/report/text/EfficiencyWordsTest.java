package gavel.harness.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.result.efficiency.Efficiency;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EfficiencyWordsTest {
    private static final List<Efficiency> TWO = List.of(
            new Efficiency("core", 2, 480, 500, 520.4, "the machine"),
            new Efficiency("EUR/h", 0.42, 2_285, 2_381, 2_478, "2 × small; prices of 2026-11-01"));

    @ParameterizedTest
    @CsvSource({
        "0, 0.00",
        "0.0123, 0.0123",
        "1, 1.00",
        "9.999, 10.0",
        "12.34, 12.3",
        "99.94, 99.9",
        "99.96, 100",
        "100, 100",
        "12345.6, '12,346'"
    })
    void aFigureHasThreeDigitsOrIsWhole(double value, String shown) {
        assertThat(EfficiencyWords.figure(value)).isEqualTo(shown);
    }

    @Test
    void eachUnitIsALineWithItsIntervalAndWhatItCovers() {
        assertThat(EfficiencyWords.lines(TWO))
                .containsExactly(
                        "Per core    500 users (480 to 520), with 2.00 cores: the machine",
                        "Per EUR/h   2,381 users (2,285 to 2,478), with 0.420 EUR/h: 2 × small; prices of 2026-11-01");
    }

    /** A comma would end a field of the index. */
    @Test
    void theIndexHasThemWithoutCommas() {
        assertThat(EfficiencyWords.brief(TWO)).isEqualTo("per core 500 (480 to 520); per EUR/h 2381 (2285 to 2478)");
        assertThat(EfficiencyWords.brief(List.of())).isEmpty();
    }
}
