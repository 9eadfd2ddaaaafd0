package gavel.harness.report.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import gavel.harness.report.chart.Timelines.Phase;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is drawn, by where its points are. */
class DrawingsTest {
    private static final double NONE = Double.NaN;

    private static Series series(double... values) {
        return new Series("home", "s1", values);
    }

    private static String svg(UnaryOperator<Svg> shapes) {
        return shapes.apply(new Svg("full", "a <label>", 100, 50)).end();
    }

    private static List<String> paths(String drawing) {
        return Pattern.compile("<path[^>]* d=\"([^\"]*)\"")
                .matcher(drawing)
                .results()
                .map(result -> result.group(1))
                .toList();
    }

    private static Timelines lines(Panel.Kind kind, String unit, Series... series) {
        return new Timelines(
                new double[] {1, 2, 3},
                List.of(new Phase("ramp", false, 0, 1), new Phase("measured", true, 1, 3)),
                List.of(new Timelines.Mark(1, "scale appServers to 2", true, 1.5, 2)),
                List.of(new Panel("Panel", kind, unit, List.of(series))));
    }

    @Test
    void aSeriesKnowsItsEndsAndNothingOfWhatIsMissing() {
        assertThat(series(3, NONE, 7, 0).highest()).isEqualTo(7);
        assertThat(series(3, NONE, 7, 0).lowestAboveZero()).isEqualTo(3);
        assertThat(series(NONE, 0).highest()).isZero();
        assertThat(series(NONE, 0).lowestAboveZero()).isInfinite();
    }

    @Test
    void aMissingValueInterruptsALineInsteadOfBendingIt() {
        String path = paths(
                        svg(s -> s.path("line", "home", new double[] {0, 1, 2, 3, 4}, new double[] {5, 6, NONE, 8, 9})))
                .getFirst();

        assertThat(path).isEqualTo("M0.0 5.0L1.0 6.0M3.0 8.0L4.0 9.0");
    }

    @Test
    void aValueBetweenTwoThatAreMissingIsADot() {
        double[] seconds = {0, 1, 2, 3, 4};
        double[] values = {5, NONE, 7, NONE, 9};

        assertThat(paths(svg(s -> s.path("line", "home", seconds, values))).getFirst())
                .isEqualTo("M0.0 5.0h0.1M2.0 7.0h0.1M4.0 9.0h0.1");
    }

    @Test
    void anAreaGoesThereAndBack() {
        assertThat(paths(svg(s -> s.area("area", new double[] {0, 1}, new double[] {5, 6}, new double[] {9, 8}))))
                .containsExactly("M0.0 5.0L1.0 6.0L1.0 8.0L0.0 9.0Z");
    }

    @Test
    void noRectangleHasANegativeSide() {
        assertThat(svg(s -> s.rect("band", 5, 5, -3, -1))).contains("width=\"0.0\" height=\"0.0\"");
    }

    @Test
    void textIsEscapedWhereverItComesFrom() {
        assertThat(svg(s -> s.text("tick", "end", 1, 2, "<b> & c").path("line", "\"x\"", new double[0], new double[0])))
                .contains("aria-label=\"a &lt;label&gt;\"", ">&lt;b&gt; &amp; c</text>", "data-name=\"&quot;x&quot;\"");
    }

    @Test
    void numbersAreWrittenTheSameEverywhereInTheWorld() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            assertThat(svg(s -> s.line("grid", 1.5, 2.5, 3.5, 4.5))).contains("x1=\"1.5\"");
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void noSecondIsWrittenTwice() {
        String drawing = lines(Panel.Kind.LINES, "", series(1, 2, 3)).draw("full", 1000);

        assertThat(Pattern.compile(">(\\d+ s)</text>")
                        .matcher(drawing)
                        .results()
                        .map(found -> found.group(1)))
                .containsExactly("0 s", "1 s", "2 s", "3 s");
    }

    @Test
    void aPanelWithoutAValueIsEmptyAndZeroIsAValue() {
        assertThat(new Panel("none", Panel.Kind.LINES, "", List.of()).empty()).isTrue();
        assertThat(new Panel("missing", Panel.Kind.LINES, "", List.of(series(NONE, NONE))).empty())
                .isTrue();
        assertThat(new Panel("zero", Panel.Kind.LINES, "", List.of(series(NONE, 0))).empty())
                .isFalse();
    }

    @Test
    void aHigherValueIsDrawnHigher() {
        String path = paths(lines(Panel.Kind.LINES, "", series(0, 50, 100)).draw("full", 1000))
                .getFirst();
        List<Double> heights = Pattern.compile(" ([0-9.]+)")
                .matcher(path)
                .results()
                .map(MatchResult::group)
                .map(Double::valueOf)
                .toList();

        assertThat(heights).hasSize(3).isSortedAccordingTo(Comparator.reverseOrder());
        assertThat(heights.get(0) - heights.get(1))
                .as("equal steps")
                .isEqualTo(heights.get(1) - heights.get(2), within(0.2));
    }

    @Test
    void onALogarithmicAxisNothingIsNotDrawnAsTheLeast() {
        assertThat(paths(lines(Panel.Kind.LOGARITHMIC, "ms", series(10, 0, 1000))
                                .draw("full", 1000))
                        .getFirst())
                .as("two dots, not joined")
                .matches("M[0-9.]+ [0-9.]+h0\\.1M[0-9.]+ [0-9.]+h0\\.1");
    }

    @Test
    void aStackBeginsWhereTheOneBelowEnds() {
        List<String> areas = paths(lines(
                        Panel.Kind.STACKED,
                        "%",
                        new Series("a", "t1", new double[] {10, 10, 10}),
                        new Series("b", "t2", new double[] {20, NONE, 20}))
                .draw("full", 1000));

        assertThat(areas).hasSize(2);
        String upperOfFirst = areas.getFirst().substring(0, areas.getFirst().indexOf('L'));
        assertThat(areas.getLast()).endsWith("L" + upperOfFirst.substring(1) + "Z");
    }

    /** Where no sample was taken, the machine was not idle. */
    @Test
    void aStackIsInterruptedWhereNothingIsKnown() {
        List<String> areas = paths(new Timelines(
                        new double[] {1, 2, 3, 4, 5, 6},
                        List.of(),
                        List.of(),
                        List.of(new Panel(
                                "Panel", Panel.Kind.STACKED, "%", List.of(series(10, 10, NONE, NONE, 10, NONE)))))
                .draw("full", 1000));

        assertThat(areas).hasSize(2);
        assertThat(areas.getFirst()).as("two there and two back").containsPattern("^M[^L]*(L[^L]*){3}Z$");
        double lone =
                Double.parseDouble(areas.getLast().substring(1, areas.getLast().indexOf(' ')));
        assertThat(areas.getLast()).as("one that can be seen").contains(String.format(Locale.ROOT, "L%.1f ", lone + 2));
    }

    @Test
    void theMeasuredPhaseStandsOutAndNarrowPhasesAreNotNamed() {
        assertThat(lines(Panel.Kind.LINES, "", series(1, 2, 3)).draw("full", 1000))
                .contains("class=\"band measured\"", ">measured</text>", ">ramp</text>");
        assertThat(new Timelines(
                                new double[] {1, 1000},
                                List.of(new Phase("ramp", false, 0, 1)),
                                List.of(),
                                List.of(new Panel("Panel", Panel.Kind.LINES, "", List.of(series(1, 2)))))
                        .draw("compact", 360))
                .contains("class=\"band\"")
                .doesNotContain(">ramp</text>");
    }

    @Test
    void withoutAnythingToDrawThereIsStillADrawing() {
        assertThat(new Timelines(new double[0], List.of(), List.of(), List.of()).draw("full", 1000))
                .startsWith("<svg ")
                .endsWith("</svg>")
                .doesNotContain("NaN", "Infinity");
        assertThat(lines(Panel.Kind.LOGARITHMIC, "ms").draw("full", 1000)).doesNotContain("NaN", "Infinity");
        assertThat(lines(Panel.Kind.LINES, "", series(NONE, NONE, NONE)).draw("full", 1000))
                .doesNotContain("NaN", "Infinity");
    }

    @ParameterizedTest
    @CsvSource({
        "0.5, ms, 0.5 ms",
        "100, ms, 100 ms",
        "1000, ms, 1 s",
        "2500, ms, 2.5 s",
        "40, %, 40 %",
        "999, '', 999",
        "1500, '', '1,500'",
        "20000, '', 20k",
    })
    void ticksAreShort(double tick, String unit, String label) {
        assertThat(Timelines.label(tick, unit)).isEqualTo(label);
    }

    private static List<Double> heightsOf(String text, String drawing) {
        return Pattern.compile("<text class=\"bound\"[^>]* y=\"([0-9.]+)\">" + text)
                .matcher(drawing)
                .results()
                .map(found -> Double.valueOf(found.group(1)))
                .toList();
    }

    private static String bounded(double... limits) {
        return new Timelines(
                        new double[] {1, 2},
                        List.of(),
                        List.of(),
                        List.of(new Panel(
                                "Panel",
                                Panel.Kind.LOGARITHMIC,
                                "ms",
                                List.of(series(1, 10)),
                                Arrays.stream(limits)
                                        .mapToObj(limit -> new Panel.Bound(limit, "limit " + limit))
                                        .toList())))
                .draw("full", 1000);
    }

    /** The name of the lower one would stand on the line of the upper one. */
    @Test
    void namesOfLimitsNearEachOtherStandBesideEachOther() {
        String near = bounded(2_000, 4_000);
        assertThat(heightsOf("limit 2000.0", near)).hasSize(1).isEqualTo(heightsOf("limit 4000.0", near));
        String far = bounded(20, 4_000);
        assertThat(heightsOf("limit 20.0", far).getFirst())
                .isGreaterThan(heightsOf("limit 4000.0", far).getFirst() + 18);
    }

    @Test
    void percentileCurvesNameTheirTail() {
        double[] quantiles = PercentileCurves.quantiles(4);
        String drawing =
                new PercentileCurves(quantiles, List.of(series(1, 2, 5, 9, NONE)), List.of()).draw("full", 1040, 340);

        assertThat(quantiles).containsExactly(new double[] {0, 0.9, 0.99, 0.999, 0.9999}, within(1e-12));
        assertThat(drawing).contains(">99.9 %</text>", "class=\"line s1\" data-name=\"home\"");
        assertThat(paths(drawing).getFirst().split("L"))
                .as("the last one has no sample")
                .hasSize(4);
    }

    @Test
    void aLimitIsALineWithItsNameAndWithinTheDrawing() {
        Panel panel = new Panel(
                "Latency",
                Panel.Kind.LOGARITHMIC,
                "ms",
                List.of(series(10, 20, 30)),
                List.of(new Panel.Bound(2_000, "limit 2 s")));
        String drawing = new Timelines(new double[] {1, 2, 3}, List.of(), List.of(), List.of(panel)).draw("full", 1000);

        assertThat(drawing)
                .contains("class=\"bound\"", ">limit 2 s</text>", ">10 s</text>", "time since the load began");
        assertThat(new PercentileCurves(
                                PercentileCurves.quantiles(4),
                                List.of(series(1, 2, 5, 9, NONE)),
                                List.of(new Panel.Bound(2_000, "limit 2 s")))
                        .draw("full", 1040, 340))
                .contains(">limit 2 s</text>", ">latency</text>", ">10 s</text>");
    }

    @Test
    void percentileCurvesWithoutSamplesAreEmptyAxes() {
        assertThat(new PercentileCurves(PercentileCurves.quantiles(4), List.of(), List.of()).draw("compact", 360, 300))
                .contains("<svg")
                .doesNotContain("<path", "NaN", "Infinity");
    }
}
