package gavel.harness.report.page;

import gavel.harness.isolate.Disturbance;
import gavel.harness.isolate.IsolatePhase;
import gavel.harness.isolate.IsolatePhase.Tenant;
import gavel.harness.isolate.IsolateResult;
import gavel.harness.report.html.Links;
import gavel.harness.report.html.Page;
import gavel.harness.report.html.PageHead;
import gavel.harness.report.text.ExperimentSummary;
import gavel.harness.report.text.FailoverSummary;
import gavel.harness.report.text.IsolateSummary;
import gavel.harness.report.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The page about tenants: one file without a script, for reading offline. */
public final class IsolatePage {
    private static final String UNKNOWN = "–";

    private IsolatePage() {}

    public static String render(IsolateResult result, Links links) {
        Page page = new Page(links);
        PageHead head = new PageHead(
                result.run().id(),
                ExperimentSummary.tone(result),
                IsolateSummary.briefly(result),
                IsolateSummary.sentence(result));
        head.open(page);
        PageHead.about(page, result.run(), result.disclosure());
        List<String> remarks = new ArrayList<>();
        if (!IsolateSummary.retained(result).isEmpty()) {
            remarks.add(IsolateSummary.retained(result));
        }
        remarks.addAll(result.remarks());
        remarks.add(PageHead.took(result.seconds(), result.predictedSeconds()));
        PageHead.remarks(page, remarks);
        PageHead.close(page);
        disturbances(page, result);
        phases(page, result);
        PageHead.configuration(page, result.run().command(), result.disclosure());
        head.end(page, "isolate.json", "logs and loads of each tenant are in tenant-1, tenant-2, …");
        return page.toString();
    }

    private static void disturbances(Page page, IsolateResult result) {
        page.section(
                "disturbances",
                "Who disturbs whom",
                "I_QoS: the relative increase of the others' response times over the relative increase of the load. 0 is perfect"
                        + " isolation, 1 is as if all tenants caused the additional load. With 90 % intervals after several"
                        + " measurements.");
        page.table(
                "",
                "disruptor|n",
                "times its users|n",
                "I_QoS|n",
                "whose quality breaks",
                "machine busy|n",
                "at fault");
        for (Disturbance each : result.disturbances()) {
            page.row()
                    .number(Integer.toString(each.disruptor()))
                    .number(IsolateSummary.factor(each.factor()))
                    .number(FailoverSummary.signed(each.index(), 2))
                    .cell(
                            "",
                            each.broken().stream()
                                    .map(tenant -> "tenant " + tenant)
                                    .collect(Collectors.joining(", ")))
                    .number(each.machineBusy() > 0 ? Words.percent(each.machineBusy()) : UNKNOWN)
                    .cell("says", known(each) ? IsolateSummary.fault(each) : UNKNOWN)
                    .endRow();
        }
        page.endTable();
        IsolateSummary.capacities(result).forEach(line -> page.element("p", "", line));
        page.close("section");
    }

    /** Where no measurement of it counts, it is not even known that nobody is at fault. */
    private static boolean known(Disturbance disturbance) {
        return disturbance.index() != null
                || !disturbance.broken().isEmpty()
                || !disturbance.attributions().isEmpty();
    }

    private static void phases(Page page, IsolateResult result) {
        page.section(
                "phases",
                "What each tenant got",
                "Mean response time of what people wait for, and operations a second.");
        List<String> columns = new ArrayList<>(List.of("measurement"));
        for (int tenant = 1; tenant <= result.tenants(); tenant++) {
            columns.add("tenant " + tenant + "|n");
        }
        columns.add("");
        page.table("", columns.toArray(String[]::new));
        for (IsolatePhase phase : result.phases()) {
            page.row().cell("", phase.words());
            phase.tenants().forEach(tenant -> page.number(got(tenant)));
            boolean counts = phase.problem().isEmpty();
            page.cell(counts ? "good" : "says bad", counts ? "✓" : phase.problem())
                    .endRow();
        }
        page.endTable().close("section");
    }

    private static String got(Tenant tenant) {
        return tenant.users() == 0
                ? "–"
                : Words.plural(tenant.users(), "user") + ": "
                        + (tenant.meanMillis() == null ? "–" : Words.decimal(tenant.meanMillis(), 1)) + " ms, "
                        + Words.decimal(tenant.operationsPerSecond(), 1) + "/s"
                        + (tenant.broken().isEmpty() ? "" : ", " + tenant.broken())
                        + (tenant.lengthened().isEmpty() ? "" : "; longer by its own driver: " + tenant.lengthened());
    }
}
