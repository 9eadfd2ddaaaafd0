package gavel.driver.api.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationWordsTest {
    @ParameterizedTest
    @CsvSource({
        "100, 0.1 s, 0.1 s",
        "250, 0.25 s, 0.3 s",
        "3000, 3 s, 3.0 s",
        "12500, 12.5 s, 13 s",
        "150500, 150.5 s, 2 min 31 s",
        "90000, 90 s, 90 s",
        "300000, 5 min, 5 min 0 s",
        "125000, 2 min 5 s, 2 min 5 s"
    })
    void areWordsNeverTheMachinesForm(long millis, String set, String took) {
        assertThat(DurationWords.of(Duration.ofMillis(millis))).isEqualTo(set);
        assertThat(DurationWords.took(Duration.ofMillis(millis))).isEqualTo(took);
    }

    @Test
    void secondsThatWereSetHaveNoDecimalsTheyDoNotNeed() {
        assertThat(DurationWords.seconds(0)).isEqualTo("0 s");
        assertThat(DurationWords.seconds(10_000)).isEqualTo("10 s");
        assertThat(DurationWords.seconds(250)).isEqualTo("0.25 s");
        assertThat(DurationWords.seconds(150_000)).isEqualTo("150 s");
    }
}
