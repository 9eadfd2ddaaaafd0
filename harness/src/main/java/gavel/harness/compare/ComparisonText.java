package gavel.harness.compare;

import gavel.harness.verdict.RunRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A comparison as people read it. Pure. */
final class ComparisonText {
    private ComparisonText() {}

    static List<String> lines(Comparison comparison) {
        List<String> lines = new ArrayList<>(sides(comparison.groups()));
        comparison.refusals().forEach(refusal -> lines.add("! " + refusal));
        comparison.warnings().forEach(warning -> lines.add("Note        " + warning));
        comparison
                .settings()
                .forEach((path, values) -> lines.add("Setting     " + path + ": " + values + RunRules.remark(path)));
        if (comparison.rows().isEmpty()) {
            return lines;
        }
        if (comparison.groups().size() == 1) {
            comparison.rows().forEach(row -> lines.add(alone(row)));
            return lines;
        }
        StringBuilder head = new StringBuilder(String.format(Locale.ROOT, "  %-28s", ""));
        for (int i = 0; i < comparison.groups().size(); i++) {
            head.append(String.format(Locale.ROOT, " %12s", Noise.name(i)));
        }
        for (int i = 1; i < comparison.groups().size(); i++) {
            head.append("   ").append(Noise.name(i)).append(" over A");
        }
        lines.add(head.toString());
        comparison.rows().forEach(row -> lines.add(line(row)));
        return lines;
    }

    /** The estimate of a single group, with its interval. */
    private static String alone(Comparison.Row row) {
        GroupEstimate estimate = row.estimates().getFirst();
        return String.format(
                Locale.ROOT,
                "  %-28s %12s   90 %% interval %s to %s   scatter between them %.1f %%",
                row.figure(),
                value(estimate.value()),
                value(estimate.lower()),
                value(estimate.upper()),
                100 * estimate.between());
    }

    /** What is compared: each side with its results and how they ended. */
    static List<String> sides(List<List<ComparedResult>> groups) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < groups.size(); i++) {
            List<ComparedResult> group = groups.get(i);
            Map<String, Long> verdicts = group.stream()
                    .collect(Collectors.groupingBy(
                            side -> side.outcome().verdict(), TreeMap::new, Collectors.counting()));
            String kind = group.getFirst().must().getOrDefault(ComparedResult.KIND, "result");
            lines.add(String.format(
                    Locale.ROOT,
                    "%-12s%d %s: %s",
                    Noise.name(i),
                    group.size(),
                    noun(kind) + (group.size() == 1 ? "" : "s"),
                    verdicts.entrySet().stream()
                            .map(verdict -> verdict.getValue() + " " + verdict.getKey())
                            .collect(Collectors.joining(", "))));
            group.forEach(side -> lines.add("            " + side.id() + "  "
                    + side.outcome().verdict()
                    + (side.outcome().words().isEmpty()
                            ? ""
                            : ": " + side.outcome().words())));
        }
        return lines;
    }

    private static String noun(String kind) {
        return Set.of("run", "peak", "result").contains(kind) ? kind : kind + " result";
    }

    private static String line(Comparison.Row row) {
        StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "  %-28s", row.figure()));
        row.estimates().forEach(estimate -> line.append(String.format(Locale.ROOT, " %12s", value(estimate.value()))));
        row.differences().forEach(difference -> line.append("   ").append(words(difference, row.figure())));
        return line.toString();
    }

    /** With a decimal; below 10, as shares and short times are, with three digits. */
    static String value(double value) {
        return String.format(Locale.ROOT, value < 10 ? "%.3g" : "%,.1f", value);
    }

    static String words(Difference difference, String figure) {
        String share = String.format(Locale.ROOT, "%+.1f %%", 100 * difference.share());
        String interval =
                String.format(Locale.ROOT, "(%+.1f to %+.1f %%)", 100 * difference.lower(), 100 * difference.upper());
        return switch (difference.call()) {
            case UNKNOWN -> "not known from single " + results(figure) + " (" + share + ")";
            case NONE -> "no difference " + interval;
            case ONE_OF_MANY -> "no difference among so many rows " + interval;
            case DIFFERENCE -> share + " " + interval;
        };
    }

    /** Of what kind results are that have this figure. */
    private static String results(String figure) {
        boolean ofRuns = figure.equals(ComparedResult.OPERATIONS) || figure.startsWith(ComparedResult.OF_OPERATION);
        return ofRuns ? "runs" : figure.contains("users") ? "searches" : "results";
    }
}
