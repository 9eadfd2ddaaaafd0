package gavel.driver.run;

import gavel.driver.api.IntervalReport;
import gavel.driver.api.IntervalReport.OperationInterval;
import gavel.driver.profile.OperationKind;
import gavel.driver.record.Collector;
import gavel.driver.record.OperationCounts;
import java.util.ArrayList;
import java.util.List;

/** Makes each second's report from the difference of two totals. Used by the run's thread. */
final class IntervalMaker {
    private final Collector collector;
    private RunTotals before;

    IntervalMaker(Collector collector, RunTotals before) {
        this.collector = collector;
        this.before = before;
    }

    /** @param tenths of this second */
    IntervalReport next(
            long second, long atMillis, String phase, RunTotals now, List<Integer> tenths, double busyShare) {
        collector.drainRecent();
        List<OperationInterval> operations = new ArrayList<>();
        for (OperationKind kind : OperationKind.values()) {
            int index = kind.ordinal();
            OperationCounts change =
                    now.counts().all().get(index).minus(before.counts().all().get(index));
            operations.add(new OperationInterval(
                    kind.title(),
                    change.starts(),
                    change.succeeded(),
                    kind.longPoll() ? 0 : Math.max(0, change.endedLate()),
                    kind.longPoll() ? change.failed() : change.wrong(),
                    collector.recentP99Micros(index),
                    collector.recentMaxMicros(index)));
        }
        IntervalReport report = new IntervalReport(
                second,
                atMillis,
                phase,
                now.present(),
                operations,
                now.newsPairs() - before.newsPairs(),
                now.newsLate() - before.newsLate(),
                busyShare,
                collector.recentLatenessP99Micros(),
                now.http("exchanges") - before.http("exchanges"),
                now.tally().sessionsFailed() - before.tally().sessionsFailed(),
                tenths);
        before = now;
        return report;
    }
}
