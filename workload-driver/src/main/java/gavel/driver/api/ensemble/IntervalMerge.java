package gavel.driver.api.ensemble;

import gavel.driver.api.IntervalReport;
import gavel.driver.api.IntervalReport.OperationInterval;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;

/**
 * Merges what agents report of each second, by its number: as soon as every agent has told of a second, or of a later one, or has left.
 * Counts are sums. Shares and percentiles are the worst agent's: the percentile of all lies at or below it. Thread-safe.
 */
final class IntervalMerge {
    private final Consumer<IntervalReport> merged;
    private final long[] reached;
    private final int[] users;
    private final TreeMap<Long, List<IntervalReport>> waiting = new TreeMap<>();

    /** @param merged is called by one thread at a time */
    IntervalMerge(int agents, Consumer<IntervalReport> merged) {
        this.merged = merged;
        this.reached = new long[agents];
        this.users = new int[agents];
    }

    synchronized void add(int agent, IntervalReport interval) {
        waiting.computeIfAbsent(interval.second(), _ -> new ArrayList<>()).add(interval);
        reached[agent] = interval.second();
        // A second it slept through is in its next report; its users are there all the time.
        users[agent] = interval.users();
        pass();
    }

    /** Nothing more will come from this agent. */
    synchronized void left(int agent) {
        reached[agent] = Long.MAX_VALUE;
        users[agent] = 0;
        pass();
    }

    private void pass() {
        long complete = Arrays.stream(reached).min().orElse(0);
        while (!waiting.isEmpty() && waiting.firstKey() <= complete) {
            merged.accept(merge(
                    waiting.pollFirstEntry().getValue(), Arrays.stream(users).sum()));
        }
    }

    static IntervalReport merge(List<IntervalReport> intervals, int users) {
        IntervalReport first = intervals.getFirst();
        return new IntervalReport(
                first.second(),
                first.atMillis(),
                first.phase(),
                users,
                operations(intervals),
                sum(intervals, IntervalReport::newsPairs),
                sum(intervals, IntervalReport::newsLate),
                intervals.stream().mapToDouble(IntervalReport::busyShare).max().orElse(0),
                most(intervals, IntervalReport::latenessP99Micros),
                sum(intervals, IntervalReport::exchanges));
    }

    private static List<OperationInterval> operations(List<IntervalReport> intervals) {
        Map<String, List<OperationInterval>> byName = new LinkedHashMap<>();
        intervals.forEach(interval -> interval.operations()
                .forEach(operation -> byName.computeIfAbsent(operation.name(), _ -> new ArrayList<>())
                        .add(operation)));
        return byName.entrySet().stream()
                .map(each -> new OperationInterval(
                        each.getKey(),
                        sum(each.getValue(), OperationInterval::starts),
                        sum(each.getValue(), OperationInterval::completed),
                        sum(each.getValue(), OperationInterval::late),
                        sum(each.getValue(), OperationInterval::failed),
                        percentile(each.getValue()),
                        most(each.getValue(), OperationInterval::maxMicros)))
                .toList();
    }

    /** Not known where an agent that has samples does not know its own: that may be above all others. */
    private static long percentile(List<OperationInterval> parts) {
        boolean known = parts.stream().allMatch(part -> part.p99Micros() >= 0 || part.maxMicros() < 0);
        return known ? most(parts, OperationInterval::p99Micros) : -1;
    }

    private static <T> long sum(List<T> parts, ToLongFunction<T> what) {
        return parts.stream().mapToLong(what).sum();
    }

    private static <T> long most(List<T> parts, ToLongFunction<T> what) {
        return parts.stream().mapToLong(what).max().orElse(-1);
    }
}
