package gavel.harness.report.page;

import gavel.harness.collect.TierNames;
import gavel.harness.collect.bottleneck.TierUse;
import gavel.harness.peak.Peak;
import gavel.harness.peak.PeakResult;
import gavel.harness.peak.Probe;
import gavel.harness.peak.ProbeResult;
import gavel.harness.report.chart.Axis;
import gavel.harness.report.chart.TierStyle;
import gavel.harness.report.chart.XyChart;
import gavel.harness.report.chart.XyChart.Layer;
import gavel.harness.report.chart.XyChart.Limit;
import gavel.harness.report.chart.XyChart.Line;
import gavel.harness.report.chart.XyChart.Point;
import gavel.harness.report.chart.XyChart.Points;
import gavel.harness.report.chart.XyChart.Span;
import gavel.harness.report.chart.XyChart.Upright;
import gavel.harness.report.html.Page;
import gavel.harness.report.text.PeakSummary;
import gavel.harness.report.text.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/** What a search saw at each number of users: throughput, latency, and how near the worst rule came to its bound. */
final class PeakCharts {
    private static final double HEIGHT = 250;

    private final PeakResult result;
    private final List<ProbeResult> all;
    private final double most;

    PeakCharts(PeakResult result) {
        this.result = result;
        this.all = Stream.concat(result.levels().stream(), result.probes().stream())
                .toList();
        this.most =
                all.stream().mapToInt(finding -> finding.probe().users()).max().orElse(1);
    }

    void write(Page page) {
        if (all.isEmpty()) {
            return;
        }
        boolean found = result.conclusion().peak() != null;
        page.section(
                "load",
                "Throughput and latency over users",
                "Each square is an interval at a fixed number of users."
                        + (found
                                ? " The upright line is the peak, the band its 90 % interval in the time of this search;"
                                        + " another search may differ by more."
                                : ""));
        page.raw(
                "<p class=\"legend\"><span><i class=\"key pass\"></i>passed</span><span><i class=\"key fail\"></i>"
                        + "failed</span><span><i class=\"key invalid\"></i>invalid, says nothing about the platform</span></p>");
        page.raw(chart("operations a second", ProbeResult::operationsPerSecond, List.of()));
        DoubleSummaryStatistics p99 = all.stream()
                .map(ProbeResult::p99Millis)
                .filter(millis -> millis != null && millis > 0)
                .mapToDouble(Double::doubleValue)
                .summaryStatistics();
        if (p99.getCount() > 0) {
            Axis axis = Axis.decadesOfMillis("p99 of the slowest operation", p99.getMin(), p99.getMax());
            page.raw(chart(axis, finding -> finding.p99Millis(), PeakCharts::latency, List.of()));
        }
        double worst = all.stream()
                .mapToDouble(finding -> finding.probe().worst())
                .max()
                .orElse(0);
        page.raw(chart(
                Axis.percent("late or failed, of what is permitted", Math.max(1.2, worst)),
                finding -> finding.probe().worst(),
                finding -> Words.percent(finding.probe().worst()) + " of what is permitted, " + finding.figure(),
                List.of(new Limit(1, "limit"))));
        tiers(page);
        page.close("section");
    }

    /** Cores that each tier used at each number of users; whatever grows to its limit is what gave out. */
    private void tiers(Page page) {
        List<ProbeResult> known = all.stream()
                .filter(finding -> finding.probe().valid()
                        && finding.use() != null
                        && finding.measuredSeconds() > 0
                        && !finding.use().tiers().isEmpty())
                .sorted(Comparator.comparingInt(finding -> finding.probe().users()))
                .toList();
        if (known.isEmpty()) {
            return;
        }
        Map<String, String> styles = new LinkedHashMap<>();
        known.stream()
                .flatMap(finding -> finding.use().tiers().stream())
                .forEach(use -> styles.computeIfAbsent(use.tier(), TierStyle::of));
        double highest = known.stream()
                .flatMap(finding -> styles.keySet().stream().map(tier -> cores(finding, tier)))
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(1);
        List<Layer> layers = new ArrayList<>(peak());
        styles.forEach((tier, style) -> {
            layers.add(new Line(
                    style,
                    TierNames.words(tier),
                    known.stream()
                            .mapToDouble(finding -> finding.probe().users())
                            .toArray(),
                    known.stream().mapToDouble(finding -> cores(finding, tier)).toArray()));
            layers.add(new Points(
                    style,
                    known.stream()
                            .map(finding -> Point.bare(
                                    finding.probe().users(),
                                    cores(finding, tier),
                                    name(finding) + ": "
                                            + Words.count(finding.probe().users()) + " users, "
                                            + TierNames.words(tier) + " " + Words.decimal(cores(finding, tier), 2)
                                            + " cores"))
                            .toList()));
        });
        page.raw("<p class=\"legend\"><b>CPU of each tier</b>");
        styles.forEach((tier, style) -> page.raw("<span><i class=\"key " + style + "\"></i>")
                .text(TierNames.words(tier))
                .raw("</span>"));
        page.raw("</p>");
        page.raw(drawn(Axis.fromZero("cores in use", highest), layers));
    }

    private static double cores(ProbeResult finding, String tier) {
        return finding.use().tiers().stream()
                        .filter(use -> use.tier().equals(tier))
                        .mapToDouble(TierUse::cpuSeconds)
                        .sum()
                / finding.measuredSeconds();
    }

    private static String latency(ProbeResult finding) {
        return "p99 " + PeakSummary.latency(finding.p99Millis());
    }

    private String chart(String title, Function<ProbeResult, Double> value, List<Layer> more) {
        double highest =
                all.stream().map(value).mapToDouble(Double::doubleValue).max().orElse(1);
        return chart(
                Axis.fromZero(title, highest),
                value,
                finding -> Words.decimal(value.apply(finding), 1) + " " + title,
                more);
    }

    private String chart(
            Axis axis, Function<ProbeResult, Double> value, Function<ProbeResult, String> words, List<Layer> more) {
        List<Layer> layers = new ArrayList<>(peak());
        layers.addAll(more);
        for (Probe.Outcome outcome : Probe.Outcome.values()) {
            layers.add(new Points(
                    outcome.name().toLowerCase(Locale.ROOT),
                    all.stream()
                            .filter(finding -> finding.probe().outcome() == outcome)
                            .filter(finding -> value.apply(finding) != null)
                            .map(finding -> Point.bare(
                                    finding.probe().users(),
                                    value.apply(finding),
                                    name(finding) + ": "
                                            + Words.count(finding.probe().users()) + " users, " + words.apply(finding)))
                            .toList()));
        }
        return drawn(axis, layers);
    }

    private List<Layer> peak() {
        Peak peak = result.conclusion().peak();
        return peak == null
                ? List.of()
                : List.of(
                        new Span(peak.lower(), peak.upper()),
                        new Upright(peak.middle(), "peak " + Words.users(peak.middle())));
    }

    private String drawn(Axis axis, List<Layer> layers) {
        Peak peak = result.conclusion().peak();
        double right = Math.max(most, peak == null ? 0 : peak.upper());
        return new XyChart(
                        "Over simulated users: " + axis.title(), Axis.fromZero("simulated users", right), axis, layers)
                .both(HEIGHT);
    }

    private static String name(ProbeResult finding) {
        return finding.number() == 0 ? "level" : "probe " + finding.number();
    }
}
