package gavel.driver.run;

import gavel.driver.api.AgentFindings.Responses;
import gavel.driver.profile.OperationKind;
import gavel.driver.record.Collector;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/** Responses of the main operations over each batch of the measurement: the steady-state rule looks at it. */
final class ResponseTrend {
    private final List<Responses> batches = new ArrayList<>();
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
        batches.add(new Responses(sum - sumBefore, count - countBefore));
        sumBefore = sum;
        countBefore = count;
    }

    /** Some may be empty. */
    List<Responses> batches() {
        return List.copyOf(batches);
    }
}
