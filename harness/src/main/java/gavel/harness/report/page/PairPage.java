package gavel.harness.report.page;

import gavel.harness.peak.ProbeResult;
import gavel.harness.peak.pair.PairConclusion;
import gavel.harness.peak.pair.PairProbe;
import gavel.harness.peak.pair.PairResult;
import gavel.harness.report.html.Links;
import gavel.harness.report.html.Page;
import gavel.harness.report.html.PageHead;
import gavel.harness.report.text.PairSummary;
import gavel.harness.report.text.PeakSummary;
import gavel.harness.report.text.Words;
import gavel.harness.result.Disclosure;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The page about two configurations that were compared by probes in turn: one file without a script, for reading offline. */
public final class PairPage {
    private PairPage() {}

    public static String render(PairResult result, Links links) {
        Page page = new Page(links);
        PairConclusion conclusion = result.conclusion();
        boolean invalid = conclusion.kind() == PairConclusion.Kind.INVALID;
        PageHead head = new PageHead(
                result.run().id(),
                invalid ? "invalid" : "info",
                PairSummary.briefly(conclusion),
                PairSummary.sentence(result));
        head.open(page);
        PageHead.about(page, result.run(), result.disclosure());
        List<String> remarks = new ArrayList<>(result.remarks());
        if (!invalid && !conclusion.reason().isEmpty()) {
            remarks.addFirst(conclusion.reason());
        }
        PageHead.remarks(page, remarks);
        PageHead.close(page);
        page.section("differences", "What differs", "Setting: first / second.");
        page.table("", "setting");
        PairSummary.differences(result)
                .forEach(line -> page.row().cell("", line).endRow());
        if (!invalid) {
            found(result.first().disclosure(), result.second().disclosure())
                    .forEach(line -> page.row().cell("", line).endRow());
        }
        page.endTable().close("section");
        probes(page, result);
        PageHead.configuration(page, result.run().command(), result.disclosure());
        head.end(page, "pair.json", "reports of single probes are below first/probes/ and second/probes/");
        return page.toString();
    }

    /** What differs and is no setting: the head of the page has that of the first. */
    private static List<String> found(Disclosure first, Disclosure second) {
        return first == null || second == null
                ? List.of()
                : Stream.of(
                                found("machine", PageHead.machine(first), PageHead.machine(second)),
                                found("software", PageHead.software(first), PageHead.software(second)))
                        .flatMap(Optional::stream)
                        .toList();
    }

    private static Optional<String> found(String what, String first, String second) {
        return first.equals(second) ? Optional.empty() : Optional.of(what + ": " + first + "  /  " + second);
    }

    private static void probes(Page page, PairResult result) {
        page.section(
                "probes",
                "Probes",
                "Two neighbours are a block: one of each configuration, close in time and in random order. Half a block before an interruption is made again.");
        page.table(
                "", "probe|n", "configuration", "users|n", "outcome", "of its limit|n", "figure", "p99|n", "verdict");
        for (PairProbe made : result.probes()) {
            String outcome = made.probe().probe().outcome().name();
            page.row().raw("<td class=\"n\">");
            page.part(
                            made.side().word() + "/" + ProbeResult.DIRECTORY + "/"
                                    + made.probe().asked().directory(),
                            Integer.toString(made.probe().number()))
                    .raw("</td>")
                    .cell("", made.side().word())
                    .number(Words.count(made.probe().probe().users()));
            page.open("td", "")
                    .element("span", "badge " + outcome.toLowerCase(Locale.ROOT), outcome)
                    .close("td");
            page.number(Words.decimal(made.probe().probe().worst(), 2))
                    .cell("says", made.probe().figure())
                    .number(PeakSummary.latency(made.probe().p99Millis()))
                    .cell("says", made.probe().headline())
                    .endRow();
        }
        page.endTable().close("section");
    }
}
