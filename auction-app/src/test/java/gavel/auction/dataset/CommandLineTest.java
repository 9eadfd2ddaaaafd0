package gavel.auction.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.auction.settings.SettingsException;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CommandLineTest {
    private static final Set<String> KNOWN = Set.of("users", "answered", "wait");

    private static CommandLine line(String... args) {
        return new CommandLine(args, KNOWN);
    }

    @Test
    void anOptionHasItsValueAfterEqualsOrNext() {
        assertThat(line("--users=5").number("users", 1, 10)).isEqualTo(5);
        assertThat(line("--users", "5").number("users", 1, 10)).isEqualTo(5);
    }

    @Test
    void anOptionMayBeRepeated() {
        assertThat(line("--answered=a.csv", "--answered=b.csv").values("answered"))
                .containsExactly("a.csv", "b.csv");
    }

    @Test
    void allProblemsAreToldTogether() {
        assertThatThrownBy(() -> line("--usres=5", "--wait"))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("unknown option: --usres=5; known are --answered, --users, --wait")
                .hasMessageContaining("--wait needs a value");
    }

    @Test
    void aNumberOutOfBoundsIsToldWithItsBounds() {
        CommandLine line = line("--users=-5");
        line.number("users", 1, 10);
        assertThatThrownBy(line::check).hasMessage("--users must be a whole number within 1..10: -5");
    }

    @Test
    void somethingElseThanANumberIsTold() {
        CommandLine line = line("--users=many");
        line.number("users", 1, 10);
        assertThatThrownBy(line::check).hasMessageContaining("1..10: many");
    }

    @Test
    void aMissingOptionIsToldOnce() {
        CommandLine line = line();
        line.number("users", 1, 10);
        assertThatThrownBy(line::check).hasMessage("--users is missing");
    }

    @Test
    void durationsHaveAUnit() {
        assertThat(line("--wait=60s").duration("wait", Duration.ZERO)).isEqualTo(Duration.ofMinutes(1));
        assertThat(line().duration("wait", Duration.ofSeconds(3))).isEqualTo(Duration.ofSeconds(3));
        CommandLine wrong = line("--wait=soon");
        wrong.duration("wait", Duration.ZERO);
        assertThatThrownBy(wrong::check).hasMessageContaining("such as 60s: soon");
    }

    @Test
    void aFileThatIsNotThereIsTold() {
        CommandLine line = line("--answered=/nowhere/a.csv");
        line.readable("answered");
        assertThatThrownBy(line::check).hasMessage("--answered must name a readable file: /nowhere/a.csv");
    }
}
