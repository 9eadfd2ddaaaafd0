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
    private static RuleOutcome marginal(String actual) {
        return new RuleOutcome("response", "Home", Status.MARGINAL, actual, "at most 1 %", "found " + actual);
    }

    private static List<RuleOutcome> rules(int near, int unsure) {
        List<RuleOutcome> rules = new ArrayList<>();
        rules.add(new RuleOutcome("mix", "", Status.PASS, "0.00 %", "", "kept"));
        for (int i = 0; i < near; i++) {
            rules.add(marginal("0.9" + i + " % of 1000"));
        }
        for (int i = 0; i < unsure; i++) {
            rules.add(marginal("0.00 % of 7" + i));
        }
        return rules;
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.00 % of 76", "0 of 76", "0 %", " 0.0 %", "0"})
    void aRuleThatSawNothingBadIsNoNearMiss(String actual) {
        assertThat(Marginals.of(List.of(marginal(actual)))).isEqualTo(new Marginals(List.of(), 1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.01 % of 7317", "1.94 % of 7,317", "10 of 2000", "many", "", "about 0 %"})
    void whateverElseIsFoundIsShown(String actual) {
        assertThat(Marginals.of(List.of(marginal(actual)))).isEqualTo(new Marginals(List.of("found " + actual), 0));
    }

    @Test
    void onlyMarginalRulesCountWhateverTheOthersMeasured() {
        List<RuleOutcome> others = List.of(Status.values()).stream()
                .filter(status -> status != Status.MARGINAL)
                .map(status -> new RuleOutcome("response", "Home", status, "0.00 % of 3", "", "no"))
                .toList();

        assertThat(Marginals.of(others)).isEqualTo(new Marginals(List.of(), 0));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0 | 0 | Every rule was kept.
            1 | 0 | Every rule was kept, one of them marginally.
            3 | 0 | Every rule was kept, 3 of them marginally.
            0 | 1 | Every rule was kept, one of them with too few samples to be sure.
            0 | 6 | Every rule was kept, 6 of them with too few samples to be sure.
            1 | 1 | Every rule was kept, one of them marginally, one with too few samples to be sure.
            2 | 5 | Every rule was kept, 2 of them marginally, 5 with too few samples to be sure.
            """)
    void theHeadlineTellsThemApart(int near, int unsure, String headline) {
        assertThat(Marginals.of(rules(near, unsure)).headline()).isEqualTo(headline);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", emptyValue = "", textBlock = """
            0 | 0 | ''
            2 | 0 | ''
            0 | 1 | 1 rule was kept with too few samples to be sure.
            1 | 1 | 1 more rule was kept with too few samples to be sure.
            0 | 4 | 4 rules were kept with too few samples to be sure.
            2 | 4 | 4 more rules were kept with too few samples to be sure.
            """)
    void theUnsureAreOneSentence(int near, int unsure, String sentence) {
        assertThat(Marginals.of(rules(near, unsure)).unsureSentence()).isEqualTo(sentence);
    }
}
