package gavel.harness.report.text;

import static java.util.Locale.ROOT;

import gavel.harness.collect.TierNames;
import gavel.harness.isolate.Attribution;
import gavel.harness.isolate.Disturbance;
import gavel.harness.isolate.Fairness;
import gavel.harness.isolate.IsolatePhase;
import gavel.harness.isolate.IsolatePhase.Tenant;
import gavel.harness.isolate.IsolateResult;
import gavel.harness.result.ExperimentVerdict;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/** How far tenants are kept from each other, in words: pure. */
public final class IsolateSummary {
    private IsolateSummary() {}

    /** A few words for a stamp. */
    public static String briefly(IsolateResult result) {
        return worst(result)
                .filter(_ -> result.verdict() == ExperimentVerdict.MEASURED)
                .map(worst -> "I_QoS " + FailoverSummary.signed(worst.index(), 2))
                .orElse(result.verdict().name());
    }

    /** Of the disruptors and factors that disturb the one with the largest index, else of all; empty where nothing is known of any. */
    public static Optional<Disturbance> worst(IsolateResult result) {
        return result.disturbances().stream()
                .filter(each -> each.disturbs() || each.index() != null)
                .max(Comparator.comparing(Disturbance::disturbs)
                        // Without an index a tenant had no answer at all: nothing is worse.
                        .thenComparing(each -> each.index() == null
                                ? Double.POSITIVE_INFINITY
                                : each.index().mean()));
    }

    /** The first sentences of every report. */
    public static String sentence(IsolateResult result) {
        return switch (result.verdict()) {
            case MEASURED -> answer(result);
            case FAIL -> "Data of a tenant were lost: the audit afterwards found violations. " + answer(result);
            case INCOMPLETE ->
                "Not everything is measured yet: " + result.phases().size() + " of " + result.planned() + ". "
                        + answer(result);
            case INVALID -> Words.ended("This cannot be trusted: " + reason(result));
        };
    }

    /** In place of the first ones that do not count others were made. */
    private static String reason(IsolateResult result) {
        return !result.problem().isEmpty()
                ? result.problem()
                : result.phases().stream()
                        .filter(phase -> !phase.problem().isEmpty())
                        .reduce((_, later) -> later)
                        .map(phase -> phase.words() + ": " + phase.problem())
                        .orElse("nothing was measured");
    }

    private static String answer(IsolateResult result) {
        Optional<Disturbance> worst = worst(result);
        if (worst.isEmpty()) {
            return "How tenants disturb each other is not known yet.";
        }
        Disturbance most = worst.get();
        if (!most.disturbs()) {
            return "No tenant measurably disturbs another: I_QoS is at most " + FailoverSummary.signed(most.index(), 2)
                    + ".";
        }
        String factor = factor(most.factor());
        String effect = most.broken().isEmpty()
                ? "the others keep their quality"
                : "the quality of " + tenants(most.broken()) + " breaks";
        return "Tenant " + most.disruptor() + " with " + factor + " times its users disturbs most: " + index(most)
                + ", and " + effect + ". " + fault(most);
    }

    private static String index(Disturbance most) {
        if (most.index() == null) {
            return "I_QoS is not known, as another tenant had no answer";
        }
        return "I_QoS is " + FailoverSummary.signed(most.index(), 2)
                + (most.index().lower() == null ? ", of one measurement without an interval" : "");
    }

    /** The tenant at fault and the shared resource, with what was seen of both. */
    public static String fault(Disturbance most) {
        Attribution fault = most.fault().orElse(null);
        if (fault == null) {
            return "No tenant is at fault: none did over " + Words.percent(Attribution.CHANCE) + " more than before.";
        }
        long named = most.attributions().stream()
                .filter(each -> each.tenant() == fault.tenant())
                .count();
        // Some measurements may name nobody.
        int measured =
                most.index() == null ? most.attributions().size() : most.index().count();
        String who = String.format(
                ROOT,
                "At fault is tenant %d, which did %.1f times its operations (found in %d of %d)",
                fault.tenant(),
                fault.growth(),
                named,
                measured);
        return fault.resource() == null
                ? who + "; nothing that tenants have in common was busy."
                : who
                        + String.format(
                                ROOT,
                                "; busy in common: %s, %.0f %%, before %.0f %%.",
                                fault.resource().words(),
                                100 * fault.resource().busy(),
                                100 * fault.before());
    }

    /** What others can still do with their quality kept; empty where it was not measured as far as the indices need it. */
    public static List<String> capacities(IsolateResult result) {
        return result.capacities().stream()
                .map(each -> "while tenant " + each.disruptor() + " disrupts, by capacity: I_base "
                        + FailoverSummary.value(each.base(), 2) + ", I_end "
                        + (each.end() == null ? "–" : FailoverSummary.signed(each.end(), 2)) + ", I_intBase "
                        + FailoverSummary.signed(each.integral(), 2) + ", I_intFree "
                        + FailoverSummary.signed(each.free(), 2))
                .toList();
    }

    private static String tenants(List<Integer> numbers) {
        return (numbers.size() == 1 ? "tenant " : "tenants ")
                + numbers.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }

    /** As it was asked for: 2.25 times is not 2.3 times. */
    public static String factor(double factor) {
        return BigDecimal.valueOf(factor).stripTrailingZeros().toPlainString();
    }

    /** One measurement, as soon as it is made. */
    public static String line(IsolatePhase phase) {
        String tenants = phase.tenants().stream().map(IsolateSummary::got).collect(Collectors.joining("   "));
        return String.format(ROOT, "%-34s %s", phase.words(), tenants)
                + (phase.problem().isEmpty() ? "" : "   does not count: " + phase.problem());
    }

    private static String got(Tenant tenant) {
        return tenant.users() == 0
                ? "–"
                : String.format(
                        ROOT,
                        "%s %s ms%s%s",
                        Words.plural(tenant.users(), "user"),
                        tenant.meanMillis() == null ? "–" : Words.decimal(tenant.meanMillis(), 1),
                        tenant.lengthened().isEmpty() ? "" : " (longer by its own driver)",
                        tenant.broken().isEmpty() ? "" : " (quality broke)");
    }

    /** What each keeps of its throughput beside the others, with the least and Jain's index; empty where that is not known. */
    public static String retained(IsolateResult result) {
        List<Double> retained = Disturbance.retained(result.phases(), result.tenants());
        if (retained.stream().anyMatch(Objects::isNull) || retained.stream().allMatch(share -> share == 0)) {
            return "";
        }
        int least = retained.indexOf(
                retained.stream().min(Comparator.naturalOrder()).orElseThrow());
        return "Together, tenants keep "
                + retained.stream().map(Words::percent).collect(Collectors.joining(", "))
                + " of the throughput they have alone; the least is tenant " + (least + 1) + "'s, Jain's index "
                + Words.decimal(Fairness.jain(retained), 3) + ".";
    }

    /** @param page null when there is none */
    public static List<String> lines(IsolateResult result, Path page) {
        List<String> lines = new ArrayList<>();
        lines.add(sentence(result));
        lines.add("");
        result.phases().forEach(phase -> lines.add("  " + line(phase)));
        lines.add("");
        result.disturbances()
                .forEach(each -> lines.add(String.format(
                        ROOT,
                        "  tenant %d × %s: I_QoS %s%s",
                        each.disruptor(),
                        factor(each.factor()),
                        FailoverSummary.signed(each.index(), 2),
                        each.broken().isEmpty() ? "" : ", quality of " + tenants(each.broken()) + " breaks")));
        capacities(result).forEach(line -> lines.add("  " + line));
        lines.add("Shared      "
                + (result.shared().isEmpty()
                        ? "nothing but the machine"
                        : result.shared().stream().map(TierNames::words).collect(Collectors.joining(", "))));
        if (!retained(result).isEmpty()) {
            lines.add("Throughput  " + retained(result));
        }
        lines.addAll(ExperimentSummary.end(result, page));
        return lines;
    }
}
