package gavel.harness.setting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import gavel.harness.failure.ConfigurationException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RecordBinderTest {
    private static final Setting.Section GOOD =
            yaml("kitchen: {cooks: 2, oven: null, dishes: [soup]}\nopen: true\nshift: 8h\nstyle: plain");

    enum Style {
        PLAIN,
        FANCY
    }

    record Kitchen(int cooks, MemorySize oven, List<String> dishes) {
        Kitchen {
            new Rules()
                    .atLeast("cooks", 1, cooks)
                    .atMost("cooks", 9, cooks)
                    .that(!dishes.isEmpty(), "dishes", "must name one", dishes)
                    .check();
        }
    }

    record Restaurant(Kitchen kitchen, boolean open, Duration shift, Style style, String owner) {}

    @Test
    void everyKindOfValueFindsItsComponent() {
        assertThat(bind("kitchen: {cooks: 3, oven: 2g, dishes: [soup, 'fish: fried']}\nopen: false\nshift: 30m\n"
                        + "style: FANCY\nowner: Ann"))
                .isEqualTo(new Restaurant(
                        new Kitchen(3, new MemorySize(2L << 30), List.of("soup", "fish: fried")),
                        false,
                        Duration.ofMinutes(30),
                        Style.FANCY,
                        "Ann"));
    }

    @Test
    void aListMayBeWrittenAsWords() {
        assertThat(bind("kitchen: {dishes: soup  fish}").kitchen().dishes()).containsExactly("soup", "fish");
        assertThat(bind("kitchen: {dishes: '[soup, \"fish, fried\"]'}")
                        .kitchen()
                        .dishes())
                .containsExactly("soup", "fish, fried");
        assertThat(problems("kitchen: {dishes: '[soup, [fish]]'}"))
                .containsExactly("dishes must be a list such as [one, two]: [soup, [fish]] (x.yaml:1: kitchen.dishes)");
        assertThat(problems("kitchen: {dishes: '[soup, fish'}"))
                .containsExactly("dishes must be a list such as [one, two]: [soup, fish (x.yaml:1: kitchen.dishes)");
    }

    @Test
    void onlyWhatMayBeAbsentMayBeNull() {
        assertThat(bind("kitchen: {oven: null}\nowner: null").owner()).isNull();
        assertThat(problems("kitchen: {cooks: null}"))
                .containsExactly("cooks must have a value: null (x.yaml:1: kitchen.cooks)");
        assertThat(problems("shift: null\nstyle: null"))
                .containsExactly(
                        "shift must have a value: null (x.yaml:1: shift)",
                        "style must have a value: null (x.yaml:2: style)");
    }

    @Test
    void everyProblemIsFoundInOneGo() {
        assertThat(problems("kitchen:\n"
                        + "  cooks: 12\n"
                        + "  dishes: []\n"
                        + "  tablecloth: white\n"
                        + "open: perhaps\n"
                        + "style: odd\n"
                        + "shift: [1]"))
                .containsExactlyInAnyOrder(
                        "cooks must be <= 9: 12 (x.yaml:2: kitchen.cooks)",
                        "dishes must name one: [] (x.yaml:3: kitchen.dishes)",
                        "unknown setting 'tablecloth' (x.yaml:4: kitchen.tablecloth); known: cooks, oven, dishes",
                        "open must be true or false: perhaps (x.yaml:5: open)",
                        "style must be one of plain, fancy: odd (x.yaml:6: style)",
                        "'shift' must be one value (x.yaml:7: shift)");
    }

    @Test
    void aValueThatCannotBeReadDoesNotHideThatAnotherBreaksItsRule() {
        assertThat(problems("kitchen: {cooks: 0, oven: hot}"))
                .containsExactlyInAnyOrder(
                        "oven must be an amount of memory with its unit, such as 512m or 2g: hot (x.yaml:1: kitchen.oven)",
                        "cooks must be > 0: 0 (x.yaml:1: kitchen.cooks)");
    }

    @Test
    void whatOneSectionSaysGoesOnTopOfTheOtherAndListsAreReplaced() {
        Setting.Section merged = GOOD.with(yaml("kitchen: {dishes: [fish]}\nowner: Bo"));

        assertThat(RecordBinder.bind(Restaurant.class, merged, GOOD))
                .isEqualTo(new Restaurant(
                        new Kitchen(2, null, List.of("fish")), true, Duration.ofHours(8), Style.PLAIN, "Bo"));
        assertThat(GOOD.entries()).doesNotContainKey("owner");
    }

    @Test
    void whatIsWrittenIsReadBackTheSameWhateverItHolds() {
        Restaurant odd = new Restaurant(
                new Kitchen(1, MemorySize.ofMebibytes(1_536), List.of("a \"b\"", "c: d # e", "\\")),
                false,
                Duration.ofMillis(1_500),
                Style.FANCY,
                "null");

        assertThat(bind(RecordWriter.write(odd))).isEqualTo(odd);
    }

    @Test
    void whatIsNoConfigurationIsToldWithItsLine() {
        assertThatThrownBy(() -> yaml("- a\n- b"))
                .hasMessage("a configuration must be a list of 'name: value' (x.yaml:1)");
        assertThatThrownBy(() -> yaml("a: 1\na: 2")).hasMessage("'a' is set twice (x.yaml:2)");
        assertThatThrownBy(() -> yaml("a: [[1]]")).hasMessage("a list of plain values is expected (x.yaml:1)");
        assertThatThrownBy(() -> yaml("? [a]\n: b")).hasMessage("the name of a setting must be a word (x.yaml:1)");
        assertThatThrownBy(() -> yaml("a: *nowhere")).hasMessageStartingWith("not valid YAML: ");
        assertThat(yaml("").entries()).isEmpty();
        assertThat(yaml("# only words").entries()).isEqualTo(Map.of());
    }

    private static Setting.Section yaml(String text) {
        return YamlSettings.read("x.yaml", text);
    }

    private static Restaurant bind(String text) {
        return RecordBinder.bind(Restaurant.class, GOOD.with(yaml(text)), GOOD);
    }

    private static List<String> problems(String text) {
        return catchThrowableOfType(ConfigurationException.class, () -> bind(text))
                .problems();
    }
}
