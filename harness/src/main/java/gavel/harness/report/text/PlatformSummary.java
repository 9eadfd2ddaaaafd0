package gavel.harness.report.text;

import static java.util.Locale.ROOT;

import gavel.harness.peak.Conclusion;
import gavel.harness.peak.Peak;
import gavel.harness.peak.PlatformResult;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What several searches say of their platform, in words: pure. */
public final class PlatformSummary {
    private static final DateTimeFormatter MINUTE =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm").withZone(ZoneOffset.UTC);

    private PlatformSummary() {}

    /** A few words for a stamp. */
    public static String briefly(PlatformResult result) {
        return result.peak() == null ? "no interval" : Words.users(result.peak().middle()) + " users";
    }

    /** The first sentence of every report. */
    public static String sentence(PlatformResult result) {
        String how = result.searches().size() + " searches from "
                + MINUTE.format(result.run().startedAt()) + " to "
                + MINUTE.format(result.run().finishedAt()) + " UTC";
        Peak peak = result.peak();
        if (peak == null) {
            return Words.ended(how + " give no interval of the platform's peak: " + result.reason());
        }
        long invalid = result.searches().stream()
                .filter(search -> search.conclusion().kind() == Conclusion.Kind.INVALID)
                .count();
        return String.format(
                        ROOT,
                        "By %s the platform's peak is %s users, 90 %% interval %s to %s;",
                        how,
                        Words.users(peak.middle()),
                        Words.users(peak.lower()),
                        Words.users(peak.upper()))
                + (result.scatter() > 0
                        ? String.format(
                                ROOT,
                                " the scatter between searches is in it, %.1f %% beyond their own errors.",
                                100 * result.scatter())
                        : " the searches lie no farther apart than their own errors explain.")
                + (invalid > 0 ? " Invalid, and left out: " + invalid + "." : "");
    }

    public static String when(PlatformResult.Search search) {
        return MINUTE.format(search.startedAt());
    }

    /** What a search found, with the interval that it gives itself. */
    public static String found(PlatformResult.Search search) {
        Peak peak = search.conclusion().peak();
        return peak == null
                ? PeakSummary.briefly(search.conclusion())
                : Words.users(peak.middle()) + " (" + Words.interval(peak) + ")";
    }

    /** Names of the searches that have a peak, as {@code compare} takes them: it refuses all where one has none. */
    public static String names(PlatformResult result) {
        return result.searches().stream()
                .filter(search -> search.conclusion().peak() != null)
                .map(PlatformResult.Search::result)
                .collect(Collectors.joining(","));
    }

    /** @param report path of the page; null when there is none */
    public static List<String> lines(PlatformResult result, Path report) {
        List<String> lines = new ArrayList<>();
        lines.add(sentence(result));
        lines.add("");
        result.searches()
                .forEach(search -> lines.add(String.format(
                        ROOT,
                        "  %s  %-17s %s  %s",
                        when(search),
                        PeakSummary.ending(search.conclusion()),
                        found(search),
                        search.result())));
        lines.add("  (each with the interval of its own search)");
        lines.addAll(EfficiencyWords.lines(result.efficiency()));
        if (!names(result).isEmpty()) {
            lines.add("Compare     gavel compare " + names(result) + " OTHERS");
        }
        if (report != null) {
            lines.add("Report      " + report);
        }
        return lines;
    }
}
