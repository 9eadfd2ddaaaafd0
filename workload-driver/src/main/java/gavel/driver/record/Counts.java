package gavel.driver.record;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;

/**
 * Every count of one loop, or of many, at one moment.
 *
 * @param all since the recorder was made, by operation
 * @param measured of the measurement, by operation
 * @param batches of the measurement, by operation
 * @param beyondRange responses longer than a histogram can hold; counted at its end
 */
public record Counts(
        List<OperationCounts> all, List<OperationCounts> measured, List<BatchSeries> batches, long beyondRange) {
    public Counts {
        all = List.copyOf(all);
        measured = List.copyOf(measured);
        batches = List.copyOf(batches);
    }

    public Counts plus(Counts other) {
        return new Counts(
                zip(all, other.all, OperationCounts::plus),
                zip(measured, other.measured, OperationCounts::plus),
                zip(batches, other.batches, BatchSeries::plus),
                beyondRange + other.beyondRange);
    }

    /** Pairwise; what the longer list has more stays as it is. */
    private static <T> List<T> zip(List<T> first, List<T> second, BinaryOperator<T> sum) {
        List<T> sums = new ArrayList<>(first.size() >= second.size() ? first : second);
        for (int i = 0; i < Math.min(first.size(), second.size()); i++) {
            sums.set(i, sum.apply(first.get(i), second.get(i)));
        }
        return sums;
    }
}
