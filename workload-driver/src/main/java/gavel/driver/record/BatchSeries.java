package gavel.driver.record;

import java.util.Arrays;

/**
 * What the rules ask of one operation in each ten seconds of the measurement. A run of days has many of them for each operation and loop, so
 * they are six numbers each in one array, and no objects. Written by the loop's thread; others take a {@link #copy}.
 */
public final class BatchSeries {
    private static final int STARTS = 0;
    private static final int ENDED = 1;
    private static final int IN_TIME = 2;
    private static final int IN_TIME_SERVICE = 3;
    private static final int WRONG = 4;
    private static final int FAILED = 5;
    private static final int NUMBERS = 6;

    private int[] numbers;
    private int size;

    BatchSeries() {
        this(new int[0], 0);
    }

    private BatchSeries(int[] numbers, int size) {
        this.numbers = numbers;
        this.size = size;
    }

    void started(int batch) {
        reach(batch);
        numbers[batch * NUMBERS + STARTS]++;
    }

    /**
     * One that was started in this batch.
     *
     * @param inTime within the limit from the intended start, {@code inTimeService} from the first write
     */
    void ended(int batch, boolean inTime, boolean inTimeService, Outcome outcome) {
        reach(batch);
        int at = batch * NUMBERS;
        numbers[at + ENDED]++;
        if (outcome.failed()) {
            numbers[at + FAILED]++;
            numbers[at + WRONG] += outcome.timedOut() ? 0 : 1;
            return;
        }
        numbers[at + IN_TIME] += inTime ? 1 : 0;
        numbers[at + IN_TIME_SERVICE] += inTimeService ? 1 : 0;
    }

    private void reach(int batch) {
        if (batch < size) {
            return;
        }
        size = batch + 1;
        if (size * NUMBERS > numbers.length) {
            numbers = Arrays.copyOf(numbers, Math.max(size * NUMBERS, numbers.length / 2 * 3));
        }
    }

    public int size() {
        return size;
    }

    public long starts(int batch) {
        return number(batch, STARTS);
    }

    /** As {@link OperationCounts#late()}. */
    public long late(int batch) {
        return starts(batch) - number(batch, IN_TIME) - wrong(batch);
    }

    /** As {@link OperationCounts#lateService()}. */
    public long lateService(int batch) {
        return starts(batch) - number(batch, IN_TIME_SERVICE) - wrong(batch);
    }

    /** As {@link OperationCounts#wrong()}. */
    public long wrong(int batch) {
        return number(batch, WRONG);
    }

    /** Time-outs too. */
    public long failed(int batch) {
        return number(batch, FAILED);
    }

    /** Started and not ended. */
    long open(int batch) {
        return starts(batch) - number(batch, ENDED);
    }

    private long number(int batch, int which) {
        if (batch >= size) {
            throw new IndexOutOfBoundsException("batch " + batch + " of " + size);
        }
        return numbers[batch * NUMBERS + which];
    }

    BatchSeries copy() {
        return new BatchSeries(Arrays.copyOf(numbers, size * NUMBERS), size);
    }

    /** Batch by batch; the shorter one had nothing in the rest. */
    BatchSeries plus(BatchSeries other) {
        int longer = Math.max(size, other.size);
        int[] sums = new int[longer * NUMBERS];
        for (int i = 0; i < sums.length; i++) {
            sums[i] = (i < size * NUMBERS ? numbers[i] : 0) + (i < other.size * NUMBERS ? other.numbers[i] : 0);
        }
        return new BatchSeries(sums, longer);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BatchSeries series
                && Arrays.equals(numbers, 0, size * NUMBERS, series.numbers, 0, series.size * NUMBERS);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(Arrays.copyOf(numbers, size * NUMBERS));
    }
}
