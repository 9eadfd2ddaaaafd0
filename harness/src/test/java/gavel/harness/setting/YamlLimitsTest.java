package gavel.harness.setting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.failure.ConfigurationException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a file of settings may be, what it must not cost, and how one lies on top of another. */
class YamlLimitsTest {
    /** 20 lists of 50,000 values in half a megabyte would be a thousand million when each is repeated by names of names. */
    @Test
    void listsThatAreRepeatedDoNotMultiplyWithoutBound() {
        String list = "l0: &l0 [" + "x,".repeat(200_000) + "x]\n";
        String levels = IntStream.range(1, 12)
                .mapToObj(i -> "l" + i + ": &l" + i + " {a: *l" + (i - 1) + ", b: *l" + (i - 1) + "}")
                .collect(Collectors.joining("\n"));

        assertThatThrownBy(() -> YamlSettings.read("x.yaml", list + levels))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage("more than 1048576 values in lists (x.yaml:1)");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            ~a: 1\\na: 2~   | 'a' is set twice (x.yaml:2)
            ~[1, 2]: 3~     | the name of a setting must be a word (x.yaml:1)
            ~- a\\n- b~     | a configuration must be a list of 'name: value' (x.yaml:1)
            ~just words~    | a configuration must be a list of 'name: value' (x.yaml:1)
            ~a: [b, {c: d}]~| a list of plain values is expected (x.yaml:1)
            ~a: [{b: c}, d]~| a list of sections is expected (x.yaml:1)
            ~a: [[b], c]~   | a list of plain values is expected (x.yaml:1)
            """)
    void whatIsNoListOfSettingsIsToldByItsLine(String yaml, String problem) {
        assertThatThrownBy(() -> YamlSettings.read("x.yaml", yaml.replace("\\n", "\n")))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage(problem);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a: [",
                "a: 'b",
                "\t",
                "a: *b",
                "%YAML 9.9\n--- {}",
                "a: !!binary x",
                "{",
                "\u0001",
                "a: b: c",
                "--- {}\n--- {}"
            })
    void whatIsNoYamlIsRefusedInASentence(String yaml) {
        try {
            YamlSettings.read("x.yaml", yaml);
        } catch (ConfigurationException refused) {
            assertThat(refused.problems())
                    .singleElement()
                    .asString()
                    .contains("x.yaml")
                    .doesNotContain("Exception");
        }
    }

    @Test
    void nothingIsNothing() {
        for (String nothing : List.of("", "\n", "# words", "---", "null", "{}")) {
            assertThat(YamlSettings.read("x.yaml", nothing).entries()).isEmpty();
        }
    }

    @Test
    void whatIsSetLaterLiesOnTopAndListsAreReplaced() {
        Setting.Section below = YamlSettings.read("below", "a: {b: 1, c: [1, 2]}\nd: 4");
        Setting.Section above = YamlSettings.read("above", "a: {c: [3], e: 5}\nf: 6");

        assertThat(below.with(above).flat())
                .containsExactlyInAnyOrderEntriesOf(Map.of("a.b", "1", "a.c", "[3]", "a.e", "5", "d", "4", "f", "6"));
        assertThat(below.flat())
                .as("it is not changed")
                .containsEntry("a.c", "[1, 2]")
                .doesNotContainKey("f");
    }

    @ParameterizedTest
    @CsvSource({
        "a, x.yaml:2",
        "a.b, x.yaml:2",
        "a.unheard, x.yaml:2",
        "list[1].name, x.yaml:5",
        "list[1], x.yaml:5",
        "list[0].more, x.yaml:4",
        "unheard, x.yaml:1",
        "unheard.of, x.yaml:1"
    })
    void thePlaceOfASettingIsWhereAsMuchOfItAsThereIsWasWritten(String path, String place) {
        Setting.Section section = YamlSettings.read("x.yaml", """
                a:
                  b: 1
                list:
                  - {name: one}
                  - {name: two}
                """);
        assertThat(section.placeOf(path)).isEqualTo(place);
    }
}
