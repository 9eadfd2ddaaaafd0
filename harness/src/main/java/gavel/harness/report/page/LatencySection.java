package gavel.harness.report.page;

import static java.util.Locale.ROOT;

import gavel.driver.api.LoadReport;
import gavel.driver.api.LoadReport.OperationReport;
import gavel.harness.report.html.Page;
import gavel.harness.report.text.Words;
import gavel.harness.result.Figures;
import gavel.harness.result.Tail;
import java.util.Comparator;
import java.util.List;

/** Every operation's percentiles against its limit, the tightest first; those whose percentile is not known come after them. */
final class LatencySection {
    private static final int MOST_SHOWN = 10;
    private static final double LATE = 0.01;
    private static final double FAILED = 0.005;
    private static final double BAR_ENDS_AT = 1.5;
    private static final Comparator<OperationReport> NEAREST = Comparator.comparingDouble(LatencySection::known)
            .thenComparingLong(OperationReport::late)
            .thenComparingLong(OperationReport::starts)
            .reversed();

    private LatencySection() {}

    static void write(Page page, LoadReport load) {
        page.section(
                "latency",
                "Latency by operation",
                "The bar is the 99th percentile, the tick the median, the upright line the limit: at most 1 % of starts may be "
                        + "later.");
        page.fold("How latency is measured and judged")
                .element(
                        "p",
                        "lead",
                        "From the intended start to the last byte. Where too few starts tell a percentile there is a dash; the "
                                + "largest value stands for the 99th then, named max, with a pale bar. Operations with fewer than "
                                + "1,000 starts are judged together with those of the same limit, and each alone.")
                .endFold();
        List<OperationReport> byMargin = load.operations().stream()
                .filter(o -> !Figures.held(o.name()))
                .sorted(NEAREST)
                .toList();
        page.rows(byMargin, MOST_SHOWN, LatencySection::troubled, LatencySection::further, some -> table(page, some));
        load.operations().stream()
                .filter(o -> Figures.held(o.name()) && o.starts() > 0)
                .forEach(o -> page.element("p", "lead", held(o)));
        page.close("section");
    }

    private static void table(Page page, List<OperationReport> operations) {
        page.table(
                "latency",
                "Operation",
                "Starts|n wide",
                "p50|n wide",
                "p90|n wide",
                "p99|n",
                "p99.9|n wide",
                "Limit|n wide",
                "Of its limit|bar",
                "Late|n",
                "Failed|n");
        operations.forEach(o -> row(page, o));
        page.endTable();
    }

    /** How far from their limits those are that are not shown: they come by that, so the first is the nearest. */
    private static String further(List<OperationReport> operations) {
        double nearest = known(operations.getFirst());
        long troubled = operations.stream().filter(LatencySection::troubled).count();
        long unknown = operations.stream()
                .filter(o -> Figures.judged(o) && known(o) < 0)
                .count();
        return operations.size() + " more operations"
                + (troubled == 0 ? "" : ", late or failing: " + troubled)
                + (nearest < 0 ? "" : ", at most " + Words.percent(nearest) + " of the limit")
                + (unknown == 0 ? "" : ", too few starts to tell: " + unknown);
    }

    private static boolean troubled(OperationReport o) {
        return (Figures.judged(o) && lateShare(o) > LATE) || failedShare(o) > FAILED;
    }

    private static double lateShare(OperationReport o) {
        return o.starts() == 0 ? 0 : (double) o.late() / o.starts();
    }

    private static double failedShare(OperationReport o) {
        return o.starts() == 0 ? 0 : (double) o.failed() / o.starts();
    }

    /** Held requests are no operations: how long they take is how long there was no news. */
    private static String held(OperationReport o) {
        return "Apart from these: " + Words.plural(o.starts(), "request") + " " + o.name()
                + ", which the server holds until there is news. " + Words.count(o.succeeded())
                + (o.succeeded() == 1 ? " was" : " were")
                + " answered. They are judged by when the news came (News of bids) and by whether they were there"
                + " (Mix and rate).";
    }

    /** -1 where there is no percentile to compare with a limit. */
    private static double known(OperationReport o) {
        Tail tail = Tail.of(o.response());
        return Figures.judged(o) && tail.known() ? ofLimit(o, tail.micros()) : -1;
    }

    private static double ofLimit(OperationReport o, long micros) {
        return micros / 1000.0 / o.limitMillis();
    }

    private static void row(Page page, OperationReport o) {
        boolean judged = Figures.judged(o);
        Tail tail = Tail.of(o.response());
        page.row().raw("<th scope=\"row\">").text(o.name());
        if (o.background()) {
            page.element("small", "", " follower");
        }
        page.raw("</th>")
                .cell("n wide", Words.count(o.starts()))
                .cell("n wide", latency(o, 0.5))
                .cell("n wide", latency(o, 0.9))
                .number(tail.known() ? Words.latency(tail.micros()) : Words.tail(tail))
                .cell("n wide", latency(o, 0.999))
                .cell("n wide", judged ? Words.limit(o.limitMillis()) : "–")
                .raw("<td class=\"bar\">" + (judged && tail.sampled() ? bar(o, tail) : "") + "</td>")
                .cell(judged && lateShare(o) > LATE ? "n bad" : "n", judged ? Words.percent(lateShare(o)) : "–")
                .cell(failedShare(o) > FAILED ? "n bad" : "n", Words.percent(failedShare(o)))
                .endRow();
    }

    private static String latency(OperationReport o, double quantile) {
        return Words.latency(Figures.micros(o.response(), quantile));
    }

    private static String bar(OperationReport o, Tail tail) {
        double end = ofLimit(o, tail.micros());
        long median = Figures.micros(o.response(), 0.5);
        String kind = !tail.known() ? "largest" : end > 1 ? "over" : end > 0.8 ? "near" : "within";
        String tick = median < 0
                ? ""
                : String.format(
                        ROOT,
                        "<rect class=\"median\" x=\"%.1f\" y=\"3\" width=\"1.5\" height=\"10\"/>",
                        100 * Math.min(ofLimit(o, median), BAR_ENDS_AT - 0.02));
        return String.format(
                ROOT,
                "<svg class=\"meter %s\" viewBox=\"0 0 150 16\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"%s"
                        + " of the limit\"><rect class=\"track\" x=\"0\" y=\"3\" width=\"150\" height=\"10\"/><rect"
                        + " class=\"fill\" x=\"0\" y=\"3\" width=\"%.1f\" height=\"10\"/>%s<rect class=\"limit\" x=\"99\""
                        + " y=\"0\" width=\"2\" height=\"16\"/></svg>",
                kind,
                (tail.known() ? "" : "largest value ") + Words.percent(end),
                Math.max(1, 100 * Math.min(end, BAR_ENDS_AT)),
                tick);
    }
}
