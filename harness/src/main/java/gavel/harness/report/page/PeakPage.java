package gavel.harness.report.page;

import gavel.harness.peak.Conclusion;
import gavel.harness.peak.PeakResult;
import gavel.harness.peak.ProbeResult;
import gavel.harness.report.html.Links;
import gavel.harness.report.html.Page;
import gavel.harness.report.html.PageHead;
import gavel.harness.report.text.PeakSummary;
import gavel.harness.report.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The page about a search for the peak: one file without a script, for reading offline. */
public final class PeakPage {
    private PeakPage() {}

    public static String render(PeakResult result, Links links) {
        Page page = new Page(links);
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
        PageHead.about(page, result.run(), result.disclosure());
        if (result.atPeak() != null) {
            page.open("div", "why");
            PageHead.callout(
                    page,
                    "Bottleneck at the peak",
                    result.atPeak().bottleneck().statement(),
                    result.atPeak().bottleneck().evidence());
            page.close("div");
        }
        List<String> remarks = new ArrayList<>();
        if (conclusion.kind() != Conclusion.Kind.INVALID && !conclusion.reason().isEmpty()) {
            remarks.add(conclusion.reason());
        }
        remarks.addAll(result.remarks());
        remarks.add(PageHead.took(result.seconds(), result.predictedSeconds()));
        PageHead.remarks(page, remarks);
        PageHead.close(page);
        new PeakCharts(result).write(page);
        probes(page, result);
        if (conclusion.peak() != null) {
            levels(page, result);
        }
        EfficiencySection.render(page, result.efficiency());
        PageHead.configuration(page, result.run().command(), result.disclosure());
        head.end(page, "peak.json", "reports of single probes are below probes/");
        return page.toString();
    }

    private static void probes(Page page, PeakResult result) {
        page.section(
                "probes",
                "Probes",
                result.probes().isEmpty()
                        ? "No probe came to an end."
                        : page.links().parts()
                                ? "In their order. The number leads to the report of the probe; one that was made before its search was killed has none."
                                : "In their order. Their reports are in the result's own directory.");
        page.table("", "probe|n", "users|n", "outcome", "of its limit|n", "figure", "measured|n", "why", "verdict");
        for (ProbeResult finding : result.probes()) {
            page.row().raw("<td class=\"n\">");
            page.part(directory(finding), Integer.toString(finding.number()))
                    .raw("</td>")
                    .number(Words.count(finding.probe().users()));
            page.open("td", "")
                    .element(
                            "span",
                            "badge " + style(finding),
                            finding.probe().outcome().name())
                    .close("td");
            page.number(Words.percent(finding.probe().worst()))
                    .cell("says", finding.figure())
                    .number(Words.decimal(finding.measuredSeconds(), 0) + " s")
                    .cell("says", finding.purpose().words())
                    .cell("says", finding.headline())
                    .endRow();
        }
        page.endTable().close("section");
    }

    private static String directory(ProbeResult finding) {
        return ProbeResult.DIRECTORY + "/" + finding.asked().directory();
    }

    private static void levels(Page page, PeakResult result) {
        page.section("levels", "Below the peak", "Latencies are those of the slowest operation people wait for.");
        page.table("", "of the peak|n", "users|n", "operations a second|n", "p50|n", "p99|n", "outcome");
        for (ProbeResult finding : PeakSummary.ladder(result)) {
            page.row().raw("<td class=\"n\">");
            page.part(directory(finding), PeakSummary.share(result, finding))
                    .raw("</td>")
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
