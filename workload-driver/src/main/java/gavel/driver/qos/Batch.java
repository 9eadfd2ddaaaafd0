package gavel.driver.qos;

import java.util.ArrayList;
import java.util.List;

/** Starts of ten seconds, and how many of them were bad (late, or failed). */
public record Batch(long starts, long bad) {
    public Batch {
        if (bad < 0 || bad > starts) {
            throw new IllegalArgumentException("needs 0 <= bad <= starts: " + bad + " of " + starts);
        }
    }

    /** Two series added interval by interval; the shorter one is taken to have had no starts in the rest. */
    public static List<Batch> sum(List<Batch> one, List<Batch> other) {
        List<Batch> sums = new ArrayList<>();
        for (int i = 0; i < Math.max(one.size(), other.size()); i++) {
            Batch a = i < one.size() ? one.get(i) : new Batch(0, 0);
            Batch b = i < other.size() ? other.get(i) : new Batch(0, 0);
            sums.add(new Batch(a.starts + b.starts, a.bad + b.bad));
        }
        return sums;
    }
}
