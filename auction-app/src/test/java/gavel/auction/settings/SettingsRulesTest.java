package gavel.auction.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class SettingsRulesTest {
    private final SettingsRules rules = new SettingsRules();

    @Test
    void rulesThatHoldSayNothing() {
        rules.positive(Duration.ofNanos(1), "a");
        rules.between(1, 1, 3, "b");
        rules.between(3, 1, 3, "c");
        rules.atLeast(0, 0, "d");
        rules.require(true, "must hold", "x", "e");

        assertThatCode(rules::done).doesNotThrowAnyException();
    }

    @Test
    void everyRuleThatWasBrokenNamesPathRuleAndValue() {
        rules.positive(Duration.ZERO, "a");
        rules.between(0, 1, 3, "b");
        rules.between(4, 1, 3, "c");
        rules.atLeast(-1, 0, "d");
        rules.require(false, "must hold", "x", "e");

        assertThatThrownBy(rules::done).isInstanceOfSatisfying(SettingsException.class, problem -> assertThat(
                        problem.getMessage().lines())
                .containsExactly(
                        "a must be longer than 0: PT0S",
                        "b must be 1 to 3: 0",
                        "c must be 1 to 3: 4",
                        "d must be >= 0: -1",
                        "e must hold: x"));
    }
}
