package gavel.harness.result;

import gavel.driver.api.LoadReport;
import gavel.driver.api.LoadReport.Latency;
import gavel.driver.api.LoadReport.OperationReport;
import gavel.driver.api.LoadReport.Percentile;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The few figures of a load that summaries quote: pure.
 *
 * @param succeeded operations started within the measurement and completed well
 * @param foregroundPerSecond those of people; the rest is what their pages do in the background, long polls above all
 * @param margins of operations with a limit and a sample, the one nearest to its limit or furthest above it first
 */
public record Figures(
        double seconds,
        long starts,
        long succeeded,
        double operationsPerSecond,
        double foregroundPerSecond,
        List<LatencyMargin> margins) {
    static final Figures NONE = new Figures(0, 0, 0, 0, 0, List.of());

    /** The long poll: it waits for news by design and is judged by the rules for news and rate, not by its own latency. */
    public static final String LONG_POLL = "NextBid";

    private static final double P99 = 0.99;

    public static Figures of(LoadReport load) {
        double seconds = (load.measuredToMillis() - load.measuredFromMillis()) / 1000.0;
        long starts =
                load.operations().stream().mapToLong(OperationReport::starts).sum();
        long succeeded =
                load.operations().stream().mapToLong(OperationReport::succeeded).sum();
        long foreground = load.operations().stream()
                .filter(o -> !o.background())
                .mapToLong(OperationReport::succeeded)
                .sum();
        List<LatencyMargin> margins = load.operations().stream()
                .filter(o -> judged(o) && o.response().count() > 0)
                .map(o -> new LatencyMargin(o.name(), micros(o.response(), P99), o.limitMillis()))
                .sorted(Comparator.comparingDouble(LatencyMargin::ofLimit).reversed())
                .toList();
        double perSecond = seconds <= 0 ? 0 : 1 / seconds;
        return new Figures(seconds, starts, succeeded, succeeded * perSecond, foreground * perSecond, margins);
    }

    /** Whether the operation's latency is held against its limit. */
    public static boolean judged(OperationReport operation) {
        return operation.limitMillis() > 0 && !operation.name().equals(LONG_POLL);
    }

    public Optional<LatencyMargin> worst() {
        return margins.stream().findFirst();
    }

    /** The value at the quantile, or at the next higher one that was reported; -1 without a sample. */
    public static long micros(Latency latency, double quantile) {
        if (latency == null || latency.count() == 0) {
            return -1;
        }
        return latency.percentiles().stream()
                .filter(p -> p.quantile() >= quantile - 1e-9)
                .mapToLong(Percentile::micros)
                .findFirst()
                .orElse(latency.maxMicros());
    }

    public static double millis(Latency latency, double quantile) {
        return micros(latency, quantile) / 1000.0;
    }
}
