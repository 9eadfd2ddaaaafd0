package gavel.harness.report.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import gavel.harness.report.chart.ScalingCurve.Mark;
import gavel.harness.report.chart.XyChart.Layer;
import gavel.harness.report.chart.XyChart.Limit;
import gavel.harness.report.chart.XyChart.Point;
import gavel.harness.report.chart.XyChart.Points;
import gavel.harness.report.chart.XyChart.Span;
import gavel.harness.report.chart.XyChart.Upright;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Charts of points: where things are, and what is written beside the axes. */
class XyChartTest {
    private static String drawn(Layer... layers) {
        return new XyChart("a chart", Axis.fromZero("users", 100), Axis.fromZero("operations", 10), List.of(layers))
                .draw("full", 1_000, 300);
    }

    private static double number(String regex, String text) {
        var found = Pattern.compile(regex).matcher(text);
        assertThat(found.find()).as(regex).isTrue();
        return Double.parseDouble(found.group(1));
    }

    @Test
    void axesHaveTitlesAndRoundTicks() {
        assertThat(drawn())
                .contains(">users</text>", ">operations</text>", ">0</text>", ">100</text>", ">10</text>")
                .contains("aria-label=\"a chart\"");
    }

    @Test
    void anIntervalReachesFromItsLowerToItsUpperEnd() {
        String chart = drawn(new Points("s1", List.of(new Point(50, 2, 5, 8, "5", "fifty"))));
        double low = number("whisker s1\" x1=\"[0-9.]+\" y1=\"([0-9.]+)\"", chart);
        double high = number("whisker s1\" x1=\"[0-9.]+\" y1=\"[0-9.]+\" x2=\"[0-9.]+\" y2=\"([0-9.]+)\"", chart);
        double middle = number("point s1\" x=\"[0-9.]+\" y=\"([0-9.]+)\"", chart) + 4;

        assertThat(low - middle).isEqualTo(middle - high, within(0.2)).isPositive();
        assertThat(chart).contains("<title>fifty</title>", ">5</text>");
    }

    @Test
    void aPointWithoutAnIntervalHasNoWhisker() {
        assertThat(drawn(new Points("pass", List.of(Point.bare(1, 2, "one")))))
                .contains("point pass")
                .doesNotContain("whisker");
    }

    @Test
    void limitKneeAndIntervalAreWrittenAndLieWhereTheyShould() {
        String chart = drawn(new Span(40, 60), new Limit(10, "limit"), new Upright(50, "peak 50"));
        double from = number("band measured\" x=\"([0-9.]+)\"", chart);
        double width = number("band measured\" x=\"[0-9.]+\" y=\"[0-9.]+\" width=\"([0-9.]+)\"", chart);

        assertThat(number("knee\" x1=\"([0-9.]+)\"", chart)).isEqualTo(from + width / 2, within(0.2));
        assertThat(chart).contains(">limit</text>", ">peak 50</text>");
    }

    @Test
    void whatAPointIsCalledIsText() {
        assertThat(drawn(new Points("s1", List.of(Point.bare(1, 2, "<script>")))))
                .contains("<title>&lt;script&gt;</title>");
    }

    @ParameterizedTest
    @CsvSource({
        "2026-11-01T08:00:00Z, 2026-11-01T11:00:00Z, 1 Nov 09:00",
        "2026-11-01T08:00:00Z, 2026-11-05T08:00:00Z, 3 Nov",
        "2026-01-01T08:00:00Z, 2026-11-05T08:00:00Z, 2026",
    })
    void datesAreWrittenAsFarAsTheyDiffer(String from, String to, String tick) {
        Axis axis = Axis.time(
                "begun", Instant.parse(from).toEpochMilli(), Instant.parse(to).toEpochMilli());

        assertThat(axis.ticks())
                .hasSizeBetween(2, 8)
                .extracting(Axis.Tick::text)
                .anyMatch(text -> text.contains(tick));
        assertThat(axis.ticks()).allMatch(each -> each.at() >= axis.low() && each.at() <= axis.high());
    }

    @Test
    void oneMomentAndACenturyHaveAxesToo() {
        double now = Instant.parse("2026-11-01T08:00:00Z").toEpochMilli();
        assertThat(Axis.time("begun", now, now).ticks()).isNotEmpty();
        assertThat(Axis.time("begun", 0, now * 2).ticks()).hasSizeBetween(2, 8);
    }

    @Test
    void percentAndDecadesAreWrittenInTheirUnits() {
        assertThat(Axis.percent("late", 1.2).ticks())
                .extracting(Axis.Tick::text)
                .contains("0 %", "100 %");
        assertThat(Axis.decadesOfMillis("p99", 30, 900).ticks())
                .extracting(Axis.Tick::text)
                .containsExactly("10 ms", "100 ms", "1 s");
        assertThat(Axis.counts("servers", 1, 60).ticks()).hasSizeLessThan(22);
    }

    @Test
    void curvesLieOverEachOtherWithTheirPoints() {
        ScalingCurve one = new ScalingCurve(
                "one", "s1", List.of(new Mark(1, 90, 100, 110, true), new Mark(2, 140, 150, 160, false)), List.of());
        ScalingCurve two = new ScalingCurve("two", "s2", List.of(new Mark(1, 45, 50, 55, true)), List.of(50.0, 100.0));
        String chart = ScalingCurve.over("both", List.of(one, two)).draw("full", 1_000, 300);

        assertThat(chart)
                .contains("point left s1", "point s1", "point s2", "line s2\" data-name=\"two\"")
                .contains("<title>one, 2 servers: 150 users (140 to 160), does not count</title>");
        assertThat(one.in("faint").style()).isEqualTo("faint");
    }

    @Test
    void aCurveAloneHasItsBandAndWhatWouldBeLinear() {
        ScalingCurve curve =
                new ScalingCurve("peak", "s1", List.of(new Mark(1, 45, 50, 55, true)), List.of(50.0, 90.0));

        assertThat(curve.alone(new ScalingCurve.Ends(List.of(-10.0, 80.0), List.of(60.0, 100.0)))
                        .both(300))
                .contains("class=\"confidence\"", "line ideal", "line s1", "chart compact")
                .doesNotContain("NaN");
        assertThat(curve.alone(new ScalingCurve.Ends(List.of(), List.of())).both(300))
                .doesNotContain("confidence");
    }

    @Test
    void withoutAnythingToDrawThereAreAxes() {
        assertThat(ScalingCurve.over("none", List.of()).draw("full", 500, 200))
                .startsWith("<svg")
                .endsWith("</svg>")
                .doesNotContain("NaN", "Infinity");
    }
}
