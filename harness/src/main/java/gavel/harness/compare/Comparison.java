package gavel.harness.compare;

import gavel.harness.verdict.RunRules;
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
    static final String WITHOUT_RATIO = " is 0, or not known, in some of the results: there is no ratio of it";

    /** One figure: the estimate of each group, and how each but the first differs from the first. */
    public record Row(String figure, List<GroupEstimate> estimates, List<Difference> differences) {
        public boolean ofOperation() {
            return figure.startsWith(ComparedResult.OF_OPERATION);
        }

        public boolean lowerIsBetter() {
            return ComparedResult.lowerIsBetter(figure);
        }

        /** How a side differs from the first, for people. */
        public String words(Difference difference) {
            return ComparisonText.words(difference, figure);
        }
    }

    /**
     * @param force whether what makes results incomparable only warns
     * @param history of the machine, for the noise that single results do not know
     */
    public static Comparison of(List<List<ComparedResult>> groups, boolean force, History history) {
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
        warnings.addAll(sizes(all));
        groups.forEach(group -> warnings.addAll(unlikeRepeats(group)));
        warnings.addAll(Noise.notes(groups, history));
        List<Row> rows = List.of();
        if (refusals.isEmpty()) {
            List<Row> alone = rows(groups, history);
            rows = amongMany(alone);
            warnings.addAll(Noise.manyRows(ofOperations(alone).size()));
            withoutRatio(groups, rows).forEach(figure -> warnings.add(figure + WITHOUT_RATIO));
            if (rows.isEmpty()) {
                refusals.add("these results have no figure in common");
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

    /** A larger peak takes a larger data set: free, and yet a reason for a difference. */
    private static List<String> sizes(List<ComparedResult> all) {
        boolean searches = all.stream().noneMatch(side -> side.peak().isEmpty());
        long sizes = all.stream()
                .map(side -> side.should().get(ComparedResult.DATA_SET_USERS))
                .distinct()
                .count();
        return searches && sizes > 1
                ? List.of("the users of a data set also size heaps and caches: searches with the same --hint begin with"
                        + " the same data set")
                : List.of();
    }

    /** Repeats of one thing differ by chance alone; a setting that differs is another thing. */
    private static List<String> unlikeRepeats(List<ComparedResult> group) {
        Map<String, String> differing = new LinkedHashMap<>(
                Settings.differing(group.stream().map(ComparedResult::settings).toList()));
        differing.keySet().removeAll(Settings.CHANGING);
        return differing.entrySet().stream()
                .map(setting -> "repeats of one side are not alike: " + setting.getKey() + ": " + setting.getValue())
                .toList();
    }

    /** Figures that some results lack: those that are 0 have no ratio. Of operations most lack some for want of samples. */
    private static List<String> withoutRatio(List<List<ComparedResult>> groups, List<Row> rows) {
        Set<String> figures = new LinkedHashSet<>();
        groups.forEach(
                group -> group.forEach(side -> figures.addAll(side.figures().keySet())));
        rows.forEach(row -> figures.remove(row.figure()));
        return figures.stream()
                .filter(figure -> !figure.startsWith(ComparedResult.OF_OPERATION))
                .toList();
    }

    /** Those of them that another side may be worse by than the first: it has some of what is bad, or lacks what the first has. */
    List<String> doubtful() {
        return withoutRatio(groups, rows).stream()
                .filter(figure -> (ComparedResult.lowerIsBetter(figure)
                                ? groups.subList(1, groups.size())
                                : groups.subList(0, 1))
                        .stream().anyMatch(group -> group.stream()
                                .anyMatch(side -> side.figures().containsKey(figure))))
                .toList();
    }

    private static List<Row> rows(List<List<ComparedResult>> groups, History history) {
        List<ComparedResult> all = groups.stream().flatMap(List::stream).toList();
        return groups.getFirst().getFirst().figures().keySet().stream()
                .filter(figure -> all.stream().allMatch(side -> side.figures().containsKey(figure)))
                .map(figure -> row(groups, figure, history.scatter(all, figure)))
                .toList();
    }

    private static Row row(List<List<ComparedResult>> groups, String figure, Scatter known) {
        List<List<Measurement>> measured = groups.stream()
                .map(group ->
                        group.stream().map(side -> side.measurement(figure)).toList())
                .toList();
        return new Row(
                figure,
                measured.stream().map(GroupEstimate::of).toList(),
                measured.stream()
                        .skip(1)
                        .map(group -> difference(measured.getFirst(), group, known))
                        .toList());
    }

    private static Difference difference(List<Measurement> base, List<Measurement> other, Scatter known) {
        if (base.size() == 1 && other.size() == 1) {
            return Difference.ofSingles(base.getFirst(), other.getFirst(), known);
        }
        if (base.size() == 1) {
            return Difference.ofOneAndSeveral(base.getFirst(), other, known);
        }
        if (other.size() == 1) {
            return Difference.ofOneAndSeveral(other.getFirst(), base, known).reversed();
        }
        return Difference.welch(GroupEstimate.of(base), GroupEstimate.of(other));
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
                                row.estimates(),
                                row.differences().stream()
                                        .map(each -> sure.contains(each) ? each : each.oneOfMany())
                                        .toList()))
                .toList();
    }

    /** What is compared, for people: each side with its results and how they ended. */
    public List<String> header() {
        return ComparisonText.sides(groups);
    }

    /** A, B and so on. */
    public static String name(int group) {
        return Noise.name(group);
    }

    /** A figure, for people. */
    public static String value(double value) {
        return ComparisonText.value(value);
    }

    /** What is said of a setting that differs, after it; empty where it is free. */
    public static String remark(String setting) {
        return RunRules.remark(setting);
    }

    /** For people. */
    public List<String> lines() {
        return ComparisonText.lines(this);
    }
}
