package gavel.harness.elastic;

import static java.util.Locale.ROOT;

import gavel.harness.action.ActionEvent.Step;
import gavel.harness.result.Csv;

/** Passes as tables for spreadsheets, with those that do not count. Pure. */
public final class ElasticCsv {
    private ElasticCsv() {}

    /** A row for each order, and for each step of its servers. */
    public static String events(ElasticResult result) {
        StringBuilder csv = new StringBuilder("pass,seconds,from,to,what,instance,problem,counts\n");
        for (ElasticPass pass : result.passes()) {
            for (ScalingEvent event : pass.events()) {
                csv.append(Csv.line(
                        pass.number(),
                        at(pass, event.decidedMillis()),
                        event.from(),
                        event.to(),
                        "ordered",
                        null,
                        event.problem(),
                        pass.counts()));
                for (Step step : event.steps()) {
                    csv.append(Csv.line(
                            pass.number(),
                            at(pass, step.atMillis()),
                            event.from(),
                            event.to(),
                            step.stage().words(),
                            step.instance(),
                            null,
                            pass.counts()));
                }
            }
        }
        return csv.toString();
    }

    /** A row for each second of the path. */
    public static String service(ElasticResult result) {
        StringBuilder csv = new StringBuilder("pass,seconds,users,ended,bad,demand,supply,counts\n");
        for (ElasticPass pass : result.passes()) {
            for (ElasticPass.Second second : pass.course()) {
                csv.append(Csv.line(
                        pass.number(),
                        String.format(ROOT, "%.1f", second.at()),
                        second.users(),
                        second.ended(),
                        second.bad(),
                        second.demand(),
                        second.supply(),
                        pass.counts()));
            }
        }
        return csv.toString();
    }

    private static String at(ElasticPass pass, long millis) {
        return String.format(ROOT, "%.1f", (millis - pass.beganMillis()) / 1e3);
    }
}
