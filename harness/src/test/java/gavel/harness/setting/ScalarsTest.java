package gavel.harness.setting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScalarsTest {
    @ParameterizedTest
    @CsvSource({
        "512m, 536870912, 512m",
        "2g, 2147483648, 2g",
        "2 GiB, 2147483648, 2g",
        "1024m, 1073741824, 1g",
        "100b, 100, 100b",
        "1500k, 1536000, 1500k"
    })
    void memoryIsReadAndWrittenInItsLargestUnit(String text, long bytes, String written) {
        assertThat(MemorySize.parse(text)).isEqualTo(new MemorySize(bytes)).hasToString(written);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "m", "-1g", "100", "1.5g", "2x", "0m", "999999999999t"})
    void whatIsNoMemoryIsRefused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> MemorySize.parse(text));
    }

    @ParameterizedTest
    @CsvSource({"500ms, 500, 500ms", "30s, 30000, 30s", "5m, 300000, 300s", "1m30s, 90000, 90s", "1h, 3600000, 3600s"})
    void lengthsOfTime(String text, long millis, String written) {
        assertThat(Durations.parse(text)).isEqualTo(Duration.ofMillis(millis));
        assertThat(Durations.text(Durations.parse(text))).isEqualTo(written);
    }

    @ParameterizedTest
    @CsvSource({"430, 0.4 s", "9949, 9.9 s", "12400, 12 s", "125000, 2 min 5 s"})
    void durationsAsPeopleSayThem(long millis, String spoken) {
        assertThat(Durations.spoken(Duration.ofMillis(millis))).isEqualTo(spoken);
    }
}
