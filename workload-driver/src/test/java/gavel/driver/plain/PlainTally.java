package gavel.driver.plain;

import gavel.driver.http.Exchange;
import gavel.driver.record.Outcome;
import gavel.driver.record.Recorder;
import java.util.concurrent.CompletableFuture;

/** What became of the exchanges of a plain load. Owned by the loop until it is complete. */
final class PlainTally {
    private final Recorder recorder;
    private final CompletableFuture<PlainTally> complete = new CompletableFuture<>();
    private long ended;
    private long failed;
    private long blockedNanos;

    PlainTally(Recorder recorder) {
        this.recorder = recorder;
    }

    void started(long intendedNanos) {
        recorder.started(0, intendedNanos);
    }

    /** Between its intended start and the moment a connection took it. */
    void blocked(long nanos) {
        blockedNanos += Math.max(0, nanos);
    }

    void ended(Exchange exchange, Outcome outcome) {
        recorder.record(0, exchange.intendedNanos(), exchange.firstWriteNanos(), exchange.endNanos(), outcome);
        ended++;
        failed += outcome.failed() ? 1 : 0;
    }

    void complete() {
        complete.complete(this);
    }

    CompletableFuture<PlainTally> whenComplete() {
        return complete;
    }

    long ended() {
        return ended;
    }

    long failed() {
        return failed;
    }

    double blockedSeconds() {
        return blockedNanos / 1e9;
    }
}
