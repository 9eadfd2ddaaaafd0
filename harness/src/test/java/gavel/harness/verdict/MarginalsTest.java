package gavel.harness.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.RuleOutcome;
import gavel.driver.api.RuleOutcome.Status;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MarginalsTest {
    private static RuleOutcome rule(String name, Status status, String actual) {
        return new RuleOutcome(name, "Home", status, actual, "at most 1 %", "found " + actual);
    }

    private static List<RuleOutcome> rules(int near, int few) {
        List<RuleOutcome> rules = new ArrayList<>();
        rules.add(rule("mix", Status.PASS, "0.00 %"));
        rules.add(rule("rate", Status.INFO, "0.00 %"));
        for (int i = 0; i < near; i++) {
            rules.add(rule("response", Status.MARGINAL, "0.9" + i + " % of 1000"));
        }
        for (int i = 0; i < few; i++) {
            rules.add(rule("response", Status.TOO_FEW, "0.00 % of 7" + i));
        }
        return rules;
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.00 % of 76", "0 of 76", "0 %", " 0.0 %", "0", "none", ""})
    void whatSawNothingBadIsNotSuspicious(String actual) {
        assertThat(Marginals.of(List.of(rule("response", Status.TOO_FEW, actual))))
                .isEqualTo(new Marginals(List.of(), List.of(), 1, 1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"response", "failures", "news"})
    void whatSawSomethingBadAmongTooFewIsShown(String name) {
        assertThat(Marginals.of(List.of(rule(name, Status.TOO_FEW, "3.13 % of 64"))))
                .isEqualTo(new Marginals(List.of(), List.of("found 3.13 % of 64"), 1, 1));
    }

    @Test
    void aShareOfAllChoicesIsNothingBad() {
        assertThat(Marginals.of(List.of(rule("mix", Status.TOO_FEW, "6.25 %"))))
                .isEqualTo(new Marginals(List.of(), List.of(), 1, 1));
    }

    @Test
    void statusesThatAreSureCountAsJudgedOnly() {
        List<RuleOutcome> sure = List.of(
                rule("response", Status.PASS, "1 %"),
                rule("response", Status.FAIL, "2 %"),
                rule("response", Status.INVALID, "2 %"),
                rule("response", Status.INFO, "2 %"));

        assertThat(Marginals.of(sure)).isEqualTo(new Marginals(List.of(), List.of(), 0, 3));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0 | 0 | Every rule was kept.
            1 | 0 | Every rule was kept, but 1 came near its bound.
            3 | 0 | Every rule was kept, but 3 came near their bounds.
            0 | 1 | No rule was broken, but 1 of 2 had too few samples to say.
            0 | 6 | No rule was broken, but 6 of 7 had too few samples to say.
            2 | 5 | No rule was broken, but 2 came near their bounds and 5 of 8 had too few samples to say.
            """)
    void theHeadlineTellsThemApart(int near, int few, String headline) {
        assertThat(Marginals.of(rules(near, few)).headline()).isEqualTo(headline);
    }

    @Test
    void thoseWithTooFewAreOneSentence() {
        assertThat(Marginals.of(rules(2, 0)).tooFewSentence()).isEmpty();
        assertThat(Marginals.of(rules(2, 4)).tooFewSentence()).isEqualTo("4 of 7 had too few samples to say.");
    }
}
