package gavel.harness.report.text;

import static java.util.Locale.ROOT;

import gavel.harness.compare.MeanEstimate;
import gavel.harness.failover.FailoverResult;
import gavel.harness.failover.FaultFigures;
import gavel.harness.failover.FaultResult;
import gavel.harness.failover.ServiceLoss;
import gavel.harness.result.ExperimentVerdict;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** What faults cost, in words: pure. */
public final class FailoverSummary {
    /** Before a loss that was not over while it was watched. */
    public static final String AT_LEAST = "≥ ";

    private static final String UNKNOWN = "–";

    private FailoverSummary() {}

    /** The first sentences of every report. */
    public static String sentence(FailoverResult result) {
        String costliest = costliest(result);
        return switch (result.verdict()) {
            case MEASURED -> costliest + " No answered bid was lost.";
            case FAIL ->
                "Data were lost: the audit after the faults found "
                        + Words.plural(result.auditAfter().violations(), "violation") + example(result) + ". "
                        + costliest;
            case INCOMPLETE ->
                "Not all faults are made yet: " + result.faults().size() + " of " + result.planned() + "."
                        + because(result) + " " + costliest;
            case INVALID -> Words.ended("This cannot be trusted: " + reason(result)) + " " + costliest;
        };
    }

    private static String because(FailoverResult result) {
        return result.problem().isEmpty() ? "" : Words.ended(" It ended early: " + result.problem());
    }

    private static String example(FailoverResult result) {
        return result.auditAfter().invariants().stream()
                .filter(invariant -> invariant.violations() > 0)
                .map(invariant -> " of \"" + invariant.name() + "\""
                        + (invariant.examples().isEmpty()
                                ? ""
                                : ", for example: " + invariant.examples().getFirst()))
                .findFirst()
                .orElse("");
    }

    /** In place of the first ones that do not count others were made. */
    private static String reason(FailoverResult result) {
        return !result.problem().isEmpty()
                ? result.problem()
                : result.faults().stream()
                        .filter(fault -> !fault.counts())
                        .reduce((_, later) -> later)
                        .map(fault -> fault.fault().words() + ": " + fault.problem())
                        .orElse("no fault was made");
    }

    /** The fault that took most service; empty where none counts. */
    private static String costliest(FailoverResult result) {
        List<FaultFigures> counted =
                result.figures().stream().filter(each -> each.counted() > 0).toList();
        if (counted.isEmpty()) {
            return "No fault has figures.";
        }
        FaultFigures most = counted.stream()
                .max(Comparator.comparingDouble(
                                (FaultFigures each) -> each.lost().mean())
                        .thenComparingDouble(each -> each.people().mean()))
                .orElseThrow();
        if (most.lost().mean() == 0) {
            return counted.size() == 1
                    ? "The " + most.fault().words() + " caused no measurable loss of service."
                    : "None of " + counted.size() + " faults caused a measurable loss of service.";
        }
        long seeing = Math.round(most.people().mean());
        return (counted.size() == 1 ? "The " : "The costliest of " + counted.size() + " faults was the ")
                + most.fault().words()
                + (most.outage().mean() == 0
                        ? ": service never fell below half, was " + whole(most.recovery(), "whole again after ")
                        : ": service was back after " + seconds(most.outage()) + ", "
                                + whole(most.recovery(), "whole after "))
                + ", " + (most.recovery() == null ? "at least " : "") + seconds(most.lost()) + " of it were lost, and "
                + (seeing == 1 ? "1 person" : Words.count(seeing) + " people") + " saw an error."
                + alike(most, counted);
    }

    /** What cannot be told from it; empty where single faults have no intervals that could tell. */
    private static String alike(FaultFigures most, List<FaultFigures> counted) {
        List<String> alike = counted.stream()
                .filter(each -> each != most
                        && most.lost().lower() != null
                        && each.lost().lower() != null
                        && !most.lost().apartFrom(each.lost()))
                .map(each -> each.fault().words())
                .toList();
        return alike.isEmpty() ? "" : " Its cost cannot be told apart from that of " + String.join(", ", alike) + ".";
    }

    private static String whole(MeanEstimate recovery, String after) {
        return recovery == null ? "not whole again while it was watched" : after + seconds(recovery);
    }

    /** Seconds of service until it was whole again; more than what was seen where it was not while it was watched. */
    public static String lost(FaultFigures figures) {
        return (figures.counted() > 0 && figures.recovery() == null ? AT_LEAST : "") + value(figures.lost(), 1);
    }

    /** Likewise of one fault that counts. */
    public static String lost(ServiceLoss loss) {
        return (loss.recoverySeconds() == null ? AT_LEAST : "") + Words.decimal(loss.lostSeconds(), 1);
    }

    private static String seconds(MeanEstimate estimate) {
        return value(estimate, 1) + " s";
    }

    /** Of a figure that cannot be below zero: with the interval where there is one; a dash where it is not known. */
    public static String value(MeanEstimate estimate, int digits) {
        return estimate == null || estimate.lower() == null
                ? signed(estimate, digits)
                : signed(
                        new MeanEstimate(
                                estimate.count(), estimate.mean(), Math.max(0, estimate.lower()), estimate.upper()),
                        digits);
    }

    /** Of one that may be, such as an index of tenants who became faster. */
    public static String signed(MeanEstimate estimate, int digits) {
        if (estimate == null) {
            return UNKNOWN;
        }
        String mean = Words.decimal(estimate.mean(), digits);
        return estimate.lower() == null
                ? mean
                : mean + " (" + Words.decimal(estimate.lower(), digits) + " to "
                        + Words.decimal(estimate.upper(), digits) + ")";
    }

    /** A few words for a stamp. */
    public static String briefly(FailoverResult result) {
        return result.verdict() == ExperimentVerdict.MEASURED
                ? Words.plural(result.faults().size(), "fault")
                : result.verdict().name();
    }

    /** One fault, as soon as it is made. */
    public static String line(FaultResult result) {
        String what = String.format(
                ROOT, "fault %-3d %-26s", result.number(), result.fault().words());
        if (!result.counts()) {
            return what + "does not count: " + result.problem();
        }
        return what
                + String.format(
                        ROOT,
                        "served again after %s, whole after %s, quality after %s, lost %s s, redundancy after %.1f s, %,d saw an error",
                        result.loss().outageSeconds() > 0
                                ? String.format(ROOT, "%.1f s", result.loss().outageSeconds())
                                : String.format(ROOT, "< %.1f s", result.resolutionSeconds()),
                        waited(result.loss().recoverySeconds(), "%.1f s"),
                        waited(result.qualitySeconds(), "%.0f s"),
                        lost(result.loss()),
                        result.redundancySeconds(),
                        result.people());
    }

    private static String waited(Double seconds, String form) {
        return seconds == null ? "more than was waited" : String.format(ROOT, form, seconds);
    }

    /** Instances of the tier in words. */
    public static String redundancy(FaultFigures figures) {
        return figures.fault().instances() == 1
                ? "the only one"
                : "one of " + figures.fault().instances();
    }

    /** @param page null when there is none */
    public static List<String> lines(FailoverResult result, Path page) {
        List<String> lines = new ArrayList<>();
        lines.add(sentence(result));
        lines.add("");
        lines.add(String.format(
                ROOT,
                "  %-12s %-8s %-12s %18s %18s %18s %18s %18s %16s",
                "tier",
                "fault",
                "instance is",
                "served again, s",
                "whole again, s",
                "service lost, s",
                "quality back, s",
                "redundant, s",
                "people"));
        result.figures().forEach(each -> lines.add(row(each)));
        result.omitted()
                .forEach(omitted -> lines.add("  %-12s %-8s not made: %s %s"
                        .formatted(
                                omitted.fault().tier(),
                                omitted.fault().kind().word(),
                                omitted.fault().instance(),
                                omitted.why())));
        lines.add("");
        resolution(result).ifPresent(text -> lines.add("Resolution  " + text));
        if (result.auditAfter() != null) {
            lines.add("Audit       " + Words.plural(result.auditAfter().violations(), "violation") + " of "
                    + Words.plural(result.auditAfter().invariants().size(), "invariant"));
        }
        lines.addAll(ExperimentSummary.end(result, page));
        return lines;
    }

    private static String row(FaultFigures each) {
        if (each.counted() == 0) {
            return "  %-12s %-8s %-12s does not count"
                    .formatted(each.fault().tier(), each.fault().kind().word(), redundancy(each));
        }
        return String.format(
                ROOT,
                "  %-12s %-8s %-12s %18s %18s %18s %18s %18s %16s",
                each.fault().tier(),
                each.fault().kind().word(),
                redundancy(each),
                value(each.outage(), 1),
                value(each.recovery(), 1),
                lost(each),
                value(each.quality(), 0),
                value(each.redundancy(), 1),
                value(each.people(), 0));
    }

    /** What is too short to be seen. */
    public static Optional<String> resolution(FailoverResult result) {
        return result.faults().stream()
                .map(FaultResult::resolutionSeconds)
                .filter(Objects::nonNull)
                .max(Comparator.naturalOrder())
                .map(most -> String.format(
                        ROOT,
                        "times are exact to 0.1 s; an outage below %.1f s cannot be told from chance: more users show shorter ones",
                        most));
    }
}
