package gavel.harness.report.page;

import gavel.harness.report.chart.ScalingCurve;
import gavel.harness.report.html.Links;
import gavel.harness.report.html.Page;
import gavel.harness.report.html.PageHead;
import gavel.harness.report.text.Headline.Tile;
import gavel.harness.report.text.ScaleSummary;
import gavel.harness.report.text.Words;
import gavel.harness.scale.ScaleResult;
import gavel.harness.scale.ScalingLine;
import gavel.harness.scale.ScalingLine.Fitted;
import gavel.harness.scale.ScalingPoint;
import gavel.harness.scale.SweepPoint;
import gavel.harness.scale.UniversalLaw.Estimate;
import java.util.ArrayList;
import java.util.List;

/** The page about a scaling curve: one file without a script, for reading offline. */
public final class ScalePage {
    private ScalePage() {}

    public static String render(ScaleResult result, Links links) {
        Page page = new Page(links);
        PageHead head = new PageHead(
                result.run().id(),
                ScaleSummary.tone(result),
                ScaleSummary.briefly(result),
                ScaleSummary.sentence(result));
        head.open(page);
        PageHead.about(page, result.run(), result.disclosure());
        if (result.line() != null && result.complete()) {
            PageHead.tiles(page, tiles(result));
        }
        List<String> remarks = new ArrayList<>();
        long left = result.points().size() - result.counted().size();
        if (left > 0) {
            remarks.add(Words.plural(left, "point") + " of "
                    + result.points().size() + " " + (left == 1 ? "does" : "do")
                    + " not count towards the slope; the table says why.");
        }
        remarks.addAll(result.remarks());
        remarks.add(PageHead.took(result.seconds(), result.predictedSeconds()));
        PageHead.remarks(page, remarks);
        PageHead.close(page);
        curve(page, result);
        points(page, result);
        model(page, result);
        PageHead.configuration(page, result.run().command(), result.disclosure());
        head.end(page, "scale.json and scale.csv", "the report of each search is in app-servers-1, app-servers-2, …");
        return page.toString();
    }

    private static List<Tile> tiles(ScaleResult result) {
        ScalingLine line = result.line();
        SweepPoint last = result.counted().getLast();
        return List.of(
                new Tile(
                        result.counted().getFirst().servers() == 1
                                ? "of the first server's users come with each further one"
                                : "of one server's users by the line, which is extrapolated, come with each further one",
                        line.hasShare() ? Words.percent(line.efficiency()) : "–",
                        line.lower() == null
                                ? line.hasShare()
                                        ? ScaleSummary.whyNoInterval(line)
                                        : "one server would carry none by the line"
                                : "90 % interval " + Words.percent(line.lower()) + " to "
                                        + Words.percent(line.upper())),
                new Tile(
                        "with " + Words.plural(last.servers(), "server"),
                        Words.users(last.peak().middle()) + " users",
                        "90 % interval of its search " + Words.interval(last.peak())),
                new Tile(
                        "for each further server",
                        Words.decimal(line.slope(), line.slope() >= 100 ? 0 : 1) + " users",
                        result.quota() == 0
                                ? "each has a machine to itself"
                                : "each has a quota of " + Words.decimal(result.quota(), 2) + " cores"),
                new Tile(
                        "points count",
                        result.counted().size() + " of " + result.points().size(),
                        "application servers were the limit there"));
    }

    private static void curve(Page page, ScaleResult result) {
        List<Fitted> fitted = result.line() == null ? List.of() : result.line().curve();
        boolean band = !fitted.isEmpty() && fitted.getFirst().lower() != null;
        page.section(
                "curve",
                "Peak users over application servers",
                "Bars are 90 % intervals of single searches."
                        + (fitted.isEmpty()
                                ? ""
                                : " The line is fitted through the points that count"
                                        + (band
                                                ? ", with its 90 % band, which has the scatter between searches in it"
                                                : "")
                                        + "; the dashed one is where they would lie if each server brought what the line"
                                        + " gives the first."));
        ScalingCurve curve = curve(result, "peak", "s1");
        if (!curve.marks().isEmpty()) {
            page.raw(curve.alone(new ScalingCurve.Ends(
                            band ? fitted.stream().map(Fitted::lower).toList() : List.of(),
                            band ? fitted.stream().map(Fitted::upper).toList() : List.of()))
                    .both(420));
            page.raw("<p class=\"legend\"><span><i class=\"key s1\"></i>counts</span>"
                    + "<span><i class=\"key hollow\"></i>does not count</span></p>");
        }
        page.close("section");
    }

    /** What a chart shows of a sweep. */
    public static ScalingCurve curve(ScaleResult result, String name, String style) {
        return new ScalingCurve(
                name,
                style,
                result.points().stream()
                        .filter(point -> point.peak() != null)
                        .map(point -> new ScalingCurve.Mark(
                                point.servers(),
                                point.peak().lower(),
                                point.peak().middle(),
                                point.peak().upper(),
                                point.counted()))
                        .toList(),
                result.line() == null
                        ? List.of()
                        : result.line().curve().stream().map(Fitted::users).toList());
    }

    private static void points(Page page, ScaleResult result) {
        page.section(
                "points",
                "Points",
                "A point counts when its application servers used at least "
                        + Words.percent(ScalingPoint.LEAST_QUOTA_USED)
                        + " of their quotas at the peak. The machine must be less busy than that, and at most "
                        + Words.percent(ScalingPoint.MOST_MACHINE_BUSY)
                        + ". CPU is that of all application "
                        + "servers: if it grows with their number, they make work for each other, or the machine was slower.");
        page.table(
                "",
                "servers|n",
                "peak users|n",
                "line|n",
                "of n × one|n",
                "quota used|n",
                "throttled|n",
                "machine|n",
                "CPU s per 1,000 operations|n",
                "bottleneck",
                "counts");
        for (SweepPoint point : result.points()) {
            boolean used = point.use() != null;
            page.row().raw("<td class=\"n\">");
            page.part(point.directory(), Integer.toString(point.servers()));
            page.raw("</td>")
                    .number(ScaleSummary.users(point))
                    .number(ScaleSummary.fitted(result, point))
                    .number(point.ofLinear() == null ? "–" : Words.decimal(point.ofLinear(), 2))
                    .number(used ? Words.percent(point.use().quotaUsed()) : "–")
                    .number(used ? Words.percent(point.use().throttledShare()) : "–")
                    .number(used ? Words.percent(point.use().machineBusy()) : "–")
                    .number(ScaleSummary.price(point, ""))
                    .cell("says", used ? point.use().bottleneck().statement() : "–")
                    .cell("says", point.counted() ? "yes" : point.excluded())
                    .endRow();
        }
        page.endTable();
        page.element("p", "lead", order(result));
        page.close("section");
    }

    private static String order(ScaleResult result) {
        String order =
                String.join(", ", result.order().stream().map(String::valueOf).toList());
        return "Order of the searches: " + order + " (seed " + result.run().seed()
                + "). Each begins on a deployment of its own with data loaded anew for "
                + Words.count(result.run().users()) + " users" + larger(result) + ".";
    }

    /** A search that comes to the end of its data set goes on with a larger one. */
    private static String larger(ScaleResult result) {
        List<String> larger = result.points().stream()
                .filter(point -> point.setUsers() > result.run().users())
                .map(point -> Words.count(point.setUsers()) + " with " + Words.plural(point.servers(), "server"))
                .toList();
        return larger.isEmpty()
                ? ""
                : "; where those were too few, it ended with data for more: " + String.join(", ", larger);
    }

    private static void model(Page page, ScaleResult result) {
        if (result.law() == null) {
            return;
        }
        page.section(
                "law",
                "Universal Scalability Law",
                "What bends the curve, as far as the points tell; a parameter whose interval begins at 0 may be none at all.");
        page.table("", "parameter", "estimate|n", "90 % interval|n", "meaning");
        row(page, "users of one server", result.law().single(), 1, 1, "");
        row(
                page,
                "contention",
                result.law().contention(),
                100,
                1,
                "share of the work that waits for a common resource");
        row(page, "coherency", result.law().coherency(), 100, 2, "share of the work that servers do for each other");
        page.endTable().close("section");
    }

    private static void row(Page page, String name, Estimate estimate, double unit, int digits, String meaning) {
        String percent = unit == 1 ? "" : " %";
        page.row()
                .cell("", name)
                .number(Words.decimal(unit * estimate.middle(), digits) + percent)
                .number(Words.decimal(unit * estimate.lower(), digits) + " to "
                        + Words.decimal(unit * estimate.upper(), digits) + percent)
                .cell("", meaning)
                .endRow();
    }
}
