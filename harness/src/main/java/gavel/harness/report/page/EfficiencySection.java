package gavel.harness.report.page;

import gavel.harness.report.html.Page;
import gavel.harness.report.text.EfficiencyWords;
import gavel.harness.result.efficiency.Efficiency;
import java.util.List;

/** Users for what the platform has, costs and takes, on a page. */
final class EfficiencySection {
    private EfficiencySection() {}

    static void render(Page page, List<Efficiency> all) {
        if (all.isEmpty()) {
            return;
        }
        page.section(
                "efficiency",
                "Efficiency",
                all.getFirst().atLeast()
                        ? "Users per unit of what the platform has, costs and draws. The run passed, so these are lower"
                                + " bounds; a search finds the peak."
                        : "Users per unit of what the platform has, costs and draws, with 90 % intervals.");
        page.table("", "unit", "users for one|n", "units|n", "of");
        for (Efficiency each : all) {
            page.row()
                    .cell("", each.unit())
                    .number(EfficiencyWords.users(each))
                    .number(EfficiencyWords.figure(each.amount()))
                    .cell("", each.covers())
                    .endRow();
        }
        page.endTable().close("section");
    }
}
