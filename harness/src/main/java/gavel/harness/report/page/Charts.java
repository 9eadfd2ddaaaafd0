package gavel.harness.report.page;

import static java.util.Locale.ROOT;

import gavel.driver.api.IntervalReport;
import gavel.driver.api.IntervalReport.OperationInterval;
import gavel.driver.api.LoadReport;
import gavel.driver.api.LoadReport.OperationReport;
import gavel.harness.action.ActionEvent;
import gavel.harness.collect.Sample;
import gavel.harness.collect.bottleneck.TierUses;
import gavel.harness.report.chart.Panel;
import gavel.harness.report.chart.Panel.Bound;
import gavel.harness.report.chart.PercentileCurves;
import gavel.harness.report.chart.Series;
import gavel.harness.report.chart.TierStyle;
import gavel.harness.report.chart.Timelines;
import gavel.harness.report.chart.Timelines.Mark;
import gavel.harness.report.chart.Timelines.Phase;
import gavel.harness.report.text.Words;
import gavel.harness.result.Figures;
import gavel.harness.result.Histograms;
import gavel.harness.result.RunResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Takes from a result what its charts show. */
final class Charts {
    private static final int CURVE_STEPS = 96;
    /** Of a sample that stands for one second. */
    private static final long REACH_MILLIS = 1_500;

    private static final Map<String, String> PHASES = Map.of(
            "RAMP",
            "ramp",
            "WARM_UP",
            "warm-up",
            "MEASURE",
            "measured",
            "HOLD",
            "last answers",
            "RAMP_DOWN",
            "ramp-down");

    private final RunResult result;
    private final Highlights highlights;

    Charts(RunResult result, Highlights highlights) {
        this.result = result;
        this.highlights = highlights;
    }

    PercentileCurves percentiles() {
        double[] quantiles = PercentileCurves.quantiles(CURVE_STEPS);
        List<Series> faint = new ArrayList<>();
        List<Series> strong = new ArrayList<>();
        List<OperationReport> operations = result.load().operations().stream()
                .filter(o -> !Figures.held(o.name()))
                .toList();
        for (OperationReport o : operations) {
            Histograms.decode(o.response()).ifPresent(histogram -> {
                String style = highlights.style(o.name());
                (style.equals("faint") ? faint : strong)
                        .add(new Series(o.name(), style, Histograms.millis(histogram, quantiles)));
            });
        }
        faint.addAll(strong);
        return new PercentileCurves(quantiles, faint, bounds());
    }

    Timelines timelines() {
        List<IntervalReport> intervals = result.intervals();
        double[] xs = intervals.stream().mapToDouble(IntervalReport::second).toArray();
        List<Panel> panels = Stream.of(
                        new Panel("Users", Panel.Kind.LINES, "", users()),
                        new Panel(
                                "Operations a second",
                                Panel.Kind.LINES,
                                "",
                                List.of(
                                        rate("completed", "s1", Charts::completed),
                                        rate("late or failed", "s2", Charts::bad))),
                        new Panel("Latency of the last 5 s", Panel.Kind.LOGARITHMIC, "ms", latencies(), bounds()),
                        new Panel("CPU of the machine by tier", Panel.Kind.STACKED, "%", cpu()))
                .filter(panel -> !panel.empty())
                .toList();
        return new Timelines(xs, phases(), marks(), panels);
    }

    /** Throughput, what was bad, and latency of each operation that was started, the one with the most starts first. */
    Map<String, Timelines> operations() {
        Map<String, Timelines> operations = new LinkedHashMap<>();
        if (result.load() == null) {
            return operations;
        }
        double[] xs =
                result.intervals().stream().mapToDouble(IntervalReport::second).toArray();
        result.load().operations().stream()
                .filter(o -> o.starts() > 0 && !Figures.held(o.name()))
                .sorted(Comparator.comparingLong(OperationReport::starts).reversed())
                .forEach(o -> operations.put(
                        o.name(), new Timelines(xs, phases(), List.of(), List.of(rates(o), latency(o)))));
        return operations;
    }

    private Panel rates(OperationReport o) {
        return new Panel(
                o.name() + ", operations a second",
                Panel.Kind.LINES,
                "",
                List.of(
                        rate("completed", "s1", i -> sum(o.name(), i, OperationInterval::completed)),
                        rate("late or failed", "s2", i -> sum(o.name(), i, each -> each.late() + each.failed()))));
    }

    private Panel latency(OperationReport o) {
        Series latency = latencies(o.name(), "s3");
        return new Panel(
                latency.name() + " of the last 5 s",
                Panel.Kind.LOGARITHMIC,
                "ms",
                List.of(latency),
                List.of(new Bound(o.limitMillis(), "limit " + Words.limit(o.limitMillis()))));
    }

    private static double sum(String operation, IntervalReport interval, ToLongFunction<OperationInterval> count) {
        return of(operation, interval).mapToLong(count).sum();
    }

    /** The limits of the operations that are coloured; most have the same. */
    private List<Bound> bounds() {
        return result.load() == null
                ? List.of()
                : result.load().operations().stream()
                        .filter(o -> highlights.styles().containsKey(o.name()))
                        .map(OperationReport::limitMillis)
                        .distinct()
                        .sorted()
                        .map(millis -> new Bound(millis, "limit " + Words.limit(millis)))
                        .toList();
    }

    /** Users who were there, and users that the path asks for, during the measurement. */
    private List<Series> users() {
        Series there = series("users", "s1", IntervalReport::users);
        LoadReport load = result.load();
        if (load == null || !load.shape().varying()) {
            return List.of(there);
        }
        Series asked = series(
                "asked for by the path",
                "s3",
                interval -> interval.phase().equals("MEASURE")
                        ? load.shape().path().users((interval.atMillis() - load.measuredFromMillis()) / 1e3)
                        : Double.NaN);
        return List.of(asked, there);
    }

    private Series series(String name, String style, ToDoubleFunction<IntervalReport> value) {
        return new Series(
                name, style, result.intervals().stream().mapToDouble(value).toArray());
    }

    /** Of a count: an interval of a run of hours is longer than a second. */
    private Series rate(String name, String style, ToDoubleFunction<IntervalReport> count) {
        List<IntervalReport> intervals = result.intervals();
        double[] values = new double[intervals.size()];
        for (int i = 0; i < values.length; i++) {
            int end = Math.min(Math.max(i, 1), values.length - 1);
            long seconds = intervals.get(end).second()
                    - intervals.get(Math.max(0, end - 1)).second();
            values[i] = count.applyAsDouble(intervals.get(i)) / Math.max(1, seconds);
        }
        return new Series(name, style, values);
    }

    private static double completed(IntervalReport i) {
        return i.operations().stream()
                .filter(o -> !Figures.held(o.name()))
                .mapToLong(OperationInterval::completed)
                .sum();
    }

    private static double bad(IntervalReport i) {
        return i.operations().stream()
                .filter(o -> !Figures.held(o.name()))
                .mapToLong(o -> o.late() + o.failed())
                .sum();
    }

    /** Of each operation, those without a colour of their own to be chosen: the percentile, or the largest value where most seconds have too few samples for one. */
    private List<Series> latencies() {
        Map<String, String> styles = new LinkedHashMap<>(highlights.styles());
        if (result.load() != null) {
            result.load().operations().stream()
                    .filter(o -> o.starts() > 0 && !Figures.held(o.name()))
                    .sorted(Comparator.comparing(OperationReport::name))
                    .forEach(o -> styles.putIfAbsent(o.name(), Series.OFF));
        }
        return styles.entrySet().stream()
                .map(e -> latencies(e.getKey(), e.getValue()))
                .toList();
    }

    private Series latencies(String operation, String style) {
        return mostlyKnown(operation)
                ? latencies(operation, "p99", style, OperationInterval::p99Micros)
                : latencies(operation, "max", style, OperationInterval::maxMicros);
    }

    private Series latencies(String operation, String what, String style, ToLongFunction<OperationInterval> micros) {
        return series(operation + " " + what, style, i -> of(operation, i)
                .filter(o -> micros.applyAsLong(o) >= 0)
                .mapToDouble(o -> micros.applyAsLong(o) / 1000.0)
                .findFirst()
                .orElse(Double.NaN));
    }

    private boolean mostlyKnown(String operation) {
        List<OperationInterval> sampled = result.intervals().stream()
                .flatMap(i -> of(operation, i))
                .filter(o -> o.maxMicros() >= 0)
                .toList();
        long known = sampled.stream().filter(o -> o.p99Micros() >= 0).count();
        return 2 * known > sampled.size();
    }

    private static Stream<OperationInterval> of(String operation, IntervalReport interval) {
        return interval.operations().stream().filter(o -> o.name().equals(operation));
    }

    /** Samples and intervals are taken by different clocks' seconds: each interval shows the sample nearest to its end. */
    private List<Series> cpu() {
        NavigableMap<Long, Sample> byTime = new TreeMap<>();
        result.collected().samples().forEach(s -> byTime.put(s.atMillis(), s));
        int cores = Math.max(1, result.collected().machine().cores());
        long reach = REACH_MILLIS * result.collected().sampleSeconds();
        List<Series> series = new ArrayList<>();
        for (String tier : result.collected().tiers()) {
            series.add(series(tier, TierStyle.of(tier), i -> percent(byTime, reach, i, s -> s.cpuCores(tier) / cores)));
        }
        series.add(series(
                TierUses.OTHERS,
                "others",
                i -> percent(
                        byTime,
                        reach,
                        i,
                        s -> Math.max(
                                0,
                                s.cpuBusyShare()
                                        - s.instances().stream()
                                                        .mapToDouble(Sample.InstanceSample::cpuCores)
                                                        .sum()
                                                / cores))));
        return series;
    }

    private static double percent(
            NavigableMap<Long, Sample> byTime, long reach, IntervalReport interval, ToDoubleFunction<Sample> share) {
        Map.Entry<Long, Sample> before = byTime.floorEntry(interval.atMillis());
        Map.Entry<Long, Sample> after = byTime.ceilingEntry(interval.atMillis());
        Map.Entry<Long, Sample> nearest = before == null
                ? after
                : after == null || interval.atMillis() - before.getKey() <= after.getKey() - interval.atMillis()
                        ? before
                        : after;
        return nearest == null || Math.abs(nearest.getKey() - interval.atMillis()) > reach
                ? Double.NaN
                : 100 * share.applyAsDouble(nearest.getValue());
    }

    /** On the axis of the intervals: its seconds count from the beginning of the load. */
    private List<Mark> marks() {
        if (result.intervals().isEmpty()) {
            return List.of();
        }
        IntervalReport first = result.intervals().getFirst();
        double zero = first.atMillis() - 1e3 * first.second();
        List<ActionEvent> actions = result.actions();
        return IntStream.range(0, actions.size())
                .filter(i -> actions.get(i).beganMillis() > 0)
                .mapToObj(i -> mark(i + 1, actions.get(i), zero))
                .toList();
    }

    private static Mark mark(int number, ActionEvent event, double zero) {
        return new Mark(
                number,
                event.action(),
                event.done(),
                (event.beganMillis() - zero) / 1e3,
                (Math.max(event.endedMillis(), event.beganMillis()) - zero) / 1e3);
    }

    private List<Phase> phases() {
        List<Phase> phases = new ArrayList<>();
        List<IntervalReport> intervals = result.intervals();
        for (int i = 0; i < intervals.size(); ) {
            String phase = intervals.get(i).phase();
            double from = i == 0 ? 0 : intervals.get(i - 1).second();
            while (i < intervals.size() && intervals.get(i).phase().equals(phase)) {
                i++;
            }
            phases.add(new Phase(
                    PHASES.getOrDefault(phase, phase.toLowerCase(ROOT)),
                    phase.equals("MEASURE"),
                    from,
                    intervals.get(i - 1).second()));
        }
        return phases;
    }
}
