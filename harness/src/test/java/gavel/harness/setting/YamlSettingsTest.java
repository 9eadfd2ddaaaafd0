package gavel.harness.setting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.failure.ConfigurationException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a file may not cost, whoever wrote it. */
class YamlSettingsTest {
    @Test
    void whatIsNestedDeeperThanAConfigurationIsNamedByItsLine() {
        refused("a:\n  b: " + "[".repeat(2_000), "nested deeper than 20 levels (x.yaml:2)");
        refused("{a: ".repeat(100_000), "nested deeper than 20 levels (x.yaml:1)");
    }

    @Test
    void whatIsLargerThanAConfigurationIsNotParsed() {
        refused("# " + "x".repeat(3 << 20), "larger than a configuration can be, 3145728 characters: 3145730 (x.yaml)");
    }

    @Test
    void aNameThatRepeatsItselfHasNoEnd() {
        refused("a: &a\n  b: *a", "nested deeper than 20 levels (x.yaml:1)");
    }

    @Test
    void namesThatRepeatEachOtherDoNotMultiplyWithoutBound() {
        String levels = IntStream.range(1, 18)
                .mapToObj(i -> "l" + i + ": &l" + i + " {a: *l" + (i - 1) + ", b: *l" + (i - 1) + "}")
                .collect(Collectors.joining("\n"));

        refused("l0: &l0 {x: 1}\n" + levels, "more than 10000 settings (x.yaml:4)");
    }

    @Test
    void aNameMayBeRepeated() {
        Setting.Section section = YamlSettings.read("x.yaml", "a: &a {x: 1}\nb: *a\n");

        assertThat(((Setting.Section) section.entries().get("b")).entries()).containsKey("x");
    }

    private static void refused(String text, String message) {
        assertThatThrownBy(() -> YamlSettings.read("x.yaml", text))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage(message);
    }
}
