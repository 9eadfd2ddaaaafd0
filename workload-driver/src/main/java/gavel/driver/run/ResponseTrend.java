package gavel.driver.run;

import gavel.driver.profile.OperationKind;
import gavel.driver.record.Collector;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/** Mean response of the main operations over each batch of the measurement: the steady-state rule looks at it. */
final class ResponseTrend {
    private final List<Double> meanMillis = new ArrayList<>();
    private double sumBefore;
    private long countBefore;

    /** At the end of a batch, after the collector was drained. */
    void batchEnds(Collector collector) {
        double sum = 0;
        long count = 0;
        for (OperationKind kind : OperationKind.values()) {
            if (!kind.background()) {
                Histogram response = collector.response(kind.ordinal());
                if (response.getTotalCount() > 0) {
                    sum += response.getMean() * response.getTotalCount();
                    count += response.getTotalCount();
                }
            }
        }
        if (count > countBefore) {
            meanMillis.add((sum - sumBefore) / (count - countBefore) / 1000);
        }
        sumBefore = sum;
        countBefore = count;
    }

    List<Double> meanMillis() {
        return List.copyOf(meanMillis);
    }
}
