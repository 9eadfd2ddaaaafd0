package gavel.harness.report.page;

import gavel.harness.collect.TierNames;
import gavel.harness.failover.FailoverResult;
import gavel.harness.failover.FailoverResult.Second;
import gavel.harness.failover.FaultFigures;
import gavel.harness.failover.FaultResult;
import gavel.harness.report.chart.Panel;
import gavel.harness.report.chart.Series;
import gavel.harness.report.chart.Timelines;
import gavel.harness.report.chart.Timelines.Mark;
import gavel.harness.report.html.Links;
import gavel.harness.report.html.Page;
import gavel.harness.report.html.PageHead;
import gavel.harness.report.text.ExperimentSummary;
import gavel.harness.report.text.FailoverSummary;
import gavel.harness.report.text.Headline.Tile;
import gavel.harness.report.text.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** The page about faults: one file without a script, for reading offline. */
public final class FailoverPage {
    private FailoverPage() {}

    public static String render(FailoverResult result, Links links) {
        Page page = new Page(links);
        PageHead head = new PageHead(
                result.run().id(),
                ExperimentSummary.tone(result),
                FailoverSummary.briefly(result),
                FailoverSummary.sentence(result));
        head.open(page);
        PageHead.about(page, result.run(), result.disclosure());
        PageHead.tiles(page, tiles(result));
        List<String> remarks = new ArrayList<>();
        FailoverSummary.resolution(result)
                .ifPresent(
                        text -> remarks.add(text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1) + "."));
        remarks.addAll(result.remarks());
        remarks.add(PageHead.took(result.seconds(), result.predictedSeconds()));
        PageHead.remarks(page, remarks);
        PageHead.close(page);
        picture(page, result);
        table(page, result);
        faults(page, result);
        PageHead.configuration(page, result.run().command(), result.disclosure());
        head.end(page, "failover.json, faults.csv and service.csv (each tenth of a second)", "");
        return page.toString();
    }

    private static List<Tile> tiles(FailoverResult result) {
        List<FaultFigures> counted =
                result.figures().stream().filter(each -> each.counted() > 0).toList();
        if (counted.isEmpty()) {
            return List.of();
        }
        return List.of(
                most("longest without service", counted, each -> each.outage().mean(), " s", 1),
                mostLost(counted),
                most(
                        "most people who saw an error",
                        counted,
                        each -> each.people().mean(),
                        "",
                        0),
                new Tile(
                        "violations of the audit",
                        result.auditAfter() == null
                                ? "–"
                                : Words.count(result.auditAfter().violations()),
                        "answered bids must all be there"));
    }

    /** Where that one was not whole again while it was watched, it lost more than was seen. */
    private static Tile mostLost(List<FaultFigures> figures) {
        FaultFigures most = figures.stream()
                .max(Comparator.comparingDouble(each -> each.lost().mean()))
                .orElseThrow();
        return new Tile(
                "most service lost",
                (most.recovery() == null ? FailoverSummary.AT_LEAST : "")
                        + Words.decimal(most.lost().mean(), 1) + " s",
                "by the " + most.fault().words());
    }

    private static Tile most(
            String name, List<FaultFigures> figures, ToDoubleFunction<FaultFigures> value, String unit, int digits) {
        FaultFigures most =
                figures.stream().max(Comparator.comparingDouble(value)).orElseThrow();
        return new Tile(
                name,
                Words.decimal(value.applyAsDouble(most), digits) + unit,
                "by the " + most.fault().words());
    }

    private static void picture(Page page, FailoverResult result) {
        List<Second> course = result.course();
        if (course.isEmpty()) {
            return;
        }
        long zero = course.getFirst().atMillis() - 1_000;
        double[] xs = course.stream()
                .mapToDouble(second -> (second.atMillis() - zero) / 1_000.0)
                .toArray();
        List<Mark> marks = result.faults().stream()
                .filter(fault -> fault.beganMillis() > zero)
                .map(fault -> new Mark(
                        fault.number(),
                        fault.fault().words(),
                        fault.counts(),
                        (fault.beganMillis() - zero) / 1e3,
                        (Math.max(fault.healedMillis(), fault.beganMillis()) - zero) / 1e3))
                .toList();
        page.section(
                "course",
                "Service through all faults",
                "Each line is a fault, from the moment it was made until the instance was ready again. Its number is that"
                        + " of the last table.");
        Timelines lines = new Timelines(
                xs,
                List.of(),
                marks,
                List.of(
                        panel("Operations that ended well", "/s", course, Second::served),
                        panel("Late or failed", "%", course, FailoverPage::bad),
                        panel("People who saw an error", "", course, Second::people),
                        panel("Users", "", course, Second::users)));
        page.raw(lines.draw("full", 1_080)).raw(lines.draw("compact", 420));
        page.close("section");
    }

    /** Nothing is known of a second in which no operation ended: it may be the middle of an outage. */
    private static double bad(Second second) {
        return second.ended() == 0 ? Double.NaN : 100.0 * second.bad() / second.ended();
    }

    private static Panel panel(String title, String unit, List<Second> course, ToDoubleFunction<Second> value) {
        return new Panel(
                title,
                Panel.Kind.LINES,
                unit,
                List.of(new Series(
                        title, "s1", course.stream().mapToDouble(value).toArray())));
    }

    private static void table(Page page, FailoverResult result) {
        page.section(
                "tiers",
                "What each fault costs",
                "Seconds from the fault on, with 90 % intervals where it was made several times. Served again: at least half of the"
                        + " operations before the fault. Whole: 95 % of them. Lost: what was missing until then, in seconds of full"
                        + " service; ≥ where it was not whole again while it was watched.");
        page.table(
                "",
                "tier",
                "fault",
                "instance is",
                "served again|n",
                "whole again|n",
                "service lost|n",
                "quality back|n",
                "redundancy back|n",
                "people who saw an error|n",
                "failed operations|n");
        for (FaultFigures each : result.figures()) {
            page.row()
                    .cell("", TierNames.words(each.fault().tier()))
                    .cell("", each.fault().kind().word())
                    .cell("says", FailoverSummary.redundancy(each))
                    .number(FailoverSummary.value(each.outage(), 1))
                    .number(FailoverSummary.value(each.recovery(), 1))
                    .number(FailoverSummary.lost(each))
                    .number(FailoverSummary.value(each.quality(), 0))
                    .number(FailoverSummary.value(each.redundancy(), 1))
                    .number(FailoverSummary.value(each.people(), 0))
                    .number(FailoverSummary.value(each.failed(), 0))
                    .endRow();
        }
        page.endTable();
        result.omitted()
                .forEach(omitted -> page.element(
                        "p",
                        "lead",
                        "Not made: " + omitted.fault().words() + ", as "
                                + omitted.fault().instance() + " " + omitted.why() + "."));
        page.close("section");
    }

    private static void faults(Page page, FailoverResult result) {
        page.section("faults", "Fault by fault", "Seen: when the effect was, after the fault was made.");
        page.table(
                "",
                "|n",
                "fault",
                "level before|n",
                "seen|n",
                "served again|n",
                "service lost|n",
                "late|n",
                "failed|n",
                "");
        for (FaultResult fault : result.faults()) {
            boolean counts = fault.counts();
            page.row()
                    .number(Integer.toString(fault.number()))
                    .cell("says", fault.fault().words())
                    .number(counts ? Words.decimal(fault.level().perSecond(), 1) + "/s" : "–")
                    .number(
                            fault.seenMillis() == 0
                                    ? "–"
                                    : Words.decimal((fault.seenMillis() - fault.beganMillis()) / 1e3, 2) + " s")
                    .number(counts ? Words.decimal(fault.loss().outageSeconds(), 1) + " s" : "–")
                    .number(counts ? FailoverSummary.lost(fault.loss()) + " s" : "–")
                    .number(counts ? Words.count(fault.lateOperations()) : "–")
                    .number(counts ? Words.count(fault.failedOperations()) : "–")
                    .cell(counts ? "good" : "says bad", counts ? "✓" : fault.problem())
                    .endRow();
        }
        page.endTable().close("section");
    }
}
