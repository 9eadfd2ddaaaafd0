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

    /** Every report shows it as 83.6, or as 84.0. */
    @ParameterizedTest
    @CsvSource({"83.6, 84, NO", "83.6, 83, YES", "83.96, 84, YES", "99.94, 100, NO", "99.96, 100, YES"})
    void aPeakOfFewUsersIsHeldAgainstWhatIsShown(double users, int wanted, Answer answer) {
        Peak peak = new Peak(0.98 * users, users, 1.02 * users);

        assertThat(new Conclusion(Kind.FOUND, peak, 0, "").atLeast(wanted)).isEqualTo(answer);
    }
}
