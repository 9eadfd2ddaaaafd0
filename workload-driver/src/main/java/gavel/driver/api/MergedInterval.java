package gavel.driver.api;

import gavel.driver.api.IntervalReport.OperationInterval;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/**
 * Several intervals as one, of several agents or one after the other: pure. Counts are sums. Shares and percentiles are those of the worst:
 * the percentile of all lies at or below it.
 */
public final class MergedInterval {
    private MergedInterval() {}

    /** @param when whose time and phase the merged one has */
    public static IntervalReport of(List<IntervalReport> parts, IntervalReport when, int users) {
        return new IntervalReport(
                when.second(),
                when.atMillis(),
                when.phase(),
                users,
                operations(parts),
                sum(parts, IntervalReport::newsPairs),
                sum(parts, IntervalReport::newsLate),
                parts.stream().mapToDouble(IntervalReport::busyShare).max().orElse(0),
                most(parts, IntervalReport::latenessP99Micros),
                sum(parts, IntervalReport::exchanges),
                sum(parts, IntervalReport::peopleFailed),
                parts.stream().allMatch(part -> part.second() == when.second())
                        ? tenths(parts.stream().map(IntervalReport::tenths).toList())
                        : List.of());
    }

    /** Of one second, added up; empty where one driver does not know its own. */
    public static List<Integer> tenths(List<List<Integer>> parts) {
        int length = parts.getFirst().size();
        if (parts.stream().anyMatch(part -> part.size() != length)) {
            return List.of();
        }
        return IntStream.range(0, length)
                .mapToObj(tenth ->
                        parts.stream().mapToInt(part -> part.get(tenth)).sum())
                .toList();
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

    /** Not known where one that has samples does not know its own: that may be above all others. */
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
