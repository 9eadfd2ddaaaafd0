package gavel.harness.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.report.SampleResults;
import gavel.harness.report.Summary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NextStepTest {
    @Test
    void aPassIsFollowedByASearchAboveIt() {
        assertThat(NextStep.of(SampleResults.passed()))
                .matches(
                        "\\d[\\d.]* % of the machine was busy: `gavel peak --hint \\d+`.* finds how many users it supports");
    }

    @Test
    void afterAFailureFewerAreExpected() {
        int users = SampleResults.overloaded().run().users();
        assertThat(NextStep.of(SampleResults.overloaded()))
                .startsWith("`gavel peak --hint " + NextStep.rounded(users / 2.0) + "`")
                .endsWith("finds how many users hold");
    }

    @Test
    void nothingIsAdvisedAfterAnInterruptOrWithoutALoad() {
        assertThat(NextStep.of(SampleResults.interrupted())).isEmpty();
        assertThat(NextStep.of(SampleResults.neverLoaded())).isEmpty();
        assertThat(Summary.of(SampleResults.interrupted(), null)).doesNotContain("Next  ");
    }

    @Test
    void theSummaryHasItOnce() {
        assertThat(Summary.of(SampleResults.passed(), null).split("Next {8}")).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource({"1111, 1000", "0, 1", "7, 7", "96, 100", "151, 200", "149, 100", "4027.4, 4000", "0.3, 1"})
    void aHintHasOneDigit(double users, long hint) {
        assertThat(NextStep.rounded(users)).isEqualTo(hint);
    }
}
