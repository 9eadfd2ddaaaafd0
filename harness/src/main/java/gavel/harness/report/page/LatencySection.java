package gavel.harness.report.page;

import static java.util.Locale.ROOT;

import gavel.driver.api.LoadReport;
import gavel.driver.api.LoadReport.OperationReport;
import gavel.harness.report.text.Words;
import gavel.harness.result.Figures;
import java.util.Comparator;
import java.util.List;

/** Every operation's percentiles against its limit, the tightest first. */
final class LatencySection {
    private static final double BAR_ENDS_AT = 1.5;

    private LatencySection() {}

    static void write(Page page, LoadReport load) {
        page.section(
                "latency",
                "Latency by operation",
                "From the intended start to the last byte. The bar is the 99th percentile, the tick the median, the upright line "
                        + "the limit: at most 1 % of starts may be later. Operations with fewer than 1,000 starts are judged "
                        + "together with those of the same limit.");
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
                "Late|n");
        List<OperationReport> byMargin = load.operations().stream()
                .sorted(Comparator.comparingDouble(LatencySection::ofLimit).reversed())
                .toList();
        byMargin.forEach(o -> row(page, o));
        page.endTable().close("section");
    }

    private static double ofLimit(OperationReport o) {
        return !Figures.judged(o) ? -1 : Figures.millis(o.response(), 0.99) / o.limitMillis();
    }

    private static void row(Page page, OperationReport o) {
        boolean judged = Figures.judged(o);
        double lateShare = o.starts() == 0 ? 0 : (double) o.late() / o.starts();
        page.row().raw("<th scope=\"row\">").text(o.name());
        if (o.background()) {
            page.element("small", "", " follower");
        }
        page.raw("</th>")
                .cell("n wide", Words.count(o.starts()))
                .cell("n wide", latency(o, 0.5))
                .cell("n wide", latency(o, 0.9))
                .number(latency(o, 0.99))
                .cell("n wide", latency(o, 0.999))
                .cell("n wide", judged ? Words.limit(o.limitMillis()) : "–")
                .raw("<td class=\"bar\">" + (judged && o.response().count() > 0 ? bar(o) : "") + "</td>")
                .cell(judged && lateShare > 0.01 ? "n bad" : "n", judged ? Words.percent(lateShare) : "–")
                .endRow();
    }

    private static String latency(OperationReport o, double quantile) {
        return Words.latency(Figures.micros(o.response(), quantile));
    }

    private static String bar(OperationReport o) {
        double p99 = ofLimit(o);
        double median = Figures.millis(o.response(), 0.5) / o.limitMillis();
        String kind = p99 > 1 ? "over" : p99 > 0.8 ? "near" : "within";
        return String.format(
                ROOT,
                "<svg class=\"meter %s\" viewBox=\"0 0 150 16\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"%s of"
                        + " the limit\"><rect class=\"track\" x=\"0\" y=\"3\" width=\"150\" height=\"10\"/><rect class=\"fill\""
                        + " x=\"0\" y=\"3\" width=\"%.1f\" height=\"10\"/><rect class=\"median\" x=\"%.1f\" y=\"3\" width=\"1.5\""
                        + " height=\"10\"/><rect class=\"limit\" x=\"99\" y=\"0\" width=\"2\" height=\"16\"/></svg>",
                kind,
                Words.percent(p99),
                Math.max(1, 100 * Math.min(p99, BAR_ENDS_AT)),
                100 * Math.min(median, BAR_ENDS_AT - 0.02));
    }
}
