package gavel.harness.report.comparison;

import gavel.driver.api.LoadReport.OperationReport;
import gavel.harness.compare.ComparedResult;
import gavel.harness.compare.Comparison;
import gavel.harness.compare.Difference;
import gavel.harness.compare.GroupEstimate;
import gavel.harness.report.chart.Axis;
import gavel.harness.report.chart.Panel;
import gavel.harness.report.chart.PercentileCurves;
import gavel.harness.report.chart.Series;
import gavel.harness.report.chart.XyChart;
import gavel.harness.report.chart.XyChart.Layer;
import gavel.harness.report.chart.XyChart.Point;
import gavel.harness.report.chart.XyChart.Points;
import gavel.harness.report.html.Links;
import gavel.harness.report.html.Page;
import gavel.harness.report.html.PageHead;
import gavel.harness.report.text.Words;
import gavel.harness.result.Figures;
import gavel.harness.result.Histograms;
import gavel.harness.result.Result;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Results side by side on one page without a script: figures with their intervals, distributions over each other, what differs. */
public final class ComparisonPage {
    private static final int STEPS = 96;
    private static final int MOST_DISTRIBUTIONS = 6;
    private static final int COLOURS = 5;

    private final Comparison comparison;
    private final List<List<Result>> results;
    private final Page page = new Page(Links.BESIDE);

    private ComparisonPage(Comparison comparison, List<List<Result>> results) {
        this.comparison = comparison;
        this.results = List.copyOf(results);
    }

    /** @param results of each side, in the order of the comparison */
    public static String render(Comparison comparison, List<List<Result>> results) {
        return new ComparisonPage(comparison, results).render();
    }

    private String render() {
        PageHead head = new PageHead("", "info", "Comparison", headline());
        head.open(page);
        PageHead.remarks(page, comparison.warnings());
        PageHead.close(page);
        sides();
        figures();
        peaks();
        distributions();
        settings();
        head.end(
                page,
                "Gavel. Intervals are 90 %. docs/methodology.md says how sides of one or several results are compared.");
        return page.toString();
    }

    private String headline() {
        if (comparison.rows().isEmpty()) {
            return "No figure is known of all sides.";
        }
        Comparison.Row row = comparison.rows().getFirst();
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < row.differences().size(); i++) {
            parts.add(Comparison.name(i + 1) + " over A: "
                    + row.words(row.differences().get(i)));
        }
        return parts.isEmpty()
                ? row.figure() + ": " + value(row.estimates().getFirst()) + "."
                : row.figure() + " of " + String.join("; ", parts) + ".";
    }

    private void sides() {
        page.section("sides", "Sides", "Results of one side are repeats of the same; the others are compared with A.");
        page.table("", "Side", "Result", "Ended", "Remark");
        for (int i = 0; i < comparison.groups().size(); i++) {
            for (ComparedResult result : comparison.groups().get(i)) {
                page.row()
                        .raw("<th scope=\"row\"><i class=\"key " + style(i) + "\"></i>")
                        .text(Comparison.name(i))
                        .raw("</th>")
                        .cell("code", result.id())
                        .cell("", result.outcome().verdict())
                        .cell("", result.outcome().words())
                        .endRow();
            }
        }
        page.endTable().close("section");
    }

    private static String style(int side) {
        return side < COLOURS ? "s" + (side + 1) : "faint";
    }

    private void figures() {
        page.section("figures", "Figures", "Each with its 90 % interval where a side has several results.");
        List<String> columns = new ArrayList<>(List.of("Figure"));
        for (int i = 0; i < comparison.groups().size(); i++) {
            columns.add(Comparison.name(i) + "|n");
        }
        for (int i = 1; i < comparison.groups().size(); i++) {
            columns.add(Comparison.name(i) + " over A");
        }
        page.table("", columns.toArray(String[]::new));
        for (Comparison.Row row : comparison.rows()) {
            page.row().raw("<th scope=\"row\">").text(row.figure()).raw("</th>");
            row.estimates().forEach(estimate -> page.number(value(estimate)));
            row.differences().forEach(difference -> page.cell(tone(row, difference), row.words(difference)));
            page.endRow();
        }
        page.endTable().close("section");
    }

    private static String tone(Comparison.Row row, Difference difference) {
        if (!difference.noiseKnown() || difference.none()) {
            return "";
        }
        return difference.share() > 0 == row.lowerIsBetter() ? "bad" : "good";
    }

    private static String value(GroupEstimate estimate) {
        return Comparison.value(estimate.value())
                + (estimate.hasInterval()
                        ? " (" + Comparison.value(estimate.lower()) + " to " + Comparison.value(estimate.upper()) + ")"
                        : "");
    }

    /** Every search with its own interval, side by side. */
    private void peaks() {
        List<Layer> layers = new ArrayList<>();
        double highest = 0;
        int number = 0;
        for (int i = 0; i < comparison.groups().size(); i++) {
            List<Point> points = new ArrayList<>();
            for (ComparedResult result : comparison.groups().get(i)) {
                number++;
                if (result.peak().size() == 3) {
                    highest = Math.max(highest, result.peak().getLast());
                    points.add(new Point(
                            number,
                            result.peak().getFirst(),
                            result.peak().get(1),
                            result.peak().getLast(),
                            Words.users(result.peak().get(1)),
                            Comparison.name(i) + ", " + result.id()));
                }
            }
            layers.add(new Points(style(i), points));
        }
        if (highest > 0) {
            page.section("peaks", "Peaks", "Each square is a search with the interval that it gives itself, by side.");
            page.raw(new XyChart(
                            "Peaks of each side with their intervals",
                            Axis.counts("search", 1, number),
                            Axis.fromZero("peak users", highest),
                            layers)
                    .both(300));
            page.close("section");
        }
    }

    /** Of the operations whose figures lie furthest apart. */
    private void distributions() {
        List<String> operations = comparison.rows().stream()
                .filter(Comparison.Row::ofOperation)
                .sorted(Comparator.comparingDouble(ComparisonPage::apart).reversed())
                .map(row -> row.figure()
                        .substring(ComparedResult.OF_OPERATION.length())
                        .replaceFirst(" ms$", ""))
                .toList();
        Map<String, PercentileCurves> drawn = new LinkedHashMap<>();
        Stream.concat(operations.stream(), mostStarted())
                .distinct()
                .limit(MOST_DISTRIBUTIONS)
                .forEach(operation -> curves(operation).ifPresent(curves -> drawn.put(operation, curves)));
        if (drawn.isEmpty()) {
            return;
        }
        page.section(
                "distributions",
                "Distributions over each other",
                "Of the operations whose 99th percentiles lie furthest apart, for the first result of each side. Where too few"
                        + " have a percentile, those with the most starts.");
        page.open("p", "legend");
        for (int i = 0; i < results.size(); i++) {
            page.raw("<span><i class=\"key " + style(i) + "\"></i>")
                    .text(Comparison.name(i))
                    .raw("</span>");
        }
        page.close("p").open("div", "multiples");
        drawn.forEach((operation, curves) -> page.raw("<figure><figcaption>")
                .text(operation)
                .raw("</figcaption>" + curves.draw("full", 500, 260) + curves.draw("compact", 360, 240) + "</figure>"));
        page.close("div").close("section");
    }

    private Stream<String> mostStarted() {
        return results.stream()
                .flatMap(List::stream)
                .map(Result::load)
                .filter(Objects::nonNull)
                .limit(1)
                .flatMap(load -> load.operations().stream())
                .filter(Figures::judged)
                .sorted(Comparator.comparingLong(OperationReport::starts).reversed())
                .map(OperationReport::name);
    }

    private static double apart(Comparison.Row row) {
        return row.differences().stream()
                .mapToDouble(difference -> Math.abs(Math.log1p(difference.share())))
                .max()
                .orElse(0);
    }

    private Optional<PercentileCurves> curves(String operation) {
        double[] quantiles = PercentileCurves.quantiles(STEPS);
        List<Series> series = new ArrayList<>();
        List<Panel.Bound> bounds = new ArrayList<>();
        for (int i = 0; i < results.size(); i++) {
            String style = style(i);
            String name = Comparison.name(i);
            results.get(i).stream()
                    .map(Result::load)
                    .filter(Objects::nonNull)
                    .flatMap(load -> load.operations().stream())
                    .filter(each -> each.name().equals(operation))
                    .findFirst()
                    .ifPresent(each -> add(each, quantiles, name, style, series, bounds));
        }
        return series.size() < 2 ? Optional.empty() : Optional.of(new PercentileCurves(quantiles, series, bounds));
    }

    private static void add(
            OperationReport operation,
            double[] quantiles,
            String name,
            String style,
            List<Series> series,
            List<Panel.Bound> bounds) {
        Histograms.decode(operation.response()).ifPresent(histogram -> {
            series.add(new Series(name, style, Histograms.millis(histogram, quantiles)));
            if (bounds.isEmpty() && Figures.judged(operation)) {
                bounds.add(new Panel.Bound(operation.limitMillis(), "limit " + Words.limit(operation.limitMillis())));
            }
        });
    }

    private void settings() {
        page.section(
                "settings", "Settings that differ", "Of the first result of each side, in the order of the sides.");
        if (comparison.settings().isEmpty()) {
            page.element("p", "lead", "None.").close("section");
            return;
        }
        page.table("", "Setting", "Values");
        comparison.settings().forEach((path, values) -> page.row()
                .raw("<th scope=\"row\">")
                .text(path + Comparison.remark(path))
                .raw("</th>")
                .cell("code", values)
                .endRow());
        page.endTable().close("section");
    }
}
