package gavel.harness.report.page;

import gavel.harness.collect.bottleneck.Cause;
import gavel.harness.report.html.Links;
import gavel.harness.report.html.Page;
import gavel.harness.report.html.PageHead;
import gavel.harness.report.text.FirstSentence;
import gavel.harness.report.text.Tiles;
import gavel.harness.report.text.Words;
import gavel.harness.result.RunResult;
import gavel.harness.verdict.Marginals;
import gavel.harness.verdict.Verdict;
import gavel.harness.verdict.Verdict.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A result as one HTML page that opens without a network: style, script and drawings are part of it. */
public final class ReportPage {
    private static final int MOST_REMARKS = 3;

    private ReportPage() {}

    public static String render(RunResult result, Links links) {
        Highlights highlights = Highlights.of(result);
        Charts charts = new Charts(result, highlights);
        Page page = new Page(links);
        Verdict verdict = result.verdict();
        PageHead head = new PageHead(
                result.run().id(),
                verdict.status().name().toLowerCase(Locale.ROOT),
                icon(verdict),
                verdict.word(),
                FirstSentence.measured(result) + " " + FirstSentence.counts(verdict) + " ",
                verdict.headline(),
                PageHead.reportScript());
        head.open(page);
        PageHead.about(page, result.run(), result.disclosure());
        PageHead.tiles(page, Tiles.of(result));
        why(page, result);
        notes(page, result);
        PageHead.close(page);
        if (result.load() != null) {
            LatencySection.write(page, result.load());
            ChartSection.percentiles(page, charts.percentiles());
        }
        if (!result.intervals().isEmpty()) {
            ChartSection.timelines(page, charts.timelines(), charts.operations());
        }
        ActionSection.write(page, result);
        if (!result.tiers().isEmpty()) {
            TierSection.write(page, result);
        }
        EfficiencySection.render(page, result.efficiency());
        if (result.load() != null) {
            if (result.load().news() != null) {
                WorkloadSection.news(page, result.load().news());
            }
            WorkloadSection.mix(page, result.load());
        }
        JudgementSection.audit(page, result);
        if (result.load() != null) {
            JudgementSection.rules(page, result.load().rules());
            WorkloadSection.driver(page, result.load());
            WorkloadSection.failures(page, result.load());
        }
        DisclosureSection.write(page, result);
        head.end(page, "result.json (schema " + result.schemaVersion() + "), intervals.csv and *.hlog", "");
        return page.toString();
    }

    private static String icon(Verdict verdict) {
        return switch (verdict.status()) {
            case PASS -> "✓ ";
            case FAIL -> "✕ ";
            case INVALID -> "! ";
        };
    }

    /** What gave out or was nearest to it, and on a broken rule what did not run meanwhile. */
    private static void why(Page page, RunResult result) {
        page.open("div", "why");
        List<String> causes = result.causes().stream().map(Cause::statement).toList();
        if (!causes.isEmpty()) {
            PageHead.callout(
                    page, "Cause: what did not run meanwhile", causes.getFirst(), causes.subList(1, causes.size()));
        }
        if (result.bottleneck() != null && result.bottleneck().known()) {
            PageHead.callout(
                    page,
                    "Bottleneck",
                    result.bottleneck().statement(),
                    result.bottleneck().evidence());
        }
        page.close("div");
    }

    private static void notes(Page page, RunResult result) {
        Verdict verdict = result.verdict();
        if (verdict.reasons().size() > 1) {
            page.raw("<details class=\"reasons\"><summary>")
                    .text(Words.plural(verdict.reasons().size() - 1L, "further reason"))
                    .raw("</summary><ol start=\"2\">");
            verdict.reasons().stream().skip(1).map(Reason::message).forEach(m -> page.element("li", "", m));
            page.raw("</ol></details>");
        }
        Marginals marginals =
                Marginals.of(result.load() == null ? List.of() : result.load().rules());
        List<String> remarks = new ArrayList<>();
        marginals.near().forEach(m -> remarks.add("Marginal: " + m));
        marginals.suspicious().forEach(m -> remarks.add("Too few: " + m));
        if (marginals.tooFew() > 0) {
            remarks.add("Rules: " + marginals.tooFewSentence());
        }
        remarks.addAll(verdict.remarks());
        boolean many = remarks.size() > MOST_REMARKS;
        if (many) {
            page.fold(Words.plural(remarks.size(), "remark"));
        }
        PageHead.remarks(page, remarks);
        if (many) {
            page.endFold();
        }
    }
}
