package gavel.harness.site;

import gavel.harness.peak.Peak;
import gavel.harness.report.chart.Axis;
import gavel.harness.report.chart.ScalingCurve;
import gavel.harness.report.chart.XyChart;
import gavel.harness.report.chart.XyChart.Layer;
import gavel.harness.report.chart.XyChart.Point;
import gavel.harness.report.chart.XyChart.Points;
import gavel.harness.report.html.Page;
import gavel.harness.report.text.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.stream.Collectors;

/** What many results look like together: peaks by configuration and time, and scaling curves over each other. */
final class SiteCharts {
    private static final int COLOURS = 5;
    private static final int MOST_CHARTS = 12;
    private static final int MOST_CURVES = 12;
    private static final String FAINT = "faint";

    private final List<SiteEntry> peaks;
    private final List<SiteEntry> sweeps;
    private final Map<String, String> styles;

    SiteCharts(List<SiteEntry> entries) {
        this.peaks = entries.stream().filter(SiteEntry::hasPeak).toList();
        this.sweeps = entries.stream()
                .filter(entry -> entry.figures().curve() != null
                        && !entry.figures().curve().marks().isEmpty())
                .toList();
        this.styles = styles(peaks);
    }

    /** The machines with the most peaks have a colour of their own, the same in every chart. */
    private static Map<String, String> styles(List<SiteEntry> peaks) {
        Map<String, String> styles = new LinkedHashMap<>();
        byCount(peaks.stream().collect(Collectors.groupingBy(SiteEntry::machine)))
                .forEach((machine, _) ->
                        styles.put(machine, styles.size() < COLOURS ? "s" + (styles.size() + 1) : FAINT));
        return styles;
    }

    /** The largest group first, then by name. */
    private static Map<String, List<SiteEntry>> byCount(Map<String, List<SiteEntry>> groups) {
        Map<String, List<SiteEntry>> sorted = new LinkedHashMap<>();
        groups.entrySet().stream()
                .sorted(Comparator.comparingInt((Map.Entry<String, List<SiteEntry>> group) ->
                                -group.getValue().size())
                        .thenComparing(Map.Entry::getKey))
                .forEach(group -> sorted.put(group.getKey(), group.getValue()));
        return sorted;
    }

    void peaks(Page page) {
        if (peaks.isEmpty()) {
            return;
        }
        page.section(
                "peaks",
                "Peaks by configuration and time",
                "Each square is a search, or several of one platform together; the bar is its own 90 % interval. Another"
                        + " search an hour later may differ by more.");
        legend(page);
        Map<String, List<SiteEntry>> groups =
                byCount(peaks.stream().collect(Collectors.groupingBy(SiteEntry::configuration)));
        page.open("div", "multiples");
        groups.entrySet().stream().limit(MOST_CHARTS).forEach(group -> chart(page, group));
        page.close("div");
        if (groups.size() > MOST_CHARTS) {
            page.raw("<details><summary>")
                    .text(Words.plural(groups.size() - MOST_CHARTS, "further configuration"))
                    .raw("</summary>");
            page.open("div", "multiples");
            groups.entrySet().stream().skip(MOST_CHARTS).forEach(group -> chart(page, group));
            page.close("div").raw("</details>");
        }
        page.close("section");
    }

    private void legend(Page page) {
        page.open("p", "legend");
        styles.entrySet().stream()
                .filter(each -> !each.getValue().equals(FAINT))
                .forEach(each -> key(page, each.getValue(), each.getKey()));
        if (styles.containsValue(FAINT)) {
            key(page, FAINT, Words.plural(styles.size() - COLOURS, "other machine"));
        }
        page.close("p");
    }

    private static void key(Page page, String style, String name) {
        page.raw("<span><i class=\"key " + style + "\"></i>").text(name).raw("</span>");
    }

    private void chart(Page page, Map.Entry<String, List<SiteEntry>> group) {
        page.raw("<figure><figcaption>").text(group.getKey()).raw("</figcaption>");
        List<Layer> layers = new ArrayList<>();
        group.getValue().stream()
                .collect(Collectors.groupingBy(entry -> styles.get(entry.machine())))
                .forEach((style, entries) -> layers.add(new Points(
                        style, entries.stream().map(SiteCharts::point).toList())));
        XyChart chart = new XyChart(
                "Peaks of " + group.getKey() + " over time",
                time(),
                Axis.fromZero(
                        "users",
                        group.getValue().stream()
                                .mapToDouble(entry -> entry.figures().peak().upper())
                                .max()
                                .orElse(1)),
                layers);
        page.raw(chart.draw("full", 500, 230)).raw(chart.draw("compact", 360, 220));
        page.raw("</figure>");
    }

    /** The same for all charts, so that they can be read below each other. */
    private Axis time() {
        LongSummaryStatistics begun = peaks.stream()
                .mapToLong(entry -> entry.run().startedAt().toEpochMilli())
                .summaryStatistics();
        return Axis.time("begun (UTC)", begun.getMin(), begun.getMax());
    }

    private static Point point(SiteEntry entry) {
        Peak peak = entry.figures().peak();
        return new Point(
                entry.run().startedAt().toEpochMilli(),
                peak.lower(),
                peak.middle(),
                peak.upper(),
                "",
                entry.id() + " on " + entry.machine() + ": " + Words.users(peak.middle()) + " users ("
                        + Words.interval(peak) + ")");
    }

    void curves(Page page) {
        if (sweeps.isEmpty()) {
            return;
        }
        page.section(
                "scaling",
                "Scaling curves",
                "Peak users over application servers. Lines are fitted through the points that count; hollow points do not.");
        List<ScalingCurve> curves = new ArrayList<>();
        page.open("p", "legend");
        for (SiteEntry entry : sweeps.stream().limit(MOST_CURVES).toList()) {
            String style = curves.size() < COLOURS ? "s" + (curves.size() + 1) : FAINT;
            curves.add(entry.figures().curve().in(style));
            page.raw("<span><i class=\"key " + style + "\"></i><a href=\"" + Words.escape(entry.page()) + "\">")
                    .text(entry.configuration() + " on " + entry.machine())
                    .raw("</a></span>");
        }
        page.close("p");
        page.raw(ScalingCurve.over("Scaling curves over each other", curves).both(420));
        if (sweeps.size() > MOST_CURVES) {
            page.element("p", "lead", "The newest " + MOST_CURVES + " of " + sweeps.size() + " are drawn.");
        }
        page.close("section");
    }
}
