package gavel.harness.report.text;

import static java.util.Locale.ROOT;

import gavel.harness.peak.pair.PairConclusion;
import gavel.harness.peak.pair.PairResult;
import gavel.harness.peak.pair.Ratio;
import gavel.harness.peak.pair.Side;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Two configurations compared by probes in turn, in words: pure. */
public final class PairSummary {
    private PairSummary() {}

    /** A few words for a list or a stamp. */
    public static String briefly(PairConclusion conclusion) {
        return switch (conclusion.kind()) {
            case DIFFERENT ->
                String.format(ROOT, "%.3f times", conclusion.ratio().middle());
            case NO_DIFFERENCE -> "no difference";
            case INVALID -> "no ratio";
        };
    }

    /** The first sentence of every report. */
    public static String sentence(PairResult result) {
        PairConclusion conclusion = result.conclusion();
        Ratio ratio = conclusion.ratio();
        String how = " (" + Words.plural(conclusion.blocks(), "block") + " in " + Words.time(result.seconds()) + ").";
        return switch (conclusion.kind()) {
            case DIFFERENT ->
                String.format(
                                ROOT,
                                "The peak of the second configuration is %.3f times that of the first, 90 %% interval %.3f to %.3f",
                                ratio.middle(),
                                ratio.lower(),
                                ratio.upper())
                        + how;
            case NO_DIFFERENCE ->
                String.format(
                                ROOT,
                                "No difference larger than %.1f %%: the peak of the second configuration is %.3f times that of the first, 90 %% interval %.3f to %.3f",
                                100 * ratio.farthest(),
                                ratio.middle(),
                                ratio.lower(),
                                ratio.upper())
                        + how;
            case INVALID -> Words.ended("There is no ratio: " + conclusion.reason());
        };
    }

    /** What differs, one line each. */
    public static List<String> differences(PairResult result) {
        return result.differences().isEmpty()
                ? List.of("nothing: a configuration was compared with itself")
                : result.differences();
    }

    /** @param report path of the page; null when there is none */
    public static List<String> lines(PairResult result, Path report) {
        List<String> lines = new ArrayList<>();
        lines.add(sentence(result));
        lines.add("");
        if (!result.conclusion().reason().isEmpty() && result.conclusion().kind() != PairConclusion.Kind.INVALID) {
            lines.add("Note        " + result.conclusion().reason());
        }
        differences(result).forEach(line -> lines.add("Differs     " + line));
        for (Side side : Side.values()) {
            double knee = result.side(side).knee();
            if (knee > 0 && result.conclusion().kind() != PairConclusion.Kind.INVALID) {
                // The machine may have changed meanwhile, and the ratio is of all probes.
                lines.add(String.format(
                        ROOT, "%-11s peak near %s users by its last probes", side.word(), Words.users(knee)));
            }
        }
        result.remarks().forEach(remark -> lines.add("Note        " + remark));
        if (report != null) {
            lines.add("Report      " + report);
        }
        return lines;
    }
}
