package gavel.driver.api;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;

/** Sums of what several agents tell of each ten seconds. */
public final class Series {
    private Series() {}

    /** Interval by interval; a shorter series has nothing in the rest. */
    public static <T> List<T> sum(List<List<T>> series, BinaryOperator<T> plus) {
        int length = series.stream().mapToInt(List::size).max().orElse(0);
        List<T> sums = new ArrayList<>(length);
        for (int i = 0; i < length; i++) {
            int at = i;
            sums.add(series.stream()
                    .filter(one -> at < one.size())
                    .map(one -> one.get(at))
                    .reduce(plus)
                    .orElseThrow());
        }
        return sums;
    }
}
