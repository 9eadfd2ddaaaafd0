package gavel.harness.report.text;

import static java.util.Locale.ROOT;

import gavel.harness.peak.Conclusion;
import gavel.harness.peak.MachineSpeed;
import gavel.harness.peak.Peak;
import gavel.harness.peak.PeakResult;
import gavel.harness.peak.ProbeResult;
import gavel.harness.verdict.Audit;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A search for the peak in words: pure. */
public final class PeakSummary {
    /** What a search that found a peak has to say of its interval. */
    private static final String OF_ONE_SEARCH =
            "The interval is that of this search and its time. A single search gives none"
                    + " of the platform: another one an hour later may differ by more (gavel peak --repeat).";

    private PeakSummary() {}

    /**
     * What a reader has to know before comparing, by what was found.
     *
     * @param driftKnown whether enough probes came near their limits to tell if the system changed meanwhile; without a peak it does not matter
     */
    public static List<String> remarks(Conclusion conclusion, List<ProbeResult> probes, boolean driftKnown) {
        List<String> remarks = new ArrayList<>();
        if (conclusion.kind() == Conclusion.Kind.FOUND) {
            remarks.add(OF_ONE_SEARCH);
            if (!driftKnown) {
                remarks.add(
                        "Too few probes came near their limits to tell whether the system changed while it was measured.");
            }
        }
        MachineSpeed.remark(probes).ifPresent(remarks::add);
        return remarks;
    }

    /** A few words for a status line. */
    public static String briefly(Conclusion conclusion) {
        return switch (conclusion.kind()) {
            case FOUND -> Words.users(conclusion.peak().middle()) + " users";
            case AT_LEAST, BEYOND_MEMORY, BEYOND_DESCRIPTORS -> "at least " + users(conclusion);
            case NONE -> "fewer than " + users(conclusion);
            case INVALID -> "no number";
        };
    }

    /** How it ended, for a column beside {@link #briefly}. */
    public static String ending(Conclusion conclusion) {
        return switch (conclusion.kind()) {
            case FOUND -> "found";
            case AT_LEAST, NONE -> "a bound";
            case BEYOND_MEMORY -> "lacks memory";
            case BEYOND_DESCRIPTORS -> "lacks descriptors";
            case INVALID -> "invalid";
        };
    }

    /** The first sentence of every report. */
    public static String sentence(PeakResult result) {
        Conclusion conclusion = result.conclusion();
        String how = " (" + result.run().services() + " services, length "
                + result.run().length() + ", profile " + result.run().profile() + ").";
        return switch (conclusion.kind()) {
            case FOUND -> {
                Peak peak = conclusion.peak();
                yield String.format(
                                ROOT,
                                "In this search of %s the peak was %s users, 90 %% interval of this search %s to %s",
                                Words.time(result.seconds()),
                                Words.users(peak.middle()),
                                Words.users(peak.lower()),
                                Words.users(peak.upper()))
                        + how;
            }
            case AT_LEAST -> "The peak is at least " + users(conclusion) + "; how far above is not known" + how;
            case BEYOND_MEMORY ->
                "The peak is at least " + users(conclusion) + "; a machine lacks memory for more" + how;
            case BEYOND_DESCRIPTORS ->
                "The peak is at least " + users(conclusion) + "; a process here lacks descriptors for more" + how;
            case NONE -> "The peak is below " + users(conclusion) + "; how far below is not known" + how;
            case INVALID -> Words.ended("There is no number: " + conclusion.reason());
        };
    }

    private static String users(Conclusion conclusion) {
        return Words.plural(conclusion.users(), "user");
    }

    /** One probe, for a table of fixed columns. */
    public static String line(ProbeResult finding) {
        return String.format(
                ROOT,
                "%-8s %,7d users  %-7s %s, in all %s",
                finding.number() > 0 ? "probe " + finding.number() : "level",
                finding.probe().users(),
                finding.probe().outcome(),
                found(finding),
                Words.time(finding.seconds()));
    }

    /** Figures of a measurement that cannot be trusted tell less than why it cannot. */
    private static String found(ProbeResult finding) {
        return finding.probe().valid()
                ? String.format(
                        ROOT,
                        "%6s of the limit (%s), measured %.0f s",
                        Words.decimal(finding.probe().worst(), 2),
                        finding.figure(),
                        finding.measuredSeconds())
                : finding.headline().replaceFirst("\\.$", "");
    }

    /** @param page null when there is none */
    public static List<String> lines(PeakResult result, Path page) {
        List<String> lines = new ArrayList<>();
        Conclusion conclusion = result.conclusion();
        lines.add(sentence(result));
        if (conclusion.kind() != Conclusion.Kind.INVALID && !conclusion.reason().isEmpty()) {
            lines.add("Note        " + conclusion.reason());
        }
        lines.add("");
        levels(result).forEach(lines::add);
        if (result.atPeak() != null) {
            lines.add("Bottleneck  " + result.atPeak().bottleneck().statement());
        }
        lines.add("Audit       " + audit(result.auditAfter()));
        lines.add(String.format(
                ROOT,
                "Time        %s, predicted: %s; %s",
                Words.time(result.seconds()),
                Words.time(result.predictedSeconds()),
                Words.plural(result.probes().size(), "probe")));
        lines.addAll(EfficiencyWords.lines(result.efficiency()));
        result.remarks().forEach(remark -> lines.add("Note        " + remark));
        if (conclusion.kind() == Conclusion.Kind.FOUND) {
            lines.add("Next        `gavel peak --repeat 3 --hint "
                    + NextStep.rounded(conclusion.peak().middle())
                    + "` with the same configuration gives an interval of the platform");
        }
        if (page != null) {
            lines.add("Report      " + page);
        }
        return lines;
    }

    private static List<String> levels(PeakResult result) {
        List<String> lines = new ArrayList<>();
        if (result.conclusion().peak() == null) {
            return lines;
        }
        lines.add(String.format(
                ROOT, "  %-9s %9s %14s %10s %10s %8s", "of peak", "users", "operations/s", "p50", "p99", "verdict"));
        for (ProbeResult finding : ladder(result)) {
            lines.add(String.format(
                    ROOT,
                    "  %-9s %,9d %,14.1f %10s %10s %8s",
                    share(result, finding),
                    finding.probe().users(),
                    finding.operationsPerSecond(),
                    latency(finding.p50Millis()),
                    latency(finding.p99Millis()),
                    finding.probe().outcome()));
        }
        lines.add("  (the largest p50 and p99 of any operation of people)");
        return lines;
    }

    /** The levels beside the search, and the probe nearest to the peak. */
    public static List<ProbeResult> ladder(PeakResult result) {
        List<ProbeResult> ladder = new ArrayList<>(result.levels());
        result.nearest().ifPresent(ladder::add);
        return ladder;
    }

    /** A dash where it is not known. */
    public static String latency(Double millis) {
        return Words.latency(millis == null ? -1 : Math.round(1_000 * millis));
    }

    public static String share(PeakResult result, ProbeResult finding) {
        return Words.percent(
                finding.probe().users() / result.conclusion().peak().middle());
    }

    private static String audit(Audit audit) {
        return audit == null
                ? "not made"
                : Words.plural(audit.invariants().size(), "invariant") + ", "
                        + (audit.violations() == 0 ? "no violation" : Words.plural(audit.violations(), "violation"));
    }
}
