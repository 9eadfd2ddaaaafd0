package gavel.harness.result;

import gavel.driver.api.IntervalReport.OperationInterval;
import gavel.driver.api.KnownQuantiles;
import gavel.driver.api.LoadReport;
import gavel.driver.api.LoadReport.Latency;
import gavel.driver.api.LoadReport.OperationReport;
import gavel.driver.api.LoadReport.Percentile;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The few figures of a load that summaries quote: pure. Requests that the server holds by design are counted apart everywhere.
 *
 * @param succeeded operations of people and their pages, started within the measurement and completed well
 * @param held requests held until there was news, or their time was over
 * @param foregroundPerSecond operations of people; the rest is what their pages do in the background
 * @param margins of operations with a limit and a sample: the one nearest to its limit or furthest above it first, in the end those whose
 *     percentile is not known, most late ones first
 */
public record Figures(
        double seconds,
        long starts,
        long succeeded,
        long held,
        double operationsPerSecond,
        double foregroundPerSecond,
        List<LatencyMargin> margins) {
    /** The long poll: it waits for news by design and is judged by the rules for news and rate, not by its own latency. */
    public static final String LONG_POLL = OperationInterval.HELD;

    private static final Comparator<LatencyMargin> NEAREST = Comparator.comparingDouble(LatencyMargin::ofLimit)
            .thenComparingLong(LatencyMargin::late)
            .thenComparingLong(LatencyMargin::starts)
            .reversed();

    public static Figures of(LoadReport load) {
        double seconds = (load.measuredToMillis() - load.measuredFromMillis()) / 1000.0;
        long starts =
                load.operations().stream().mapToLong(OperationReport::starts).sum();
        long succeeded = load.operations().stream()
                .filter(o -> !held(o.name()))
                .mapToLong(OperationReport::succeeded)
                .sum();
        long held = load.operations().stream()
                .filter(o -> held(o.name()))
                .mapToLong(OperationReport::succeeded)
                .sum();
        long foreground = load.operations().stream()
                .filter(o -> !o.background())
                .mapToLong(OperationReport::succeeded)
                .sum();
        List<LatencyMargin> margins = load.operations().stream()
                .filter(o -> judged(o) && o.response().count() > 0)
                .map(o -> new LatencyMargin(o.name(), Tail.of(o.response()), o.limitMillis(), o.late(), o.starts()))
                .sorted(NEAREST)
                .toList();
        double perSecond = seconds <= 0 ? 0 : 1 / seconds;
        return new Figures(seconds, starts, succeeded, held, succeeded * perSecond, foreground * perSecond, margins);
    }

    /** Whether the operation waits by design and is no work that people ask for. */
    public static boolean held(String operation) {
        return operation.equals(LONG_POLL);
    }

    /** Whether the operation's latency is held against its limit. */
    public static boolean judged(OperationReport operation) {
        return operation.limitMillis() > 0 && !held(operation.name());
    }

    /** The operation nearest to its limit, among those whose percentile is known. */
    public Optional<LatencyMargin> worst() {
        return margins.stream().filter(LatencyMargin::known).findFirst();
    }

    /** The value at one of the quantiles that are reported; -1 where so few samples do not tell it ({@link KnownQuantiles}). */
    public static long micros(Latency latency, double quantile) {
        if (latency == null || !KnownQuantiles.known(quantile, latency.count())) {
            return -1;
        }
        return latency.percentiles().stream()
                .filter(p -> Math.abs(p.quantile() - quantile) < 1e-9)
                .mapToLong(Percentile::micros)
                .findFirst()
                .orElse(-1);
    }

    /** Null where it is not known. */
    public static Double millis(Latency latency, double quantile) {
        long micros = micros(latency, quantile);
        return micros < 0 ? null : (Double) (micros / 1000.0);
    }
}
