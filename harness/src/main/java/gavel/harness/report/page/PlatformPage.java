package gavel.harness.report.page;

import gavel.harness.peak.PlatformResult;
import gavel.harness.report.html.Links;
import gavel.harness.report.html.Page;
import gavel.harness.report.html.PageHead;
import gavel.harness.report.text.PeakSummary;
import gavel.harness.report.text.PlatformSummary;
import java.util.List;

/** The page about what several searches say of their platform: one file without a script, for reading offline. */
public final class PlatformPage {
    private PlatformPage() {}

    public static String render(PlatformResult result, Links links) {
        Page page = new Page(links);
        PageHead head = new PageHead(
                result.run().id(),
                result.peak() == null ? "invalid" : "pass",
                PlatformSummary.briefly(result),
                PlatformSummary.sentence(result));
        head.open(page);
        PageHead.about(page, result.run(), result.disclosure());
        PageHead.remarks(
                page,
                List.of(
                        "The interval is that of the platform in this time. Another day it may carry more or fewer users."));
        PageHead.close(page);
        page.section(
                "searches", "Searches", "Each with the interval of its own search, which is not one of the platform.");
        page.table("", "begun (UTC)", "ended", "peak users|n", "result");
        for (PlatformResult.Search search : result.searches()) {
            page.row()
                    .cell("", PlatformSummary.when(search))
                    .cell("", PeakSummary.ending(search.conclusion()))
                    .number(PlatformSummary.found(search))
                    .cell("", search.result())
                    .endRow();
        }
        page.endTable().close("section");
        EfficiencySection.render(page, result.efficiency());
        PageHead.configuration(page, result.run().command(), result.disclosure());
        head.end(page, "platform.json", "each search has a report of its own");
        return page.toString();
    }
}
