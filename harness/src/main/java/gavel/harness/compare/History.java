package gavel.harness.compare;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Earlier results of a machine, and how far equal ones of them lie apart: what a single result does not know of the machine an hour later.
 * Pure.
 *
 * @param results the newest last
 */
public record History(List<ComparedResult> results) {
    public static final History NONE = new History(List.of());

    /** What makes a machine. */
    private static final List<String> MACHINE = List.of("cpu", "cores");

    public History {
        results = List.copyOf(results);
    }

    /**
     * Of a figure, by the earlier results that are of the kind, length, profile, services and machine of all that are compared, with the CPU
     * quota of one of them. The compared ones do not count: what is between them is the question.
     */
    public Scatter scatter(List<ComparedResult> compared, String figure) {
        Set<String> ids = compared.stream().map(ComparedResult::id).collect(Collectors.toSet());
        return pooled(
                figure,
                result -> !ids.contains(result.id())
                        && compared.stream()
                                .allMatch(side -> side.must().equals(result.must()) && sameMachine(side, result))
                        && compared.stream().anyMatch(side -> same(side, result, ComparedResult.QUOTA)));
    }

    /** Of a figure, by all results of the machine that the newest one was made on. */
    public Scatter scatter(String figure) {
        return results.isEmpty() ? Scatter.UNKNOWN : pooled(figure, result -> sameMachine(results.getLast(), result));
    }

    private Scatter pooled(String figure, Predicate<ComparedResult> counted) {
        Map<Object, List<Double>> groups = results.stream()
                .filter(result -> result.unusable().isEmpty()
                        && !result.outcome().failed()
                        && result.figures().containsKey(figure))
                .filter(counted)
                .collect(Collectors.groupingBy(
                        History::configuration,
                        LinkedHashMap::new,
                        Collectors.mapping(result -> result.figures().get(figure), Collectors.toList())));
        return Scatter.of(List.copyOf(groups.values()));
    }

    private static boolean sameMachine(ComparedResult one, ComparedResult other) {
        return MACHINE.stream().allMatch(part -> same(one, other, part));
    }

    private static boolean same(ComparedResult one, ComparedResult other, String part) {
        return one.should().getOrDefault(part, "").equals(other.should().getOrDefault(part, ""));
    }

    /** Everything in which repeats are equal. */
    private static Object configuration(ComparedResult side) {
        Map<String, String> should = new LinkedHashMap<>(side.should());
        should.remove(ComparedResult.DATA_SET_USERS);
        Map<String, String> settings = new LinkedHashMap<>(side.settings());
        settings.keySet().removeAll(Settings.CHANGING);
        return List.of(side.must(), should, settings);
    }
}
