package gavel.harness.report.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import gavel.harness.report.chart.Scale.Linear;
import gavel.harness.report.chart.Scale.Logarithmic;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is written beside axes, and where values lie along them. */
class AxesTest {
    @ParameterizedTest
    @CsvSource({
        // highest, where the axis ends, and its steps: the next of 1, 2, 5 times a power of ten above a third of it
        "1, 1, 0.5",
        "0.9, 1, 0.5",
        "3, 3, 1",
        "3.1, 4, 2",
        "100, 100, 50",
        "101, 150, 50",
        "1000000, 1000000, 500000",
        "0.0004, 0.0004, 0.0002"
    })
    void anAxisEndsAtAWholeStepThatIsNotBelowTheHighest(double highest, double end, double step) {
        Linear axis = Linear.fromZero(highest, 0, 1, 3);

        assertThat(axis.high()).isCloseTo(end, within(end * 1e-9));
        List<Double> ticks = axis.ticks(3);
        assertThat(ticks.getFirst()).isZero();
        assertThat(ticks.get(1)).isCloseTo(step, within(step * 1e-9));
        assertThat(ticks.getLast()).isCloseTo(end, within(end * 1e-9));
    }

    @ParameterizedTest
    @CsvSource({"0.004, 0.001", "0.012, 0.005", "0.02, 0.005", "0.9, 0.20", "3, 1", "0.00002, 0.000005"})
    void noTwoTicksAreWrittenAlike(double highest, String second) {
        for (Axis axis : List.of(Axis.fromZero("cores", highest), Axis.percent("late", highest / 100))) {
            List<String> texts = axis.ticks().stream().map(Axis.Tick::text).toList();
            assertThat(texts).doesNotHaveDuplicates();
            assertThat(texts.get(1).replace(" %", "")).isEqualTo(second);
        }
    }

    /** A run in which nothing failed has an axis all the same, and not one of billionths. */
    @Test
    void anAxisOfNothingEndsAtOne() {
        assertThat(Linear.fromZero(0, 0, 1, 3).ticks(3)).containsExactly(0.0, 0.5, 1.0);
        assertThat(labels(new Series("none", "s1", new double[] {0, 0, 0}))).startsWith("0", "0.5", "1");
    }

    @Test
    void anyAxisHasBetweenTwoAndElevenTicksThatRiseInEqualSteps() {
        SplittableRandom random = new SplittableRandom(6);
        for (int i = 0; i < 10_000; i++) {
            double highest = Math.exp(random.nextDouble(-12, 20));
            int about = 1 + random.nextInt(10);
            Linear axis = Linear.fromZero(highest, 300, 20, about);
            List<Double> ticks = axis.ticks(about);

            assertThat(axis.high()).as("%s in %d", highest, about).isGreaterThanOrEqualTo(highest * (1 - 1e-12));
            assertThat(ticks).as("%s in %d", highest, about).hasSizeBetween(2, 12);
            double step = ticks.get(1);
            for (int n = 0; n < ticks.size(); n++) {
                assertThat(ticks.get(n)).isCloseTo(n * step, within(1e-9 * axis.high()));
            }
            assertThat(axis.position(0)).isEqualTo(300);
            assertThat(axis.position(axis.high())).isEqualTo(20);
            assertThat(axis.position(axis.high() / 2)).isCloseTo(160, within(1e-6));
        }
    }

    @Test
    void whatLiesBeyondAnAxisIsDrawnAtItsEnd() {
        Linear axis = new Linear(10, 20, 100, 200);
        assertThat(axis.position(-5)).isEqualTo(100);
        assertThat(axis.position(10)).isEqualTo(100);
        assertThat(axis.position(12.5)).isEqualTo(125);
        assertThat(axis.position(20)).isEqualTo(200);
        assertThat(axis.position(1e12)).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1, 1, 10",
        "1, 10, 1, 10",
        "2, 9, 1, 10",
        "0.5, 2000, 0.1, 10000",
        "1000, 1000, 1000, 10000",
        "999, 1001, 100, 10000"
    })
    void aLogarithmicAxisHasWholeDecades(double lowest, double highest, double low, double high) {
        Logarithmic axis = Logarithmic.decades(lowest, highest, 0, 100);
        assertThat(axis.low()).isCloseTo(low, within(low * 1e-9));
        assertThat(axis.high()).isCloseTo(high, within(high * 1e-9));
        int decades = (int) Math.round(Math.log10(high / low));
        assertThat(axis.ticks(99)).hasSize(decades + 1);
    }

    @Test
    void equalRatiosAreEqualDistances() {
        Logarithmic axis = new Logarithmic(1, 1_000, 300, 0);
        assertThat(axis.position(1)).isEqualTo(300);
        assertThat(axis.position(10)).isCloseTo(200, within(1e-9));
        assertThat(axis.position(31.6227766)).isCloseTo(150, within(1e-6));
        assertThat(axis.position(1_000)).isCloseTo(0, within(1e-9));
        assertThat(axis.position(0.001)).as("below the axis").isEqualTo(300);
    }

    @ParameterizedTest
    @CsvSource({
        "0, '', 0",
        "0.5, '', 0.5",
        "0.30000000000000004, '', 0.3",
        "0.00005, '', 0.00005",
        "0.0002, '', 0.0002",
        "150, '', 150",
        "2500, '', '2,500'",
        "10000, '', 10k",
        "12500, '', 12.5k",
        "1000000, '', 1000k",
        "20, %, 20 %",
        "0.1, ms, 0.1 ms",
        "999, ms, 999 ms",
        "1000, ms, 1 s",
        "1500, ms, 1.5 s",
        "100000, ms, 100 s"
    })
    void aTickIsWrittenWithoutDigitsThatSayNothing(double tick, String unit, String label) {
        assertThat(Timelines.label(tick, unit)).isEqualTo(label);
    }

    private static List<String> labels(Series series) {
        String svg = new Timelines(
                        new double[] {1, 2, 3},
                        List.of(),
                        List.of(),
                        List.of(new Panel("Panel", Panel.Kind.LINES, "", List.of(series))))
                .draw("full", 1_000);
        return Pattern.compile("<text class=\"tick\" text-anchor=\"end\"[^>]*>([^<]*)</text>")
                .matcher(svg)
                .results()
                .map(result -> result.group(1))
                .toList();
    }

    /** The axis is 58 to 986 wide for 0 to 4 nines: 90 % lies at a quarter of it, 58 + 232 = 290. */
    @Test
    void eachNineIsAsWideAsTheOther() {
        String svg = new PercentileCurves(
                        new double[] {0, 0.9, 0.99},
                        List.of(new Series("Home", "s1", new double[] {1, 10, Double.NaN})),
                        List.of())
                .draw("full", 1_000, 342);
        // From 1 to 10 ms between 294 and 28.
        assertThat(svg).contains("data-name=\"Home\" d=\"M58.0 294.0L290.0 28.0\"");
        assertThat(svg).contains(">0 %</text>", ">99.99 %</text>", ">1 ms</text>", ">10 ms</text>");
    }

    @Test
    void curvesWithoutAnySampleHaveAxes() {
        String svg = new PercentileCurves(new double[] {0, 0.9}, List.of(), List.of()).draw("compact", 400, 200);
        assertThat(svg).contains(">99.99</text>").doesNotContain("NaN", "Infinity");
        assertThat(new PercentileCurves(
                                new double[] {0, 0.9},
                                List.of(new Series("x", "s1", new double[] {Double.NaN, Double.NaN})),
                                List.of())
                        .draw("full", 1_000, 200))
                .contains("d=\"\"")
                .doesNotContain("Infinity");
    }

    private static List<String> texts(String svg, String style) {
        return Pattern.compile("<text class=\"" + style + "\"[^>]*>([^<]*)</text>")
                .matcher(svg)
                .results()
                .map(result -> result.group(1))
                .toList();
    }

    @Test
    void whateverIsDrawnLiesWithinTheDrawing() {
        SplittableRandom random = new SplittableRandom(8);
        for (int i = 0; i < 300; i++) {
            double[] values =
                    random.doubles(20, 0, Math.exp(random.nextDouble(-5, 15))).toArray();
            values[random.nextInt(20)] = Double.NaN;
            Panel.Kind kind = Panel.Kind.values()[i % 3];
            String svg = new Timelines(
                            random.doubles(20, 0, 4_000).sorted().toArray(),
                            List.of(new Timelines.Phase("measured", true, 0, 10_000)),
                            List.of(new Timelines.Mark(1, "x", false, 5_000, 9_000)),
                            List.of(new Panel("p", kind, "ms", List.of(new Series("a", "s1", values)))))
                    .draw("full", 800);
            double[] numbers = Pattern.compile("[ML](-?[0-9.]+) (-?[0-9.]+)")
                    .matcher(svg)
                    .results()
                    .flatMapToDouble(AxesTest::point)
                    .toArray();
            assertThat(Arrays.stream(numbers)).allMatch(number -> number >= 0 && number <= 800);
            assertThat(svg).doesNotContain("NaN", "Infinity");
        }
    }

    private static DoubleStream point(MatchResult point) {
        return DoubleStream.of(Double.parseDouble(point.group(1)), Double.parseDouble(point.group(2)));
    }
}
