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

    static List<String> notes(List<List<ComparedResult>> groups) {
        List<String> notes = new ArrayList<>();
        boolean peaks = !groups.getFirst().getFirst().peak().isEmpty();
        List<Integer> singles = IntStream.range(0, groups.size())
                .filter(i -> groups.get(i).size() == 1)
                .boxed()
                .toList();
        String names = singles.stream().map(Noise::name).collect(Collectors.joining(", "));
        if (!singles.isEmpty() && !peaks) {
            notes.add(
                    "a single run says nothing about noise: repeat each side (gavel run --repeat 5) and compare A1,A2,… B1,B2,…");
        }
        if (!singles.isEmpty() && peaks) {
            notes.add("the interval of a single search (" + names
                    + ") is that of its half hour: another search of the same platform an hour later may differ by more, so two single ones"
                    + " do not say which side is larger; make several of each (A1,A2,… B1,B2,…)");
        }
        if (!singles.isEmpty() && peaks && singles.size() < groups.size()) {
            notes.add(
                    "a single search (" + names
                            + ") beside several: the wider of its own interval and of the scatter of the several is taken for it");
        }
        notes.addAll(seeds(groups));
        slower(groups, ComparedResult.Speed::memoryNanos, "%s: %.0f ns")
                .map(
                        each -> "a read of memory took longer on one side than on another (" + each
                                + "): if all sides ran on one machine, others were using it, and part of the difference is theirs; measure in turns")
                .ifPresent(notes::add);
        slower(groups, ComparedResult.Speed::arithmeticNanos, "%s: %.2f ns")
                .map(
                        each -> "arithmetic took longer on one side than on another (" + each
                                + " of a core for a step): threads that share a core took turns, of others on the same hardware or of that side itself; measure in turns")
                .ifPresent(notes::add);
        return notes;
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
        return List.of(
                "the sides have different seeds (" + each
                        + "): repeats that share one do not show what it changes, so that is in the difference and not in the noise");
    }

    /** @param rows of operations whose noise is known */
    static List<String> manyRows(int rows) {
        return rows < 2
                ? List.of()
                : List.of(String.format(
                        Locale.ROOT,
                        "%d rows of operations: were nothing different, the intervals of about %.1f would still say so; those called a"
                                + " difference are one after Holm's correction, all of them with 90 %% confidence",
                        rows,
                        Difference.LEVEL * rows));
    }

    /** Of a side in all that is printed. */
    static String name(int index) {
        return index < LETTERS ? String.valueOf((char) ('A' + index)) : "side " + (index + 1);
    }
}
