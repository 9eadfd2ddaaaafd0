package gavel.driver.record;

import java.util.function.IntToLongFunction;

/** One operation in one loop: written by the loop's thread, histograms drained by the collector's without a lock. */
final class OperationRecorder {
    final Drained recent = Micros.coarse();
    final Drained response = Micros.fine();
    final Drained service = Micros.fine();
    private final RecordedOperation operation;
    private final CountBuilder all;
    private CountBuilder measured;
    private BatchSeries batches = new BatchSeries();

    OperationRecorder(RecordedOperation operation) {
        this.operation = operation;
        all = new CountBuilder(operation.limitNanos());
        forgetMeasured();
    }

    /** A new measurement begins: what was counted for another belongs to no report. Histograms are drained by the collector. */
    void forgetMeasured() {
        measured = new CountBuilder(operation.limitNanos());
        batches = new BatchSeries();
    }

    /** Whether a person waits for it: not for what goes on in the background, or is held until there is news. */
    boolean awaited() {
        return !operation.background() && operation.limitNanos() != RecordedOperation.NO_LIMIT;
    }

    void started(int batch) {
        all.started();
        if (batch >= 0) {
            measured.started();
            batches.started(batch);
        }
    }

    void overrun(int batch) {
        all.overrun();
        if (batch >= 0) {
            measured.overrun();
        }
    }

    void ended(int batch, long responseNanos, long serviceNanos, Outcome outcome) {
        all.ended(responseNanos, serviceNanos, outcome);
        boolean timed = !outcome.failed() || outcome.timedOut();
        if (timed) {
            recent.record(Micros.of(responseNanos));
        }
        if (batch >= 0) {
            measured.ended(responseNanos, serviceNanos, outcome);
            long limit = operation.limitNanos();
            batches.ended(batch, responseNanos <= limit, serviceNanos <= limit, outcome);
            if (timed) {
                response.record(Micros.of(responseNanos));
                service.record(Micros.of(serviceNanos));
            }
        }
    }

    /**
     * What is still open has taken this long at least, and stands in the distributions with it, as time-outs do. A poll that is held is in
     * order.
     *
     * @param ageNanos by batch, of what began in it
     */
    void finish(IntToLongFunction ageNanos) {
        if (operation.limitNanos() == RecordedOperation.NO_LIMIT) {
            return;
        }
        for (int batch = 0; batch < batches.size(); batch++) {
            long open = batches.open(batch);
            long age = ageNanos.applyAsLong(batch);
            if (open > 0 && age > 0) {
                response.record(Micros.of(age), open);
                service.record(Micros.of(age), open);
            }
        }
    }

    OperationCounts all() {
        return all.counts();
    }

    OperationCounts measured() {
        return measured.counts();
    }

    BatchSeries batches() {
        return batches.copy();
    }
}
