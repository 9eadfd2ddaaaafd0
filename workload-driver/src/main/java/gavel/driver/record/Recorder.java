package gavel.driver.record;

import java.util.List;

/**
 * Records what the users of one loop do. Written by the loop's thread only; a {@link Collector} drains the histograms from its own
 * thread. An operation belongs to the measurement, and to one of its batches of 10 s, by its intended start; there is no way to
 * record without one.
 */
public final class Recorder {
    public static final long BATCH_NANOS = 10_000_000_000L;
    private static final int NOT_MEASURED = -1;

    final Drained recentLateness = Micros.coarse();
    final Drained lateness = Micros.fine();
    private final List<OperationRecorder> operations;
    private long fromNanos = Long.MAX_VALUE;
    private long toNanos = Long.MAX_VALUE;
    private final Tenths tenths = new Tenths();
    private long beyondRange;

    public Recorder(List<RecordedOperation> operations) {
        this.operations = operations.stream().map(OperationRecorder::new).toList();
    }

    /** Loop's thread. What was measured before is forgotten; only later starts count. */
    public void measure(long from, long to) {
        fromNanos = from;
        toNanos = to;
        operations.forEach(OperationRecorder::forgetMeasured);
    }

    /** Loop's thread. A load begins: its tenths of a second count from there. */
    public void begin(long startNanos) {
        tenths.begin(startNanos);
    }

    /**
     * Loop's thread: operations that people wait for and that ended well, in each tenth of a second of the load; empty where that is long past.
     *
     * @param second from 1
     */
    public List<Integer> tenths(long second) {
        return tenths.second(second);
    }

    /** Loop's thread. The measurement ends at another moment, which has not come yet. */
    public void endAt(long to) {
        toNanos = to;
    }

    /**
     * Loop's thread, when the hold is over. What is still open goes into the distributions with the time since the end of the ten seconds
     * it began in, which is a lower bound. Nothing is measured from then on.
     */
    public void finish(long nowNanos) {
        for (OperationRecorder operation : operations) {
            operation.finish(batch -> nowNanos - Math.min(toNanos, fromNanos + (batch + 1) * BATCH_NANOS));
        }
        fromNanos = Long.MAX_VALUE;
    }

    /** An operation's intended start has come. */
    public void started(int operation, long intendedNanos) {
        operations.get(operation).started(batch(intendedNanos));
    }

    /** An operation outlasted its cycle. */
    public void overrun(int operation, long intendedNanos) {
        operations.get(operation).overrun(batch(intendedNanos));
    }

    /**
     * An operation that was started has ended.
     *
     * @param firstWriteNanos when the driver first acted on the wire for its first exchange
     */
    public void record(int operation, long intendedNanos, long firstWriteNanos, long endNanos, Outcome outcome) {
        long response = endNanos - intendedNanos;
        beyondRange += Micros.beyond(response) ? 1 : 0;
        OperationRecorder recorder = operations.get(operation);
        recorder.ended(batch(intendedNanos), response, endNanos - firstWriteNanos, outcome);
        if (!outcome.failed() && recorder.awaited()) {
            tenths.add(endNanos);
        }
    }

    /** How late a timer fired. */
    public void lateness(long dueNanos, long lateNanos) {
        recentLateness.record(Micros.of(lateNanos));
        if (batch(dueNanos) != NOT_MEASURED) {
            lateness.record(Micros.of(lateNanos));
        }
    }

    /** Loop's thread: totals since the recorder was made, without what grows with the length of a run. */
    public Counts totals() {
        return new Counts(operations.stream().map(OperationRecorder::all).toList(), List.of(), List.of(), beyondRange);
    }

    /** Loop's thread: a copy of every count. */
    public Counts counts() {
        return new Counts(
                operations.stream().map(OperationRecorder::all).toList(),
                operations.stream().map(OperationRecorder::measured).toList(),
                operations.stream().map(OperationRecorder::batches).toList(),
                beyondRange);
    }

    OperationRecorder operation(int index) {
        return operations.get(index);
    }

    private int batch(long intendedNanos) {
        return intendedNanos >= fromNanos && intendedNanos < toNanos
                ? (int) ((intendedNanos - fromNanos) / BATCH_NANOS)
                : NOT_MEASURED;
    }
}
