package gavel.driver.record;

import gavel.driver.api.KnownQuantiles;
import java.util.Collection;
import org.HdrHistogram.Histogram;

/** The last few seconds of one distribution: a ring of drains, reused, and their sum. Owned by the collector's thread. */
final class Window {
    private static final int DRAINS = 5;
    private static final double P99 = 0.99;

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

    /** -1 where so few samples do not tell it. */
    long p99() {
        return KnownQuantiles.known(P99, sum.getTotalCount()) ? sum.getValueAtPercentile(100 * P99) : -1;
    }

    /** -1 without a sample. */
    long max() {
        return sum.getTotalCount() == 0 ? -1 : sum.getValueAtPercentile(100);
    }
}
