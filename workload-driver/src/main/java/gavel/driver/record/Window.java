package gavel.driver.record;

import java.util.Collection;
import org.HdrHistogram.Histogram;

/** The last few seconds of one distribution: a ring of drains, reused, and their sum. Owned by the collector's thread. */
final class Window {
    private static final int DRAINS = 5;

    private final Histogram[] drains = new Histogram[DRAINS];
    private final Histogram sum = Micros.coarseHistogram();
    private int newest;

    Window() {
        for (int i = 0; i < DRAINS; i++) {
            drains[i] = Micros.coarseHistogram();
        }
    }

    void drain(Collection<Drained> recorders) {
        newest = (newest + 1) % DRAINS;
        Histogram drained = drains[newest];
        if (drained.getTotalCount() > 0) {
            sum.subtract(drained);
            drained.reset();
        }
        for (Drained recorder : recorders) {
            Histogram part = recorder.drain();
            if (part.getTotalCount() > 0) {
                drained.add(part);
            }
        }
        if (drained.getTotalCount() > 0) {
            sum.add(drained);
        }
    }

    /** -1 without a sample. */
    long p99() {
        return sum.getTotalCount() == 0 ? -1 : sum.getValueAtPercentile(99);
    }
}
