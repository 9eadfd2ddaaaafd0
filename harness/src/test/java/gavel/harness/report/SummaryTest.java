package gavel.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.RuleOutcome;
import gavel.driver.api.RuleOutcome.Status;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SummaryTest {
    @Test
    void beginsWithTheVerdictAndEndsWithTheReport() {
        String text = Summary.of(SampleResults.overloaded(), Path.of("results/x/report.html"));
        assertThat(text).startsWith("FAIL  6.8 % of SearchItems were later than 2 s (at most 1 %).\n");
        assertThat(text).endsWith("Report      results/x/report.html\n");
    }

    @Test
    void showsTheTightestOperationsNewsAuditAndBottleneck() {
        String text = Summary.of(SampleResults.overloaded(), null);
        assertThat(text)
                .containsPattern("UploadImage +5,400 +2\\.\\d+ s +8\\.\\d+ s +5 s +17\\d % +8\\.\\d %")
                .contains("also: 9.1 % of UploadImage were later than 5 s.")
                .containsPattern("News +p99 2\\.\\d+ s of 2 s over 20,000 pairs")
                .contains("Audit       5 invariants, 4,926 facts checked, no violation")
                .contains("            not looked at: 3 places, named in the report")
                .contains("Bottleneck  The machine's CPU was 9")
                .doesNotContain("Report");
    }

    @Test
    void throughputTellsPeopleFromTheirPages() {
        assertThat(Summary.of(SampleResults.passed(), null))
                .contains("2,089 operations, 34.8 a second (32.3 by people, the rest by their pages);"
                        + " 450 held requests beside them.\n");
    }

    @Test
    void whatTooFewStartsDoNotTellIsShownAsTheLargestAndOrdersNothing() {
        assertThat(Summary.of(SampleResults.passed(), null))
                .contains("Each operation has too few starts for its 99th percentile")
                .containsPattern("ListAuctions +240 +7\\.57 ms max 54\\.4 ms +2 s +– +0 %")
                .doesNotContain("nearest to their limits")
                .doesNotContain("NextBid");
    }

    @Test
    void anInvalidRunHasNoThroughput() {
        String text = Summary.of(SampleResults.interrupted(), null);
        assertThat(text)
                .startsWith("INTERRUPTED  ")
                .doesNotContain("a second")
                .contains("For the search of the cause only")
                .contains(
                        "Audit       before the load 5 invariants, 4,926 facts checked, no violation; after it not made");
    }

    @Test
    void aRunWithoutALoadIsShort() {
        assertThat(Summary.of(SampleResults.neverLoaded(), null))
                .startsWith("INVALID  The audit before the load found 1 violation")
                .contains("Audit       before the load ", "; after it not made")
                .doesNotContain("operation ")
                .doesNotContain("Bottleneck");
    }

    @Test
    void whatCameNearItsBoundIsListedAndWhatHadTooFewSamplesIsCounted() {
        String text = Summary.of(
                SampleResults.passed(
                        rule(Status.TOO_FEW, "0.00 % of 40", "none of 40"),
                        rule(Status.TOO_FEW, "3.00 % of 64", "2 of 64"),
                        rule(Status.MARGINAL, "0.97 % of 7317", "71 of 7317")),
                null);

        assertThat(text)
                .startsWith(
                        "PASS  No rule was broken, but 1 came near its bound and 2 of 4 had too few samples to say.\n")
                .contains("Marginal    71 of 7317\n")
                .contains("Too few     2 of 64\n")
                .as("said once: the headline has it")
                .doesNotContain("Rules  ")
                .doesNotContain("none of 40");
    }

    @Test
    void aRunWithoutMarginalRulesSaysNothingOfThem() {
        assertThat(Summary.of(SampleResults.overloaded(), null))
                .doesNotContain("Marginal")
                .doesNotContain("too few samples");
    }

    private static RuleOutcome rule(Status status, String actual, String message) {
        return new RuleOutcome("response", "x", status, actual, "at most 1 %", message);
    }

    @Test
    void noLineIsPadded() {
        assertThat(Summary.of(SampleResults.passed(), null).lines()).noneMatch(line -> line.endsWith(" "));
    }
}
