package gavel.harness.compare;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Groups of results side by side; the first group is what the others are compared with, results of one group are repeats of the same. Pure.
 *
 * @param refusals why the results must not be compared; empty when they may
 * @param warnings what a reader has to know
 */
public record Comparison(List<String> refusals, List<String> warnings, List<Row> rows, List<String> settings) {
    /** What repeats may differ by; a search chooses the users its data set is made for. */
    private static final List<String> CHANGING = List.of("name:", "seed:", "users:");

    /** One figure: the mean of each group, and how each but the first differs from the first. */
    public record Row(String figure, List<Double> means, List<Difference> differences) {}

    /** @param force whether what makes results incomparable only warns */
    public static Comparison of(List<List<Side>> groups, boolean force) {
        List<Side> all = groups.stream().flatMap(List::stream).toList();
        List<String> refusals = new ArrayList<>();
        all.stream()
                .filter(side -> !side.unusable().isEmpty())
                .forEach(side -> refusals.add(side.id() + " cannot be compared, " + side.unusable()));
        List<String> warnings = new ArrayList<>();
        (force ? warnings : refusals).addAll(unequal(all, true));
        warnings.addAll(unequal(all, false));
        groups.forEach(group -> warnings.addAll(unlikeRepeats(group)));
        if (groups.stream().anyMatch(group -> group.size() < 2)
                && all.getFirst().peak().isEmpty()) {
            warnings.add(
                    "a single run says nothing about noise: repeat each side (gavel run --repeat 5) and compare A1,A2,… B1,B2,…");
        }
        return new Comparison(refusals, warnings, refusals.isEmpty() ? rows(groups) : List.of(), settings(groups));
    }

    private static List<String> unequal(List<Side> sides, boolean must) {
        List<String> messages = new ArrayList<>();
        Set<String> names = new LinkedHashSet<>();
        sides.forEach(side -> names.addAll((must ? side.must() : side.should()).keySet()));
        for (String name : names) {
            Set<String> values = new LinkedHashSet<>();
            sides.forEach(side -> values.add((must ? side.must() : side.should()).getOrDefault(name, "none")));
            if (values.size() > 1) {
                messages.add(name + " differs: " + String.join(" / ", values));
            }
        }
        return messages;
    }

    /** Repeats of one thing differ by chance alone; a setting that differs is another thing. */
    private static List<String> unlikeRepeats(List<Side> group) {
        return settings(group.stream().map(List::of).toList()).stream()
                .filter(setting -> CHANGING.stream().noneMatch(setting::startsWith))
                .map(setting -> "repeats of one side are not alike: " + setting)
                .toList();
    }

    private static List<Row> rows(List<List<Side>> groups) {
        List<Row> rows = new ArrayList<>();
        for (String figure : groups.getFirst().getFirst().figures().keySet()) {
            boolean everywhere = groups.stream().flatMap(List::stream).allMatch(side -> side.figures()
                    .containsKey(figure));
            if (everywhere) {
                List<Double> means = groups.stream()
                        .map(group -> mean(values(group, figure)))
                        .toList();
                List<Difference> differences = groups.stream()
                        .skip(1)
                        .map(group -> difference(groups.getFirst(), group, figure))
                        .toList();
                rows.add(new Row(figure, means, differences));
            }
        }
        return rows;
    }

    private static Difference difference(List<Side> base, List<Side> other, String figure) {
        boolean single =
                base.size() == 1 && other.size() == 1 && !base.getFirst().peak().isEmpty();
        return single
                ? Difference.ofIntervals(interval(base.getFirst()), interval(other.getFirst()))
                : Difference.welch(values(base, figure), values(other, figure));
    }

    private static double[] interval(Side side) {
        return side.peak().stream().mapToDouble(Double::doubleValue).toArray();
    }

    private static List<Double> values(List<Side> group, String figure) {
        return group.stream().map(side -> side.figures().get(figure)).toList();
    }

    /** Geometric, as differences are compared by logarithms. */
    private static double mean(List<Double> values) {
        return Math.exp(values.stream().mapToDouble(Math::log).average().orElseThrow());
    }

    /** Lines of the configurations that are not the same in all groups. */
    private static List<String> settings(List<List<Side>> groups) {
        List<List<String>> lines = groups.stream()
                .map(group -> group.getFirst().configuration().lines().toList())
                .toList();
        List<String> differing = new ArrayList<>();
        int longest = lines.stream().mapToInt(List::size).max().orElse(0);
        for (int i = 0; i < longest; i++) {
            Set<String> values = new LinkedHashSet<>();
            for (List<String> each : lines) {
                values.add(i < each.size() ? each.get(i).strip() : "");
            }
            if (values.size() > 1) {
                differing.add(String.join("  /  ", values));
            }
        }
        return differing;
    }

    /** For people. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        refusals.forEach(refusal -> lines.add("! " + refusal));
        warnings.forEach(warning -> lines.add("Note        " + warning));
        settings.forEach(setting -> lines.add("Setting     " + setting));
        for (Row row : rows) {
            StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "  %-28s", row.figure()));
            row.means().forEach(mean -> line.append(String.format(Locale.ROOT, " %,12.1f", mean)));
            row.differences().forEach(difference -> line.append("   ").append(words(difference)));
            lines.add(line.toString());
        }
        return lines;
    }

    private static String words(Difference difference) {
        String share = String.format(Locale.ROOT, "%+.1f %%", 100 * difference.share());
        if (!difference.noiseKnown()) {
            return share + " (noise unknown)";
        }
        String interval =
                String.format(Locale.ROOT, "%+.1f to %+.1f %%", 100 * difference.lower(), 100 * difference.upper());
        return difference.none() ? "no difference (" + interval + ")" : share + " (" + interval + ")";
    }
}
