package gavel.harness.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Measurements that are made again because they do not count: one for every three that are asked for. Pure. */
public final class Replacements {
    private static final int ASKED_FOR_ONE = 3;

    private Replacements() {}

    /**
     * @param asked measurements there are to be; of fewer than three one is made again too
     * @param lost that do not count
     * @return how many of those are replaced
     */
    public static int of(int asked, long lost) {
        return (int) Math.min(lost, (asked + ASKED_FOR_ONE - 1) / ASKED_FOR_ONE);
    }

    /**
     * What was found without that in whose place others are made.
     *
     * @param lost whether one does not count
     * @param replaced as many of those are left out, the first ones first
     */
    public static <T> List<T> kept(List<T> found, Predicate<T> lost, int replaced) {
        List<T> kept = new ArrayList<>();
        int left = replaced;
        for (T each : found) {
            if (left > 0 && lost.test(each)) {
                left--;
            } else {
                kept.add(each);
            }
        }
        return kept;
    }
}
