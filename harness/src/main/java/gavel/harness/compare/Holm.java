package gavel.harness.compare;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** Tells which of many differences are more than what so many rows bring by chance. Holm, "A simple sequentially rejective multiple test procedure", 1979. Pure. */
final class Holm {
    private Holm() {}

    /**
     * Indices of those that are differences: the chance that any of them is none is at most the level, however they depend on each other.
     *
     * @param chances of a difference as large as each, were there none
     */
    static Set<Integer> differing(List<Double> chances, double level) {
        List<Integer> order = IntStream.range(0, chances.size())
                .boxed()
                .sorted(Comparator.comparing(chances::get))
                .toList();
        Set<Integer> differing = new HashSet<>();
        for (int index : order) {
            if (chances.get(index) > level / (chances.size() - differing.size())) {
                break;
            }
            differing.add(index);
        }
        return differing;
    }
}
