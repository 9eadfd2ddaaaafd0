package gavel.harness.setting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.setting.Rules.Broken;
import gavel.harness.setting.Rules.BrokenRulesException;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the rules of settings say where they are broken, and that they say nothing where they are kept. */
class RulesTest {
    private static List<String> broken(Function<Rules, Rules> rules) {
        return rules.apply(new Rules()).broken().stream()
                .map(rule -> rule.component() + " " + rule.rule() + ": " + rule.actual())
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1, ''",
        "1, 0, a must be > 0: 0",
        "1, -7, a must be > 0: -7",
        "0, 0, ''",
        "0, -1, a must be >= 0: -1",
        "5, 4, a must be >= 5: 4",
        "5, 9223372036854775807, ''",
    })
    void theLeastIsAllowed(long least, long actual, String problem) {
        assertThat(broken(rules -> rules.atLeast("a", least, actual)))
                .isEqualTo(problem.isEmpty() ? List.of() : List.of(problem));
    }

    @ParameterizedTest
    @CsvSource({
        "0, a must be > 0: 0",
        "1, ''",
        "16, ''",
        "17, a must be <= 16: 17",
        "-9223372036854775808, a must be > 0: -9223372036854775808",
    })
    void betweenTwoBoundsBothAreAllowed(long actual, String problem) {
        assertThat(broken(rules -> rules.between("a", 1, 16, actual)))
                .isEqualTo(problem.isEmpty() ? List.of() : List.of(problem));
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1, ''",
        "65535, 1, ''",
        "0, 1, p must be 1..65535: 0",
        "65536, 1, p must be 1..65535: 65536",
        "65533, 3, ''",
        "65534, 3, 'p must be 1..65533, as each of 3 has the next one: 65534'",
        "65535, 0, ''",
    })
    void ofSeveralEachHasTheNextPort(int port, int instances, String problem) {
        assertThat(broken(rules -> rules.port("p", port, instances)))
                .isEqualTo(problem.isEmpty() ? List.of() : List.of(problem));
        assertThat(broken(rules -> rules.port("p", null, instances)))
                .as("any that is free")
                .isEmpty();
    }

    @Test
    void memoryHasALeast() {
        assertThat(broken(rules -> rules.memory("m", null, 64)))
                .as("the sizing rule")
                .isEmpty();
        assertThat(broken(rules -> rules.memory("m", MemorySize.parse("64m"), 64)))
                .isEmpty();
        assertThat(broken(rules -> rules.memory("m", MemorySize.parse("63m"), 64)))
                .containsExactly("m must be >= 64m: 63m");
    }

    @ParameterizedTest
    @CsvSource({"true, x, ''", "true, , ''", "false, , ''", "false, x, v is for external ones: x"})
    void aValueThatMeansNothingIsRefused(boolean there, String value, String problem) {
        assertThat(broken(rules -> rules.onlyWhere(there, "v", value, "is for external ones")))
                .isEqualTo(problem.isEmpty() ? List.of() : List.of(problem));
    }

    @ParameterizedTest
    @CsvSource({"true, x, ''", "true, , v is needed: null", "false, , ''", "false, x, ''"})
    void aValueThatIsNeededIsAskedFor(boolean there, String value, String problem) {
        assertThat(broken(rules -> rules.neededWhere(there, "v", value, "is needed")))
                .isEqualTo(problem.isEmpty() ? List.of() : List.of(problem));
    }

    @Test
    void everyBrokenRuleIsToldAndNoneWhereAllAreKept() {
        new Rules().atLeast("a", 1, 1).between("b", 1, 2, 2).check();
        assertThatThrownBy(() -> new Rules()
                        .atLeast("a", 1, 0)
                        .that(true, "kept", "is kept", 1)
                        .onlyWhere(false, "hosts.b", 2, "is for others")
                        .check())
                .isInstanceOfSatisfying(BrokenRulesException.class, failure -> assertThat(failure.broken())
                        .extracting(Broken::name)
                        .containsExactly("a", "b"));
    }
}
