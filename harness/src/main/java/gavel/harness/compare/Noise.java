package gavel.harness.compare;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** What a comparison does not know about the noise of its sides, in words. Pure. */
final class Noise {
    private static final int LETTERS = 26;
    /** Largest ratio of two sides' times of the same work that is no news: two searches of one steady hour differed by 1 %. */
    private static final double USUAL = 1.10;

    private Noise() {}

    static List<String> notes(List<List<ComparedResult>> groups, History history) {
        List<String> notes = new ArrayList<>(singles(groups, history));
        notes.addAll(seeds(groups));
        slower(groups, ComparedResult.Speed::memoryNanos, "%s: %.0f ns")
                .map(
                        each -> "a read of memory took longer on one side than on another (" + each
                                + "). If all sides ran on one machine, other programs slowed some of them down: measure in turn")
                .ifPresent(notes::add);
        slower(groups, ComparedResult.Speed::arithmeticNanos, "%s: %.2f ns")
                .map(
                        each -> "arithmetic took longer on one side than on another (" + each
                                + " of a core for a step). If all sides ran on one machine, other threads shared its cores: measure in turn")
                .ifPresent(notes::add);
        return notes;
    }

    /** What sides of a single result do not know, and what is taken for it. */
    private static List<String> singles(List<List<ComparedResult>> groups, History history) {
        ComparedResult first = groups.getFirst().getFirst();
        List<Integer> singles = IntStream.range(0, groups.size())
                .filter(i -> groups.get(i).size() == 1)
                .boxed()
                .toList();
        if (singles.isEmpty() || first.figures().isEmpty()) {
            return List.of();
        }
        boolean peaks = !first.peak().isEmpty();
        String names = singles.stream().map(Noise::name).collect(Collectors.joining(", "));
        List<String> notes = new ArrayList<>();
        notes.add(
                peaks
                        ? "the interval of a single search (" + names
                                + ") is that of its half hour: another one an hour later may differ by more"
                        : "a single run (" + names
                                + ") says nothing about noise: another one an hour later may differ");
        if (singles.size() < groups.size()) {
            notes.add("a single " + (peaks ? "search" : "run") + " (" + names + ") beside several: "
                    + (peaks
                            ? "the wider of its own interval and of the scatter of the several"
                            : "the scatter of the several")
                    + " is used for it");
        }
        Scatter known = history.scatter(
                groups.stream().flatMap(List::stream).toList(),
                first.figures().keySet().iterator().next());
        if (known.enough()) {
            notes.add("earlier equal results of this machine differ by " + percent(known)
                    + " (deviation of "
                    + (peaks ? "peaks" : first.figures().keySet().iterator().next()) + "; " + known.results()
                    + " results in groups of equal ones: "
                    + known.groups() + "); the intervals of single results include that");
        } else if (singles.size() > 1) {
            notes.add("two single results do not say which side is larger: repeat each (gavel "
                    + (peaks ? "peak" : "run")
                    + " --repeat 5) and compare A1,A2,… B1,B2,…. Or have enough earlier equal results of this machine: "
                    + Scatter.ENOUGH + " beyond the first of each group are needed, there are " + known.degrees());
        }
        return notes;
    }

    private static String percent(Scatter known) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * known.deviation());
    }

    /** How long each side took for the same work; empty where they took alike, or one of them does not know. */
    private static Optional<String> slower(
            List<List<ComparedResult>> groups, ToDoubleFunction<ComparedResult.Speed> nanosOf, String words) {
        List<Double> nanos = groups.stream().map(group -> mean(group, nanosOf)).toList();
        double least = Collections.min(nanos);
        double most = Collections.max(nanos);
        if (least <= 0 || most <= USUAL * least) {
            return Optional.empty();
        }
        return Optional.of(IntStream.range(0, groups.size())
                .mapToObj(i -> String.format(Locale.ROOT, words, name(i), nanos.get(i)))
                .collect(Collectors.joining(", ")));
    }

    /** 0 where a result of the side does not know it. */
    private static double mean(List<ComparedResult> group, ToDoubleFunction<ComparedResult.Speed> nanosOf) {
        double[] nanos =
                group.stream().map(ComparedResult::speed).mapToDouble(nanosOf).toArray();
        return DoubleStream.of(nanos).anyMatch(each -> each <= 0)
                ? 0
                : DoubleStream.of(nanos).average().orElseThrow();
    }

    private static List<String> seeds(List<List<ComparedResult>> groups) {
        List<Set<String>> seeds = groups.stream()
                .map(group -> group.stream().map(ComparedResult::seed).collect(Collectors.toCollection(TreeSet::new)))
                .collect(Collectors.toList());
        boolean shared = seeds.stream().anyMatch(each -> each.size() == 1);
        if (!shared || seeds.stream().distinct().count() == 1) {
            return List.of();
        }
        String each = IntStream.range(0, groups.size())
                .mapToObj(i -> name(i) + ": " + String.join(", ", seeds.get(i)))
                .collect(Collectors.joining("; "));
        return List.of("the sides have different seeds (" + each
                + "): repeats with one seed do not show its effect, so that counts as a difference and not as noise");
    }

    /** @param rows of operations whose noise is known */
    static List<String> manyRows(int rows) {
        return rows < 2
                ? List.of()
                : List.of(String.format(
                        Locale.ROOT,
                        "%d rows of operations: without any difference about %.1f intervals would show one. Those called a"
                                + " difference hold after Holm's correction, all together with 90 %% confidence",
                        rows,
                        Difference.LEVEL * rows));
    }

    /** Of a side in all that is printed. */
    static String name(int index) {
        return index < LETTERS ? String.valueOf((char) ('A' + index)) : "side " + (index + 1);
    }
}
