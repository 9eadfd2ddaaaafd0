package gavel.harness.report;

import static java.util.Locale.ROOT;

import gavel.driver.api.IntervalReport;
import gavel.driver.api.IntervalReport.OperationInterval;
import gavel.harness.collect.Sample;
import gavel.harness.collect.Sample.InstanceSample;
import gavel.harness.report.text.Words;
import gavel.harness.result.Figures;
import gavel.harness.result.Tail;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** One line that tells how a running load does: users, operations a second, worst operation against its limit, CPU by tier. */
public final class StatusLine {
    private final Map<String, Long> limitMillis;
    private final long totalSeconds;

    /**
     * @param limitMillis limit of each operation by name; operations that are missing are never the worst
     * @param totalSeconds of all phases together; 0 where nobody knows
     */
    public StatusLine(Map<String, Long> limitMillis, long totalSeconds) {
        this.limitMillis = Map.copyOf(limitMillis);
        this.totalSeconds = totalSeconds;
    }

    /** @param width of the terminal, the line is cut to it; 0 for no bound */
    public String render(IntervalReport interval, Sample sample, int width) {
        long completed = interval.operations().stream()
                .filter(o -> !Figures.held(o.name()))
                .mapToLong(OperationInterval::completed)
                .sum();
        StringBuilder line = new StringBuilder(String.format(
                ROOT,
                "%4d%s s %-9s %,6d users %,7d ops/s",
                totalSeconds > 0 ? Math.min(interval.second(), totalSeconds) : interval.second(),
                totalSeconds > 0 ? "/" + totalSeconds : "",
                phase(interval),
                interval.users(),
                completed));
        worst(interval)
                .ifPresent(o -> line.append(String.format(
                        ROOT,
                        "  %s %s of %s",
                        o.name(),
                        Words.tail(Tail.of(o)),
                        Words.limit(limitMillis.get(o.name())))));
        long failed = interval.operations().stream()
                .mapToLong(OperationInterval::failed)
                .sum();
        if (failed > 0) {
            line.append(String.format(ROOT, "  %,d failed", failed));
        }
        cpu(line, sample);
        return width > 0 && line.length() > width ? line.substring(0, width) : line.toString();
    }

    /** Drivers differ by a second or two in when the last user has left: the counter never runs past its end. */
    private String phase(IntervalReport interval) {
        boolean over = totalSeconds > 0 && interval.second() > totalSeconds;
        return over || interval.phase().equals("HOLD")
                ? "last answers"
                : Words.spaced(interval.phase().replace('_', ' '));
    }

    /** Nearest to its limit: by percentiles, or by the largest values where so few samples tell none. */
    private Optional<OperationInterval> worst(IntervalReport interval) {
        return interval.operations().stream()
                .filter(o -> Tail.of(o).sampled() && limitMillis.getOrDefault(o.name(), 0L) > 0)
                .filter(o -> !Figures.held(o.name()))
                .max(Comparator.comparing((OperationInterval o) -> Tail.of(o).known())
                        .thenComparingDouble(o -> (double) Tail.of(o).micros() / limitMillis.get(o.name())));
    }

    private static void cpu(StringBuilder line, Sample sample) {
        if (sample == Sample.NONE || sample.atMillis() == 0) {
            return;
        }
        line.append("  CPU ").append(Words.percent(sample.cpuBusyShare()));
        Set<String> tiers = new LinkedHashSet<>();
        sample.instances().stream().map(InstanceSample::tier).forEach(tiers::add);
        String separator = " (";
        for (String tier : tiers) {
            line.append(separator)
                    .append(Words.spaced(tier))
                    .append(String.format(ROOT, " %.2f", sample.cpuCores(tier)));
            separator = ", ";
        }
        line.append(tiers.isEmpty() ? "" : " cores)");
    }
}
