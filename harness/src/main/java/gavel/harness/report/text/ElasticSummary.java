package gavel.harness.report.text;

import static java.util.Locale.ROOT;

import gavel.harness.compare.MeanEstimate;
import gavel.harness.elastic.ElasticPass;
import gavel.harness.elastic.ElasticPass.Joined;
import gavel.harness.elastic.ElasticResult;
import gavel.harness.elastic.ElasticResult.CapacityProbe;
import gavel.harness.elastic.ElasticityMetrics;
import gavel.harness.result.ExperimentVerdict;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** How well supply followed demand, in words: pure. */
public final class ElasticSummary {
    private static final String UNKNOWN = "–";

    private ElasticSummary() {}

    /** A few words for a stamp. */
    public static String briefly(ElasticResult result) {
        return result.verdict() == ExperimentVerdict.MEASURED
                ? percent(result.mean(ElasticPass::goodShare)) + " well served"
                : result.verdict().name();
    }

    /** The first sentences of every report. */
    public static String sentence(ElasticResult result) {
        return switch (result.verdict()) {
            case MEASURED -> answer(result);
            case FAIL ->
                "Data were lost: the audit afterwards found "
                        + Words.plural(result.auditAfter().violations(), "violation") + ". " + answer(result);
            case INCOMPLETE ->
                "Not all passes are made yet: " + result.counted().size() + " of "
                        + result.settings().repeats() + ". " + answer(result);
            case INVALID -> Words.ended("This cannot be trusted: " + reason(result));
        };
    }

    /** In place of the first ones that do not count others were made. */
    private static String reason(ElasticResult result) {
        return !result.problem().isEmpty()
                ? result.problem()
                : result.passes().stream()
                        .filter(pass -> !pass.counts())
                        .reduce((_, later) -> later)
                        .map(ElasticPass::problem)
                        .orElse("no pass was made");
    }

    private static String answer(ElasticResult result) {
        if (result.counted().isEmpty()) {
            return "No pass counts.";
        }
        return "People were served well for " + percent(result.mean(ElasticPass::goodShare))
                + " of their time, with "
                + times(result.mean(pass -> pass.cost().ofDemanded()))
                + " the server time that the load demanded. Servers enough for the peak all the time would be "
                + times(result.mean(pass -> pass.cost().ofMost() / pass.cost().demanded())) + ".";
    }

    public static String percent(MeanEstimate share) {
        return share == null
                ? UNKNOWN
                : String.format(ROOT, "%.1f %%", 100 * share.mean())
                        + (share.lower() == null
                                ? ""
                                : String.format(
                                        ROOT,
                                        " (%.1f to %.1f)",
                                        100 * Math.max(0, share.lower()),
                                        100 * Math.min(1, share.upper())));
    }

    private static String times(MeanEstimate factor) {
        return FailoverSummary.value(factor, 2) + " ×";
    }

    /** One pass, as soon as it is made. */
    public static String line(ElasticPass pass) {
        return pass.counts()
                ? String.format(
                        ROOT,
                        "pass %d  %.1f %% of user time served well, %.2f × the server time demanded, too few servers for %.1f %% of the time, too many for %.1f %%",
                        pass.number(),
                        100 * pass.goodShare(),
                        pass.cost().ofDemanded(),
                        100 * pass.metrics().underShare(),
                        100 * pass.metrics().overShare())
                : "pass " + pass.number() + "  does not count: " + pass.problem();
    }

    public static String line(CapacityProbe probe) {
        return String.format(
                ROOT,
                "probe   %,d users on %s %s the path: %s",
                probe.users(),
                Words.plural(probe.servers(), "server"),
                probe.before() ? "before" : "after",
                probe.passed() ? "pass" : probe.reason());
    }

    /** A figure of all passes with the band that the intervals of N(k) give it. */
    public record Row(String name, String value, String band, String meaning) {}

    /** The metrics of the SPEC Research Group. */
    public static List<Row> metrics(ElasticResult result) {
        return List.of(
                row(
                        result,
                        "servers missing, average",
                        3,
                        ElasticityMetrics::underAccuracy,
                        "under-provisioning accuracy"),
                row(
                        result,
                        "servers too many, average",
                        3,
                        ElasticityMetrics::overAccuracy,
                        "over-provisioning accuracy"),
                row(result, "missing for each one demanded", 3, ElasticityMetrics::underOfDemand, "the same by demand"),
                row(result, "too many for each one demanded", 3, ElasticityMetrics::overOfDemand, "the same by demand"),
                row(
                        result,
                        "share of time with too few",
                        3,
                        ElasticityMetrics::underShare,
                        "under-provisioning time share"),
                row(
                        result,
                        "share of time with too many",
                        3,
                        ElasticityMetrics::overShare,
                        "over-provisioning time share"),
                jitter(result),
                row(result, "deviation", 3, ElasticityMetrics::deviation, "distance from the perfect follower"),
                new Row(
                        "instability",
                        FailoverSummary.value(result.mean(ElasticPass::instability), 3),
                        "",
                        "share of steps of " + (int) ElasticPass.STEP_SECONDS + " s in different directions"));
    }

    /** The one figure that may be below zero, where supply moves less than demand. */
    private static Row jitter(ElasticResult result) {
        Row row =
                row(result, "jitter, servers a second", 4, ElasticityMetrics::jitter, "moved beyond what demand moved");
        String value = FailoverSummary.signed(result.mean(pass -> pass.metrics().jitter()), 4);
        return new Row(row.name(), value, row.band(), row.meaning());
    }

    private static Row row(
            ElasticResult result, String name, int digits, ToDoubleFunction<ElasticityMetrics> figure, String meaning) {
        // Not every figure moves one way with N(k): between the ends of its intervals it may be beyond those of both.
        List<Double> band = Stream.<Function<ElasticPass, ElasticityMetrics>>of(
                        ElasticPass::fewest, ElasticPass::metrics, ElasticPass::greatest)
                .map(metrics -> result.mean(pass -> figure.applyAsDouble(metrics.apply(pass))))
                .filter(Objects::nonNull)
                .map(MeanEstimate::mean)
                .sorted()
                .toList();
        return new Row(
                name,
                FailoverSummary.value(result.mean(pass -> figure.applyAsDouble(pass.metrics())), digits),
                band.isEmpty()
                        ? UNKNOWN
                        : Words.decimal(band.getFirst(), digits) + " to " + Words.decimal(band.getLast(), digits),
                meaning);
    }

    public static String seconds(Double seconds) {
        return seconds == null ? UNKNOWN : String.format(ROOT, "%.1f", seconds);
    }

    /** @param page null when there is none */
    public static List<String> lines(ElasticResult result, Path page) {
        List<String> lines = new ArrayList<>();
        lines.add(sentence(result));
        lines.add("");
        if (!result.counted().isEmpty()) {
            metrics(result)
                    .forEach(row ->
                            lines.add(String.format(ROOT, "  %-34s %22s   %s", row.name(), row.value(), bandOf(row))));
            lines.add("");
            lines.add(
                    "  seconds from … to …   need→order   →created   →ready   →first request   →fair share   →quality");
            for (ElasticPass pass : result.counted()) {
                for (Joined joined : pass.links()) {
                    lines.add(String.format(
                            ROOT,
                            "  pass %d, %-12s %11s %10s %8s %16s %13s %10s",
                            pass.number(),
                            joined.instance(),
                            seconds(joined.links().toDecision()),
                            seconds(joined.links().toCreation()),
                            seconds(joined.links().toReadiness()),
                            seconds(joined.links().toFirstRequest()),
                            seconds(joined.links().toFairShare()),
                            seconds(joined.links().toQuality())));
                }
            }
            lines.add("");
        }
        result.probes().forEach(probe -> lines.add("  " + line(probe)));
        lines.addAll(ExperimentSummary.end(result, page));
        return lines;
    }

    private static String bandOf(Row row) {
        return row.band().isEmpty() ? row.meaning() : "by N(k) " + row.band();
    }
}
