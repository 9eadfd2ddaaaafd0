package gavel.driver.api.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimeTextTest {
    @ParameterizedTest
    @CsvSource({
        "500ms, 500",
        "30s, 30000",
        "30 s, 30000",
        "30S, 30000",
        "1.5m, 90000",
        "1m30s, 90000",
        "1h 30m, 5400000",
        "2h0.5s, 7200500",
        "1m500ms, 60500",
        "0.25s, 250",
        "1h2m3s4ms, 3723004",
        "0, 0",
        "0s, 0",
    })
    void everyPlaceReadsTheSameNotation(String text, long millis) {
        assertThat(TimeText.parse(text)).isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", " ", "5", "1.5", "-1s", "s", "1d", "30s1m", "1m1m", "1,5m", "1e3s", "5 minutes", "PT3S"})
    void whatIsNoneIsRefused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TimeText.parse(text))
                .withMessage("a length of time such as 500ms, 30s, 1m30s or 1h");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.5ms", "0.0001s"})
    void nothingIsRounded(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TimeText.parse(text))
                .withMessage("a length of time in whole milliseconds");
    }
}
