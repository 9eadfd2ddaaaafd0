package gavel.driver.record;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;

/** A recorder that one thread empties while another writes. What it was emptied into is used again, so that draining allocates nothing. */
final class Drained {
    private final SingleWriterRecorder recorder;
    private Histogram last;

    Drained(int digits) {
        recorder = new SingleWriterRecorder(1, Micros.MAX, digits);
    }

    /** The writer's thread. */
    void record(long micros) {
        recorder.recordValue(micros);
    }

    /** The writer's thread: the same value so many times. */
    void record(long micros, long times) {
        recorder.recordValueWithCount(micros, times);
    }

    /** What was recorded since the last time; valid until the next. */
    Histogram drain() {
        last = recorder.getIntervalHistogram(last);
        return last;
    }
}
