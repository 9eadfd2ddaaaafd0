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
import java.util.stream.Collectors;

/** One line that tells how a running load does: users, operations a second, worst operation against its limit, CPU by tier. */
public final class StatusLine {
    private final Map<String, Long> limitMillis;
    private final long totalSeconds;

    /**
     * @param limitMillis limit of each operation by name; operations that are missing are never the worst
     * @param totalSeconds of all phases together; 0 where unknown
     */
    public StatusLine(Map<String, Long> limitMillis, long totalSeconds) {
        this.limitMillis = Map.copyOf(limitMillis);
        this.totalSeconds = totalSeconds;
    }

    /** @param width of the terminal, of which the last column stays free; 0 for no bound. What matters least is left out first */
    public String render(IntervalReport interval, Sample sample, int width) {
        long completed = interval.operations().stream()
                .filter(o -> !Figures.held(o.name()))
                .mapToLong(OperationInterval::completed)
                .sum();
        long failed = interval.operations().stream()
                .mapToLong(OperationInterval::failed)
                .sum();
        String failures = failed == 0 ? "" : String.format(ROOT, "  %,d failed", failed);
        String worst = worst(interval)
                .map(o -> String.format(
                        ROOT,
                        "  %s %s of %s",
                        o.name(),
                        Words.tail(Tail.of(o)),
                        Words.limit(limitMillis.get(o.name()))))
                .orElse("");
        boolean watched = sample != Sample.NONE && sample.atMillis() != 0;
        String cpu = watched ? "  CPU " + Words.percent(sample.cpuBusyShare()) : "";
        String tiers = watched ? tiers(sample) : "";
        String base = base("%4d%s s %-9s %,6d %-5s %,7d ops/s", interval, completed);
        String full = base + worst + failures + cpu + tiers;
        if (width <= 0 || full.length() < width) {
            return full;
        }
        String line = base("%d%s s %s  %,d %s  %,d ops/s", interval, completed);
        int room = width - 1 - line.length();
        String shownFailures = fitting(failures, room);
        String shownWorst = fitting(worst, room - shownFailures.length());
        String shownCpu = fitting(cpu, room - shownFailures.length() - shownWorst.length());
        line += shownWorst + shownFailures + shownCpu;
        return line.length() < width ? line : line.substring(0, Math.max(0, width - 1));
    }

    private static String fitting(String part, int room) {
        return part.length() <= room ? part : "";
    }

    private String base(String format, IntervalReport interval, long completed) {
        return String.format(
                ROOT,
                format,
                totalSeconds > 0 ? Math.min(interval.second(), totalSeconds) : interval.second(),
                totalSeconds > 0 ? "/" + totalSeconds : "",
                phase(interval),
                interval.users(),
                interval.users() == 1 ? "user" : "users",
                completed);
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

    /** Cores in use by each tier; empty without any. */
    private static String tiers(Sample sample) {
        Set<String> tiers = new LinkedHashSet<>();
        sample.instances().stream().map(InstanceSample::tier).forEach(tiers::add);
        return tiers.isEmpty()
                ? ""
                : tiers.stream()
                        .map(tier -> Words.spaced(tier) + String.format(ROOT, " %.2f", sample.cpuCores(tier)))
                        .collect(Collectors.joining(", ", " (", " cores)"));
    }
}
