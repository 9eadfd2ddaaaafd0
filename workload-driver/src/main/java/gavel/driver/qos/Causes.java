package gavel.driver.qos;

import gavel.driver.api.LoadReport.FailedExchange;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Why starts failed, and which were never answered in time.
 *
 * @param failed count of each failure class, without time-outs where those are late
 * @param timedOut count of each class of time-out that is late
 * @param first of the failed exchanges; null when it is not known
 */
public record Causes(Map<String, Long> failed, Map<String, Long> timedOut, FailedExchange first) {
    static final Causes UNKNOWN = new Causes(Map.of(), Map.of(), null);

    Causes with(Causes other) {
        return new Causes(
                sum(failed, other.failed), sum(timedOut, other.timedOut), first == null ? other.first : first);
    }

    /** The end of "so many failed", and empty when nothing is known. */
    String ofFailures() {
        String example = first == null ? "" : first(first);
        String classes = failed.isEmpty() ? "" : counts(failed);
        return example.isEmpty() && classes.isEmpty()
                ? ""
                : ": " + example + (example.isEmpty() || classes.isEmpty() ? "" : "; ") + classes;
    }

    /** The end of "so many came late", and empty when none timed out. */
    String ofLateness() {
        return timedOut.isEmpty() ? "" : ", " + counts(timedOut) + " among them";
    }

    /** One failed exchange in words. */
    public static String first(FailedExchange exchange) {
        String why = exchange.detail().isEmpty() ? exchange.failure() : exchange.detail();
        return why + " (" + exchange.request() + ")";
    }

    private static String counts(Map<String, Long> classes) {
        return classes.entrySet().stream()
                .map(each -> Words.count(each.getValue()) + " × " + each.getKey())
                .collect(Collectors.joining(", "));
    }

    private static Map<String, Long> sum(Map<String, Long> one, Map<String, Long> other) {
        Map<String, Long> sums = new LinkedHashMap<>(one);
        other.forEach((name, count) -> sums.merge(name, count, Long::sum));
        return sums;
    }
}
