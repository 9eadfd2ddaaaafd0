package gavel.harness.report.page;

import gavel.harness.peak.Conclusion;
import gavel.harness.peak.PeakResult;
import gavel.harness.peak.ProbeResult;
import gavel.harness.report.chart.ProbeChart;
import gavel.harness.report.text.PeakSummary;
import gavel.harness.report.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The page about a search for the peak: one file without a script, for reading offline. */
public final class PeakPage {
    private PeakPage() {}

    public static String render(PeakResult result) {
        Page page = new Page();
        Conclusion conclusion = result.conclusion();
        String kind =
                switch (conclusion.kind()) {
                    case FOUND, AT_LEAST, BEYOND_MEMORY, BEYOND_DESCRIPTORS -> "pass";
                    case NONE -> "fail";
                    case INVALID -> "invalid";
                };
        PageHead head =
                new PageHead(result.run().id(), kind, PeakSummary.briefly(conclusion), PeakSummary.sentence(result));
        head.open(page);
        List<String> remarks = new ArrayList<>();
        if (conclusion.kind() != Conclusion.Kind.INVALID && !conclusion.reason().isEmpty()) {
            remarks.add(conclusion.reason());
        }
        if (result.atPeak() != null) {
            remarks.add("At the peak: " + result.atPeak().bottleneck().statement());
        }
        remarks.addAll(result.remarks());
        remarks.add(time(result));
        PageHead.remarks(page, remarks);
        PageHead.close(page);
        probes(page, result);
        if (conclusion.peak() != null) {
            levels(page, result);
        }
        EfficiencySection.render(page, result.efficiency());
        PageHead.configuration(page, result.run().command(), result.disclosure());
        head.end(
                page,
                "Gavel. Figures: peak.json beside this page; reports of single probes are below probes/; a probe made before its search was killed has none.");
        return page.toString();
    }

    private static String time(PeakResult result) {
        return "It took " + Words.time(result.seconds()) + ", predicted were " + Words.time(result.predictedSeconds())
                + ".";
    }

    private static void probes(Page page, PeakResult result) {
        boolean found = result.conclusion().peak() != null;
        page.section("probes", "Probes", legend(result.probes().isEmpty(), found));
        List<ProbeChart.Mark> marks = result.probes().stream()
                .map(finding ->
                        new ProbeChart.Mark(finding.number(), finding.probe().users(), style(finding)))
                .toList();
        if (!marks.isEmpty()) {
            page.raw(new ProbeChart(
                            marks,
                            found ? result.conclusion().peak().lower() : Double.MAX_VALUE,
                            found ? result.conclusion().peak().upper() : 0)
                    .draw(1_080, 300));
        }
        page.table("", "probe|n", "users|n", "outcome", "of its limit|n", "figure", "measured|n", "why", "verdict");
        for (ProbeResult finding : result.probes()) {
            page.row()
                    .number(Integer.toString(finding.number()))
                    .number(Words.count(finding.probe().users()));
            page.open("td", "")
                    .element(
                            "span",
                            "badge " + style(finding),
                            finding.probe().outcome().name())
                    .close("td");
            page.number(Words.decimal(finding.probe().worst(), 2))
                    .cell("", finding.subject())
                    .number(Words.decimal(finding.measuredSeconds(), 0) + " s")
                    .cell("", finding.purpose().words())
                    .cell("", finding.headline())
                    .endRow();
        }
        page.endTable().close("section");
    }

    private static String legend(boolean none, boolean found) {
        return none
                ? "No probe came to an end."
                : "Each square is an interval at a fixed number of users: green passed, red failed, and violet was invalid and"
                        + " says nothing about the platform."
                        + (found
                                ? " The band is the 90 % interval of the peak in the time of this search; another search may differ by more."
                                : "");
    }

    private static void levels(Page page, PeakResult result) {
        page.section("levels", "Below the peak", "Latencies are those of the slowest operation people wait for.");
        page.table("", "of the peak|n", "users|n", "operations a second|n", "p50|n", "p99|n", "outcome");
        for (ProbeResult finding : PeakSummary.ladder(result)) {
            page.row()
                    .number(PeakSummary.share(result, finding))
                    .number(Words.count(finding.probe().users()))
                    .number(Words.decimal(finding.operationsPerSecond(), 1))
                    .number(PeakSummary.latency(finding.p50Millis()))
                    .number(PeakSummary.latency(finding.p99Millis()))
                    .cell("", finding.probe().outcome().name())
                    .endRow();
        }
        page.endTable().close("section");
    }

    private static String style(ProbeResult finding) {
        return finding.probe().outcome().name().toLowerCase(Locale.ROOT);
    }
}
