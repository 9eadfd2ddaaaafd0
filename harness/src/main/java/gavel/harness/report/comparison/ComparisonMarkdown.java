package gavel.harness.report.comparison;

import gavel.harness.compare.ComparedResult;
import gavel.harness.compare.Comparison;
import gavel.harness.compare.GroupEstimate;
import gavel.harness.report.text.Words;
import java.util.List;
import java.util.stream.Collectors;

/** A comparison as a comment of a pipeline: pure. */
public final class ComparisonMarkdown {
    private ComparisonMarkdown() {}

    public static String of(Comparison comparison) {
        StringBuilder out = new StringBuilder("## Gavel: comparison\n\n");
        for (int i = 0; i < comparison.groups().size(); i++) {
            out.append("* **")
                    .append(Comparison.name(i))
                    .append("** ")
                    .append(side(comparison.groups().get(i)))
                    .append('\n');
        }
        out.append("\n| |");
        for (int i = 0; i < comparison.groups().size(); i++) {
            out.append(' ').append(Comparison.name(i)).append(" |");
        }
        for (int i = 1; i < comparison.groups().size(); i++) {
            out.append(' ').append(Comparison.name(i)).append(" over A |");
        }
        out.append("\n|---|").append("--:|".repeat(comparison.groups().size()));
        out.append("---|".repeat(comparison.groups().size() - 1)).append('\n');
        boolean alone = comparison.groups().size() == 1;
        for (Comparison.Row row : comparison.rows()) {
            out.append("| ").append(plain(row.figure())).append(" |");
            row.estimates().forEach(estimate -> out.append(' ')
                    .append(Comparison.value(estimate.value()))
                    .append(alone ? interval(estimate) : "")
                    .append(" |"));
            row.differences()
                    .forEach(difference ->
                            out.append(' ').append(plain(row.words(difference))).append(" |"));
            out.append('\n');
        }
        if (!comparison.settings().isEmpty()) {
            out.append("\n<details><summary>Settings that differ</summary>\n\n");
            comparison.settings().forEach((path, values) -> out.append("* ")
                    .append(plain(path + ": " + values + Comparison.remark(path)))
                    .append('\n'));
            out.append("\n</details>\n");
        }
        comparison
                .warnings()
                .forEach(note -> out.append("\n> ").append(plain(note)).append('\n'));
        return out.toString();
    }

    /** What a side that is compared with none is asked for. */
    private static String interval(GroupEstimate estimate) {
        return " (" + Comparison.value(estimate.lower()) + " to " + Comparison.value(estimate.upper()) + ")";
    }

    private static String side(List<ComparedResult> group) {
        return group.stream()
                .map(result -> plain(result.id() + " " + result.outcome().verdict()
                        + Words.after(": ", result.outcome().words())))
                .collect(Collectors.joining("; "));
    }

    /** Names and settings are text: nothing of them is a link, a tag or a cell. */
    private static String plain(String text) {
        return text.replaceAll("([\\\\`*_\\[\\]<>|#!&])", "\\\\$1").replaceAll("\\R", " ");
    }
}
