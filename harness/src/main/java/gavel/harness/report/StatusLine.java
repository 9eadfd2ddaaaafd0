package gavel.harness.report;

import gavel.driver.api.IntervalReport;
import gavel.harness.collect.Sample;
import java.util.Map;

/** One line that tells how a running load does: users, operations a second, worst operation against its limit, CPU by tier. */
public final class StatusLine {
    private final Map<String, Long> limitMillis;

    /** @param limitMillis limit of each operation by name; operations that are missing are shown without a limit */
    public StatusLine(Map<String, Long> limitMillis) {
        this.limitMillis = Map.copyOf(limitMillis);
    }

    public String render(IntervalReport interval, Sample sample, int width) {
        throw new UnsupportedOperationException(limitMillis.toString());
    }
}
