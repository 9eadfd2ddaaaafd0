package gavel.harness.dashboard.state;

import gavel.driver.api.IntervalReport;
import gavel.driver.api.IntervalReport.OperationInterval;
import gavel.harness.dashboard.state.Frame.Sums;
import java.util.LinkedHashMap;
import java.util.Map;

/** Adds up the seconds of a load. Not safe for threads: the state guards it. */
final class Totals {
    private final Map<String, Sums> byOperation = new LinkedHashMap<>();
    private long pairs;
    private long late;

    void add(IntervalReport interval) {
        interval.operations().forEach(o -> byOperation.merge(o.name(), sums(o), Sums::plus));
        pairs += interval.newsPairs();
        late += interval.newsLate();
    }

    void clear() {
        byOperation.clear();
        pairs = 0;
        late = 0;
    }

    Sums of(String operation) {
        return byOperation.getOrDefault(operation, Sums.NONE);
    }

    long pairs() {
        return pairs;
    }

    long late() {
        return late;
    }

    /** A failure is never in time. */
    static long bad(OperationInterval operation) {
        return operation.late() + operation.failed();
    }

    private static Sums sums(OperationInterval operation) {
        return new Sums(operation.completed(), operation.ended(), bad(operation), operation.failed());
    }
}
