package gavel.harness.peak;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.peak.Conclusion.Answer;
import gavel.harness.peak.Conclusion.Kind;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConclusionTest {
    @ParameterizedTest
    @CsvSource({
        "FOUND, 999, YES",
        "FOUND, 1000, YES",
        "FOUND, 1001, NO",
        "AT_LEAST, 1000, YES",
        "AT_LEAST, 1001, UNKNOWN",
        "BEYOND_MEMORY, 1000, YES",
        "BEYOND_MEMORY, 1001, UNKNOWN",
        "BEYOND_DESCRIPTORS, 1000, YES",
        "BEYOND_DESCRIPTORS, 1001, UNKNOWN",
        "NONE, 999, UNKNOWN",
        "NONE, 1000, NO",
        "NONE, 1001, NO",
        "INVALID, 1, UNKNOWN"
    })
    void onlyWhatIsKnownIsAnswered(Kind kind, int wanted, Answer answer) {
        Peak peak = kind == Kind.FOUND ? new Peak(950, 999.6, 1_050) : null;

        assertThat(new Conclusion(kind, peak, kind == Kind.INVALID ? 0 : 1_000, "").atLeast(wanted))
                .isEqualTo(answer);
    }
}
