package gavel.harness.report.page;

import static java.util.Locale.ROOT;

import gavel.harness.collect.TierNames;
import gavel.harness.report.chart.Panel;
import gavel.harness.report.chart.PercentileCurves;
import gavel.harness.report.chart.Series;
import gavel.harness.report.chart.Timelines;
import gavel.harness.report.html.Page;
import gavel.harness.report.text.Words;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The two drawings, each in a wide and a narrow shape (the style sheet shows one), with the values the pointer asks for. */
final class ChartSection {
    private static final double WIDE = 1040;
    private static final double NARROW = 360;
    private static final double SMALL = 430;

    private ChartSection() {}

    /** @param operations by name */
    static void timelines(Page page, Timelines lines, Map<String, Timelines> operations) {
        page.section(
                "timeline",
                "Over time",
                "Everything on one axis; "
                        + (lines.measured() ? "the shaded band is what was measured." : "nothing of it was measured."));
        if (lines.xs().length == 0) {
            page.element("p", "lead", "There was no load.").close("section");
            return;
        }
        page.open("div", "plot");
        page.raw(attach(lines.draw("full", WIDE), Timelines.left(), Timelines.right(WIDE)));
        page.raw(attach(lines.draw("compact", NARROW), Timelines.left(), Timelines.right(NARROW)));
        String heads = Arrays.stream(lines.xs())
                .mapToObj(x -> String.format(ROOT, "\"%.0f s\"", x))
                .collect(Collectors.joining(","));
        page.raw(
                data(heads, lines.panels().stream().map(ChartSection::panelData).collect(Collectors.joining(","))));
        lines.panels().stream().filter(ChartSection::needsKey).forEach(panel -> {
            if (panel.kind() == Panel.Kind.LOGARITHMIC) {
                pick(page, panel.title(), panel.series());
            } else {
                legend(page, panel.title(), panel.series());
            }
        });
        page.close("div");
        operations(page, operations);
        page.close("section");
    }

    /** A single line is named by the title above it. */
    private static boolean needsKey(Panel panel) {
        return panel.kind() != Panel.Kind.LINES || panel.series().size() > 1;
    }

    private static void operations(Page page, Map<String, Timelines> operations) {
        if (operations.isEmpty()) {
            return;
        }
        page.fold("Every operation over time");
        legend(
                page,
                "Operations a second",
                operations.values().iterator().next().panels().getFirst().series());
        page.element("p", "lead", "Below each: its latency beside its limit.");
        page.open("div", "multiples");
        operations.values().forEach(lines -> page.raw(lines.draw("", SMALL)));
        page.close("div").endFold();
    }

    static void percentiles(Page page, PercentileCurves curves) {
        page.section(
                "percentiles",
                "Percentile curves",
                "The share of starts that were at most as late as the curve says; the axis gives the tail room. The first five "
                        + "operations of the table above are coloured. Operations that wait by design are left out.");
        page.open("div", "plot");
        page.raw(attach(curves.draw("full", WIDE, 340), PercentileCurves.left(), PercentileCurves.right(WIDE)));
        page.raw(attach(curves.draw("compact", NARROW, 300), PercentileCurves.left(), PercentileCurves.right(NARROW)));
        String heads = Arrays.stream(curves.quantiles())
                .mapToObj(q -> '"' + quantile(q) + '"')
                .collect(Collectors.joining(","));
        List<Series> all = curves.curves().stream()
                .sorted(Comparator.comparing((Series s) -> !s.strong())
                        .thenComparing(Series::style)
                        .thenComparing(Series::name))
                .toList();
        page.raw(data(heads, all.stream().map(s -> series(s, "ms")).collect(Collectors.joining(","))));
        pick(page, "", all);
        page.close("div");
        page.close("section");
    }

    /** With scripts the reader chooses which curves stand out and are told under the pointer; without them it is the key of the coloured ones. */
    private static void pick(Page page, String title, List<Series> all) {
        page.open("p", "legend pick").element("b", "", title);
        for (Series s : all) {
            page.raw("<span class=\"one\"" + (s.strong() ? "" : " hidden") + " data-name=\"" + Words.escape(s.name())
                            + "\"><i class=\"key " + Words.escape(s.style()) + "\"></i>")
                    .text(shown(s.name()))
                    .raw("</span>");
        }
        page.close("p");
    }

    private static String quantile(double q) {
        int digits = q < 0.9 ? 0 : q < 0.99 ? 1 : q < 0.999 ? 2 : 3;
        return String.format(ROOT, "%." + digits + "f %%", 100 * q);
    }

    static void legend(Page page, String title, List<Series> series) {
        page.open("p", "legend").element("b", "", title);
        series.forEach(s -> page.raw("<span><i class=\"key " + Words.escape(s.style()) + "\"></i>")
                .text(shown(s.name()))
                .raw("</span>"));
        page.close("p");
    }

    private static String shown(String name) {
        return Character.isLowerCase(name.charAt(0)) ? TierNames.words(name) : name;
    }

    /** The script finds the plot's edges in the drawing's own units. */
    private static String attach(String svg, double left, double right) {
        return svg.replaceFirst(
                "<svg ", String.format(ROOT, "<svg data-left=\"%.0f\" data-right=\"%.0f\" ", left, right));
    }

    private static String panelData(Panel panel) {
        return panel.series().stream().map(s -> series(s, panel.unit())).collect(Collectors.joining(","));
    }

    private static String series(Series s, String unit) {
        String values = Arrays.stream(s.values())
                .mapToObj(v -> Double.isNaN(v) ? "null" : String.format(ROOT, v >= 100 ? "%.0f" : "%.3g", v))
                .collect(Collectors.joining(","));
        return String.format(
                ROOT,
                "{\"name\":%s,\"style\":%s,\"unit\":%s,\"values\":[%s]}",
                Page.quoted(shown(s.name())),
                Page.quoted(s.style()),
                Page.quoted(unit),
                values);
    }

    private static String data(String heads, String series) {
        return "<script type=\"application/json\">{\"heads\":[" + heads + "],\"series\":[" + series + "]}</script>";
    }
}
