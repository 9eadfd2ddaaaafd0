package gavel.harness.report.page;

import gavel.harness.elastic.ElasticPass;
import gavel.harness.elastic.ElasticPass.Joined;
import gavel.harness.elastic.ElasticPass.Second;
import gavel.harness.elastic.ElasticResult;
import gavel.harness.elastic.ElasticResult.CapacityProbe;
import gavel.harness.elastic.ScalingEvent;
import gavel.harness.report.chart.Panel;
import gavel.harness.report.chart.Series;
import gavel.harness.report.chart.Timelines;
import gavel.harness.report.chart.Timelines.Mark;
import gavel.harness.report.html.Links;
import gavel.harness.report.html.Page;
import gavel.harness.report.html.PageHead;
import gavel.harness.report.text.ElasticSummary;
import gavel.harness.report.text.ExperimentSummary;
import gavel.harness.report.text.FailoverSummary;
import gavel.harness.report.text.Headline.Tile;
import gavel.harness.report.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** The page about supply and demand: one file without a script, for reading offline. */
public final class ElasticPage {
    private ElasticPage() {}

    public static String render(ElasticResult result, Links links) {
        Page page = new Page(links);
        PageHead head = new PageHead(
                result.run().id(),
                ExperimentSummary.tone(result),
                ElasticSummary.briefly(result),
                ElasticSummary.sentence(result));
        head.open(page);
        PageHead.about(page, result.run(), result.disclosure());
        PageHead.tiles(page, tiles(result));
        List<String> remarks = new ArrayList<>(result.remarks());
        remarks.add("N(k) is from " + result.settings().capacity()
                + "; the bands in the table are what the intervals of N(k) make of each figure.");
        remarks.add(PageHead.took(result.seconds(), result.predictedSeconds()));
        PageHead.remarks(page, remarks);
        PageHead.close(page);
        result.passes().forEach(pass -> picture(page, pass));
        metrics(page, result);
        links(page, result);
        probes(page, result);
        PageHead.configuration(page, result.run().command(), result.disclosure());
        head.end(page, "elastic.json, events.csv and service.csv", "");
        return page.toString();
    }

    private static List<Tile> tiles(ElasticResult result) {
        if (result.counted().isEmpty()) {
            return List.of();
        }
        return List.of(
                new Tile(
                        "of user time served well",
                        ElasticSummary.percent(result.mean(ElasticPass::goodShare)),
                        "in windows of ten seconds"),
                new Tile(
                        "of the server time demanded was used",
                        FailoverSummary.value(result.mean(pass -> pass.cost().ofDemanded()), 2) + " ×",
                        "by the perfect follower 1"),
                new Tile(
                        "servers for the peak all the time",
                        FailoverSummary.value(
                                        result.mean(pass -> pass.cost().ofMost()
                                                / pass.cost().demanded()),
                                        2)
                                + " ×",
                        "of the server time demanded"),
                new Tile(
                        "of the time too few servers",
                        ElasticSummary.percent(
                                result.mean(pass -> pass.metrics().underShare())),
                        result.settings().supply()));
    }

    private static void picture(Page page, ElasticPass pass) {
        List<Second> course = pass.course();
        if (course.isEmpty()) {
            return;
        }
        List<Mark> marks = IntStream.range(0, pass.events().size())
                .mapToObj(i -> mark(i + 1, pass.events().get(i), pass))
                .toList();
        page.section(
                "pass-" + pass.number(),
                "Pass " + pass.number() + (pass.counts() ? "" : ", which does not count"),
                pass.counts()
                        ? "Each line is a change of the number of servers, from the order until it was in force."
                        : pass.problem());
        Panel servers = panel(
                "Servers",
                "",
                series("demanded", "s2", course, Second::demand),
                series("ready", "s1", course, Second::supply));
        Timelines lines = new Timelines(
                course.stream().mapToDouble(Second::at).toArray(),
                List.of(),
                marks,
                List.of(
                        panel("Users", "", series("users", "s1", course, Second::users)),
                        servers,
                        panel("Operations that ended", "/s", series("ended", "s1", course, Second::ended)),
                        panel("Late or failed", "%", series("late or failed", "s1", course, ElasticPage::bad))),
                "the path");
        page.raw(lines.draw("full", 1_080)).raw(lines.draw("compact", 420));
        ChartSection.legend(page, servers.title(), servers.series());
        page.close("section");
    }

    private static Mark mark(int number, ScalingEvent event, ElasticPass pass) {
        double from = (event.decidedMillis() - pass.beganMillis()) / 1e3;
        double to = event.endedMillis() == 0 ? from : (event.endedMillis() - pass.beganMillis()) / 1e3;
        return new Mark(
                number,
                event.from() + " to " + event.to() + " servers" + (event.takenBack() ? ", taken back" : ""),
                event.problem() == null,
                from,
                to);
    }

    /** Nothing is known of a second in which no operation ended: it may be the middle of an outage. */
    private static double bad(Second second) {
        return second.ended() == 0 ? Double.NaN : 100.0 * second.bad() / second.ended();
    }

    private static Panel panel(String title, String unit, Series... series) {
        return new Panel(title, Panel.Kind.LINES, unit, List.of(series));
    }

    private static Series series(String name, String style, List<Second> course, ToDoubleFunction<Second> value) {
        return new Series(name, style, course.stream().mapToDouble(value).toArray());
    }

    private static void metrics(Page page, ElasticResult result) {
        if (result.counted().isEmpty()) {
            return;
        }
        page.section(
                "metrics",
                "Supply beside demand",
                "The metrics of the SPEC Research Group: 0 at best, with 90 % intervals after several passes.");
        page.table("", "figure", "value|n", "by the intervals of N(k)|n", "meaning");
        for (ElasticSummary.Row row : ElasticSummary.metrics(result)) {
            page.row()
                    .cell("", row.name())
                    .number(row.value())
                    .number(row.band())
                    .cell("says", row.meaning())
                    .endRow();
        }
        page.endTable().close("section");
    }

    private static void links(Page page, ElasticResult result) {
        page.section(
                "links",
                "Where the time goes",
                "Seconds of each link between the wish for a server and its help. A dash: the moment was not seen.");
        page.table(
                "",
                "pass|n",
                "server",
                "needed to ordered|n",
                "to created|n",
                "to ready|n",
                "to first request|n",
                "to its fair share|n",
                "to good quality|n");
        for (ElasticPass pass : result.counted()) {
            for (Joined joined : pass.links()) {
                page.row()
                        .number(Integer.toString(pass.number()))
                        .cell("", joined.instance())
                        .number(ElasticSummary.seconds(joined.links().toDecision()))
                        .number(ElasticSummary.seconds(joined.links().toCreation()))
                        .number(ElasticSummary.seconds(joined.links().toReadiness()))
                        .number(ElasticSummary.seconds(joined.links().toFirstRequest()))
                        .number(ElasticSummary.seconds(joined.links().toFairShare()))
                        .number(ElasticSummary.seconds(joined.links().toQuality()))
                        .endRow();
            }
        }
        page.endTable().close("section");
    }

    private static void probes(Page page, ElasticResult result) {
        page.section(
                "probes",
                "Is the machine the one that N(k) was measured on?",
                "Nine tenths of the peak must be supported before and after the path. A probe that fails is made once more.");
        page.table("", "When", "servers|n", "users|n", "Ended");
        for (CapacityProbe probe : result.probes()) {
            page.row()
                    .cell("", probe.before() ? "before" : "after")
                    .number(Integer.toString(probe.servers()))
                    .number(Words.count(probe.users()))
                    .cell(probe.passed() ? "good" : "says bad", probe.passed() ? "✓" : probe.reason())
                    .endRow();
        }
        page.endTable().close("section");
    }
}
