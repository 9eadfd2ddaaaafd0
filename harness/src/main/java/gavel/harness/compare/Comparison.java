package gavel.harness.compare;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Groups of results side by side; the first group is what the others are compared with, results of one group are repeats of the same. Pure.
 *
 * @param refusals why the results must not be compared; empty when they may
 * @param warnings what a reader has to know
 * @param settings by path, those that are not the same in all groups
 */
public record Comparison(
        List<List<ComparedResult>> groups,
        List<String> refusals,
        List<String> warnings,
        List<Row> rows,
        Map<String, String> settings) {
    /** What repeats may differ by; a search chooses the users its data set is made for. */
    private static final Set<String> CHANGING = Set.of("name", "load.seed", "load.users", "data.users");

    /** One figure: the mean of each group, and how each but the first differs from the first. */
    public record Row(String figure, List<Double> means, List<Difference> differences) {
        boolean ofOperation() {
            return figure.startsWith(ComparedResult.OF_OPERATION);
        }
    }

    /** @param force whether what makes results incomparable only warns */
    public static Comparison of(List<List<ComparedResult>> groups, boolean force) {
        List<ComparedResult> all = groups.stream().flatMap(List::stream).toList();
        List<String> refusals = new ArrayList<>();
        all.stream()
                .filter(side -> !side.unusable().isEmpty())
                .forEach(side -> refusals.add(side.id() + " cannot be compared, " + side.unusable()));
        List<String> warnings = new ArrayList<>();
        (force ? warnings : refusals)
                .addAll(unequal(all.stream().map(ComparedResult::must).toList()));
        all.stream()
                .filter(side -> side.outcome().failed())
                .forEach(side ->
                        warnings.add(side.id() + " is a FAIL: its figures are those of a system beyond its limits"));
        warnings.addAll(unequal(all.stream().map(ComparedResult::should).toList()));
        groups.forEach(group -> warnings.addAll(unlikeRepeats(group)));
        warnings.addAll(Noise.notes(groups));
        List<Row> rows = List.of();
        if (refusals.isEmpty()) {
            List<Row> alone = rows(groups);
            rows = amongMany(alone);
            warnings.addAll(Noise.manyRows(ofOperations(alone).size()));
            if (rows.isEmpty()) {
                refusals.add("no figure is known of all these results");
            }
        }
        return new Comparison(
                groups,
                refusals,
                warnings,
                rows,
                Settings.differing(groups.stream()
                        .map(group -> group.getFirst().settings())
                        .toList()));
    }

    private static List<String> unequal(List<Map<String, String>> sides) {
        List<String> messages = new ArrayList<>();
        Set<String> names = new LinkedHashSet<>();
        sides.forEach(side -> names.addAll(side.keySet()));
        for (String name : names) {
            Set<String> values = new LinkedHashSet<>();
            sides.forEach(side -> values.add(side.getOrDefault(name, "none")));
            if (values.size() > 1) {
                messages.add(ComparedResult.shortened(name + " differs: " + String.join(" / ", values)));
            }
        }
        return messages;
    }

    /** Repeats of one thing differ by chance alone; a setting that differs is another thing. */
    private static List<String> unlikeRepeats(List<ComparedResult> group) {
        Map<String, String> differing = new LinkedHashMap<>(
                Settings.differing(group.stream().map(ComparedResult::settings).toList()));
        differing.keySet().removeAll(CHANGING);
        return differing.entrySet().stream()
                .map(setting -> "repeats of one side are not alike: " + setting.getKey() + ": " + setting.getValue())
                .toList();
    }

    private static List<Row> rows(List<List<ComparedResult>> groups) {
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

    private static Difference difference(List<ComparedResult> base, List<ComparedResult> other, String figure) {
        boolean peaks = !base.getFirst().peak().isEmpty();
        if (peaks && base.size() == 1 && other.size() == 1) {
            // The interval of a search is that of its half hour; how far half hours are apart no single one tells.
            return Difference.unknown(
                    values(base, figure).getFirst(), values(other, figure).getFirst());
        }
        if (peaks && base.size() == 1) {
            return Difference.ofOneAndSeveral(interval(base), values(other, figure));
        }
        if (peaks && other.size() == 1) {
            return Difference.ofOneAndSeveral(interval(other), values(base, figure))
                    .reversed();
        }
        return Difference.welch(values(base, figure), values(other, figure));
    }

    private static double[] interval(List<ComparedResult> single) {
        return single.getFirst().peak().stream()
                .mapToDouble(Double::doubleValue)
                .toArray();
    }

    private static List<Double> values(List<ComparedResult> group, String figure) {
        return group.stream().map(side -> side.figures().get(figure)).toList();
    }

    /** Geometric, as differences are compared by logarithms. */
    private static double mean(List<Double> values) {
        return Math.exp(values.stream().mapToDouble(Math::log).average().orElseThrow());
    }

    /** Those of operations whose noise is known: all that is tested at once. */
    private static List<Difference> ofOperations(List<Row> rows) {
        return rows.stream()
                .filter(Row::ofOperation)
                .flatMap(row -> row.differences().stream())
                .filter(Difference::noiseKnown)
                .toList();
    }

    /** A row of operations is a difference only where it is more than so many rows bring by chance. */
    private static List<Row> amongMany(List<Row> rows) {
        List<Difference> tested = ofOperations(rows);
        Set<Integer> differing =
                Holm.differing(tested.stream().map(Difference::chance).toList(), Difference.LEVEL);
        Set<Difference> sure = differing.stream().map(tested::get).collect(Collectors.toSet());
        return rows.stream()
                .map(row -> !row.ofOperation()
                        ? row
                        : new Row(
                                row.figure(),
                                row.means(),
                                row.differences().stream()
                                        .map(each -> sure.contains(each) ? each : each.oneOfMany())
                                        .toList()))
                .toList();
    }

    /** What is compared, for people: each side with its results and how they ended. */
    public List<String> header() {
        return ComparisonText.sides(groups);
    }

    /** For people. */
    public List<String> lines() {
        return ComparisonText.lines(this);
    }
}
