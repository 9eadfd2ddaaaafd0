package gavel.harness.setting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import gavel.harness.failure.ConfigurationException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values at the edges of their kinds, records that are written and read back, and what a file must not cost. */
class SettingLimitsTest {
    enum Style {
        PLAIN,
        @AlsoCalled("posh")
        FANCY
    }

    record Inner(String text, List<String> texts, Integer optional) {}

    record Part(String name, Integer port, Double share) {}

    record Whole(
            String words,
            int number,
            long large,
            Double share,
            boolean truth,
            Duration time,
            MemorySize memory,
            Style style,
            Inner inner,
            List<Part> parts) {}

    private static final String GOOD = """
            words: good
            number: 1
            large: 1
            share: 0.5
            truth: true
            time: 1s
            memory: 1m
            style: plain
            inner: {text: good, texts: [], optional: null}
            parts: []
            """;

    private static Whole bind(String yaml) {
        Setting.Section good = YamlSettings.read("good", GOOD);
        return RecordBinder.bind(Whole.class, good.with(YamlSettings.read("x.yaml", yaml)), good);
    }

    private static List<String> problems(String yaml) {
        return catchThrowableOfType(ConfigurationException.class, () -> bind(yaml))
                .problems();
    }

    @ParameterizedTest
    @CsvSource({
        "2147483647, 2147483647",
        "-2147483648, -2147483648",
        "1_000_000, 1000000",
        "'  7 ', 7",
        "-0, 0",
        "007, 7"
    })
    void aWholeNumberIsReadToItsEnds(String text, int number) {
        assertThat(bind("number: \"" + text + "\"").number()).isEqualTo(number);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            number | 2147483648           | number must be <= 2147483647: 2147483648
            number | -2147483649          | number must be >= -2147483648: -2147483649
            number | 1.0                  | number must be a whole number: 1.0
            number | 1e3                  | number must be a whole number: 1e3
            number | _                    | number must be a whole number: _
            number | 0x10                 | number must be a whole number: 0x10
            large  | 9223372036854775808  | large must be <= 9223372036854775807: 9223372036854775808
            large  | many                 | large must be a whole number: many
            share  | NaN                  | share must be a finite number: NaN
            share  | 1e999                | share must be a finite number: 1e999
            share  | -Infinity            | share must be a finite number: -Infinity
            share  | 0,5                  | share must be a number: 0,5
            truth  | yes                  | truth must be true or false: yes
            truth  | 1                    | truth must be true or false: 1
            time   | 1 year               | time must be a length of time such as 500ms, 30s, 1m30s or 1h: 1 year
            time   | 0.1ms                | time must be a length of time in whole milliseconds: 0.1ms
            time   | -1s                  | time must be a length of time such as 500ms, 30s, 1m30s or 1h: -1s
            memory | 512                  | memory must be an amount of memory with its unit, such as 512m or 2g: 512
            memory | 1025t                | memory must be more than nothing and at most 1024t: 1025t
            memory | 0g                   | memory must be more than nothing and at most 1024t: 0g
            style  | loud                 | style must be one of plain, fancy: loud
            """)
    void aValueOfAnotherKindIsRefusedWithItsRuleItsPlaceAndWhatItIs(String name, String text, String problem) {
        assertThat(problems(name + ": '" + text + "'")).containsExactly(problem + " (x.yaml:1: " + name + ")");
    }

    @ParameterizedTest
    @CsvSource({
        "1024t, 1125899906842624",
        "1b, 1",
        "1048576g, 1125899906842624",
        "1k, 1024",
        "1KiB, 1024",
        "1 MB, 1048576"
    })
    void memoryIsReadToItsEnds(String text, long bytes) {
        assertThat(MemorySize.parse(text).bytes()).isEqualTo(bytes);
    }

    @Test
    void memoryThatIsWrittenIsReadBack() {
        SplittableRandom random = new SplittableRandom(12);
        for (int i = 0; i < 5_000; i++) {
            long bytes = random.nextLong(1, 1L << random.nextInt(1, 39)) << (10 * random.nextInt(2));
            assertThat(MemorySize.parse(new MemorySize(bytes).toString())).isEqualTo(new MemorySize(bytes));
        }
        assertThatIllegalArgumentException().isThrownBy(() -> new MemorySize(0)).withMessage("memory must be > 0: 0");
        assertThat(new MemorySize((3L << 20) - 1).mebibytes())
                .as("whole ones only")
                .isEqualTo(2);
    }

    @Test
    void aLengthOfTimeThatIsWrittenIsReadBack() {
        SplittableRandom random = new SplittableRandom(13);
        for (int i = 0; i < 5_000; i++) {
            Duration time = Duration.ofMillis(random.nextLong(0, 1L << random.nextInt(1, 30)));
            assertThat(Durations.parse(Durations.text(time))).isEqualTo(time);
        }
        assertThat(Durations.text(null)).isEmpty();
        assertThat(Durations.text(Duration.ZERO)).isEqualTo("0s");
    }

    @Test
    void anotherNameOfAConstantIsReadAndNotWritten() {
        assertThat(bind("style: posh").style()).isEqualTo(Style.FANCY);
        assertThat(bind("style: POSH").style()).isEqualTo(Style.FANCY);
        assertThat(RecordWriter.write(bind("style: posh"))).contains("style: fancy\n");
    }

    /** With the lower case of Turkish, PLAIN would be plaın. */
    @Test
    void constantsAreReadAndWrittenTheSameInTurkey() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag("tr-TR"));
            assertThat(bind("style: PLAIN").style()).isEqualTo(Style.PLAIN);
            assertThat(RecordWriter.write(bind("style: PLAIN"))).contains("style: plain\n");
            assertThat(bind("time: 500MS").time()).isEqualTo(Duration.ofMillis(500));
        } finally {
            Locale.setDefault(before);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "null",
                "~",
                "true",
                "1.0",
                "# no comment",
                "a: b",
                "[a, b]",
                "{a: b}",
                "&a *a",
                "quote \" and \\ and '",
                "two\nlines",
                "\n",
                "tab\tand\rreturn",
                "\u0000\u0007\u001b[31m",
                "\u007f\u0085\u00a0",
                "\u2028\u2029\ufeff\ufffe\uffff",
                "ünï☃𝒳",
                "%d %s",
                "${secret:x}",
                "---\n...",
                "ends with \\"
            })
    void anyTextIsReadBackAsItWas(String text) {
        Whole whole = new Whole(
                text,
                -5,
                Long.MIN_VALUE,
                1e-9,
                false,
                Duration.ofMillis(1),
                new MemorySize(1),
                Style.FANCY,
                new Inner(text, List.of(text, "x", text), 3),
                List.of(new Part(text, null, 1e30)));

        String yaml = RecordWriter.write(whole);

        assertThat(RecordBinder.bind(Whole.class, YamlSettings.read("written", yaml), YamlSettings.read("good", GOOD)))
                .as(yaml)
                .isEqualTo(whole);
    }

    @Test
    void anyRecordIsReadBackAsItWas() {
        SplittableRandom random = new SplittableRandom(14);
        for (int i = 0; i < 1_000; i++) {
            List<String> texts = new ArrayList<>();
            List<Part> parts = new ArrayList<>();
            for (int j = random.nextInt(4); j > 0; j--) {
                texts.add(text(random));
                parts.add(new Part(
                        text(random),
                        random.nextBoolean() ? null : random.nextInt(),
                        random.nextBoolean() ? null : random.nextDouble(-1e20, 1e20)));
            }
            Whole whole = new Whole(
                    text(random),
                    random.nextInt(),
                    random.nextLong(),
                    Math.exp(random.nextDouble(-50, 50)),
                    random.nextBoolean(),
                    Duration.ofMillis(random.nextLong(0, 1L << 29)),
                    new MemorySize(random.nextLong(1, 1L << 39)),
                    Style.values()[random.nextInt(2)],
                    new Inner(text(random), texts, random.nextBoolean() ? null : random.nextInt()),
                    parts);
            String yaml = RecordWriter.write(whole);
            assertThat(RecordBinder.bind(
                            Whole.class, YamlSettings.read("written", yaml), YamlSettings.read("good", GOOD)))
                    .as(yaml)
                    .isEqualTo(whole);
        }
    }

    private static String text(SplittableRandom random) {
        int length = random.nextInt(12);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append((char) (random.nextInt(4) == 0 ? random.nextInt(0x3000) : random.nextInt(128)));
        }
        return text.toString();
    }

    @Test
    void everyProblemOfAFileIsToldAtOnce() {
        assertThat(problems("""
                        number: many
                        truht: true
                        inner:
                          optional: 1.5
                          text: [a]
                        parts:
                          - {name: one, port: x}
                          - {nam: two}
                        memory: 1
                        """))
                .containsExactlyInAnyOrder(
                        "unknown setting 'truht' (x.yaml:2: truht); did you mean 'truth'?",
                        "number must be a whole number: many (x.yaml:1: number)",
                        "memory must be an amount of memory with its unit, such as 512m or 2g: 1 (x.yaml:9: memory)",
                        "'text' must be one value (x.yaml:5: inner.text)",
                        "optional must be a whole number: 1.5 (x.yaml:4: inner.optional)",
                        "port must be a whole number: x (x.yaml:7: parts[0].port)",
                        "unknown setting 'nam' (x.yaml:8: parts[1].nam); did you mean 'name'?");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            inner: 5                | 'inner' must be a section (x.yaml:1: inner)
            inner: [a]              | 'inner' must be a section (x.yaml:1: inner)
            words: {a: b}           | 'words' must be one value (x.yaml:1: words)
            number: null            | number must have a value: null (x.yaml:1: number)
            words:                  | words must have a value: null (x.yaml:1: words)
            parts: {name: one}      | 'parts' must be a list of sections, such as [{name: value}] (x.yaml:1: parts)
            parts: [one]            | 'parts' must be a list of sections, such as [{name: value}] (x.yaml:1: parts)
            inner: {texts: {a: b}}  | 'texts' must be a list of values (x.yaml:1: inner.texts)
            """)
    void whatHasAnotherFormIsToldWithItsPath(String yaml, String problem) {
        assertThat(problems(yaml)).containsExactly(problem);
    }

    @Test
    void rulesAreToldWithTheirBounds() {
        List<Rules.Broken> broken = new Rules()
                .atLeast("a", 1, 0)
                .atLeast("b", -3, -4)
                .atMost("c", 5, 6)
                .port("d", 0, 1)
                .port("e", 65_534, 3)
                .port("f", 65_533, 3)
                .port("g", null, 3)
                .port("h", 65_535, 0)
                .memory("i", MemorySize.ofMebibytes(63), 64)
                .memory("j", null, 64)
                .memory("k", new MemorySize((64L << 20) + 1), 64)
                .broken();

        assertThat(broken.stream().map(each -> each.name() + " " + each.rule() + ": " + each.actual()))
                .containsExactly(
                        "a must be > 0: 0",
                        "b must be >= -3: -4",
                        "c must be <= 5: 6",
                        "d must be 1..65535: 0",
                        "e must be 1..65533, as each of 3 has the next one: 65534",
                        "i must be >= 64m: 63m");
        assertThat(new Rules.Broken("hosts.drivers.count", "r", 1).name()).isEqualTo("count");
        new Rules().check();
        assertThatThrownBy(() -> new Rules().atLeast("a", 1, 0).check()).isInstanceOf(IllegalArgumentException.class);
    }
}
