package gavel.harness.evidence;

import gavel.driver.api.IntervalReport;
import gavel.driver.api.LoadReport;
import gavel.driver.api.LoadReport.Latency;
import gavel.driver.api.LoadReport.OperationReport;
import gavel.driver.api.LoadReport.Percentile;
import gavel.harness.elastic.ScalingLinks;
import gavel.harness.peak.Peak;
import gavel.harness.peak.pair.Ratio;
import gavel.harness.result.RunInfo;
import gavel.harness.scale.ScalingLine;
import gavel.harness.scale.UniversalLaw;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Whether every figure of a result is one that can be: no count below zero, no share above one, nothing that is no number, percentiles that
 * rise. A walk over the records that make the result, so that a new figure is included by itself. Pure.
 */
public final class Ranges {
    private static final int MOST_TOLD = 20;

    /**
     * Of two clocks, hashes and seeds, and differences of counters that begin anew with their process: their sign says nothing. The jitter of a
     * supply that moves less often than the demand is below zero.
     */
    private static final Set<String> SIGNED = Set.of(
            "seed",
            "jitter",
            "firstChoicesHash",
            "offsetMicros",
            "startApartMillis",
            "deltas",
            "most",
            "gauges",
            "acquired",
            "timeouts");

    /** Of an application server: earlier versions took a counter that began anew with its process for one that fell. */
    private static final Set<String> OF_ONE_PROCESS = Set.of(
            "counters",
            "meanMillis",
            "waitMeanMillis",
            "pauseSeconds",
            "gcPauseSeconds",
            "collections",
            "errors",
            "hits",
            "misses",
            "evictions");

    /** -1 where so few samples do not tell it. */
    private static final Set<String> UNKNOWN_AS_MINUS_ONE = Set.of("p99Micros", "maxMicros", "latenessP99Micros");

    /** Lines that are fitted, and moments: both may be below zero, and none is a share. */
    private static final Set<Class<?>> OF_AN_AXIS = Set.of(
            ScalingLine.class,
            ScalingLine.Fitted.class,
            UniversalLaw.class,
            UniversalLaw.Estimate.class,
            ScalingLinks.class);

    /** Made anew each time that a class is asked for them, and prepared by their first call. */
    private static final ClassValue<RecordComponent[]> COMPONENTS = new ClassValue<>() {
        @Override
        protected RecordComponent[] computeValue(Class<?> type) {
            RecordComponent[] components = type.getRecordComponents();
            for (RecordComponent component : components) {
                component.getAccessor().trySetAccessible();
            }
            return components;
        }
    };

    /** Two clocks tell the processor's time and the wall's. */
    private static final double WHOLE = 1.05;

    private final List<String> problems = new ArrayList<>();

    private Ranges() {}

    /** One sentence each; empty where everything can be. */
    public static List<String> problems(Record result) {
        Ranges ranges = new Ranges();
        ranges.record(result, "");
        int more = ranges.problems.size() - MOST_TOLD;
        if (more <= 0) {
            return ranges.problems;
        }
        List<String> told = new ArrayList<>(ranges.problems.subList(0, MOST_TOLD));
        told.add("and " + more + " more");
        return told;
    }

    private void record(Record record, String path) {
        boolean ofAnAxis = OF_AN_AXIS.contains(record.getClass());
        for (RecordComponent component : COMPONENTS.get(record.getClass())) {
            String name = component.getName();
            value(value(record, component), path.isEmpty() ? name : path + "." + name, ofAnAxis ? "seed" : name);
        }
        switch (record) {
            case Latency latency -> latency(latency, path);
            case OperationReport operation -> {
                that(operation.succeeded() <= operation.starts(), path + ".succeeded", operation.succeeded(), "starts");
                that(operation.late() <= operation.starts(), path + ".late", operation.late(), "starts");
            }
            case Peak peak -> {
                that(peak.lower() <= peak.middle(), path + ".lower", peak.lower(), "middle");
                that(peak.middle() <= peak.upper(), path + ".middle", peak.middle(), "upper");
            }
            case Ratio ratio -> {
                that(ratio.lower() <= ratio.middle(), path + ".lower", ratio.lower(), "middle");
                that(ratio.middle() <= ratio.upper(), path + ".middle", ratio.middle(), "upper");
            }
            case RunInfo run ->
                that(!run.finishedAt().isBefore(run.startedAt()), path + ".startedAt", run.startedAt(), "finishedAt");
            case LoadReport load ->
                that(
                        load.measuredFromMillis() <= load.measuredToMillis(),
                        path + ".measuredFromMillis",
                        load.measuredFromMillis(),
                        "measuredToMillis");
            default -> {}
        }
    }

    private static Object value(Record record, RecordComponent component) {
        try {
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("record of a result " + record.getClass(), e);
        }
    }

    private void value(Object value, String path, String name) {
        switch (value) {
            case null -> {}
            case Number number -> number(number.doubleValue(), number, path, name);
            case Record record -> record(record, path);
            case List<?> list -> list(list, path, name);
            case Map<?, ?> map ->
                map.forEach((key, entry) -> value(
                        entry,
                        path + "." + key,
                        SIGNED.contains(name) || beganAnew(path, name) ? name : String.valueOf(key)));
            default -> {}
        }
    }

    private void list(List<?> list, String path, String name) {
        long before = 0;
        for (int i = 0; i < list.size(); i++) {
            value(list.get(i), path + "[" + i + "]", name);
            if (list.get(i) instanceof IntervalReport interval) {
                that(before <= interval.second(), path + "[" + i + "].second", interval.second(), before);
                before = interval.second();
            }
        }
    }

    private void number(double number, Number shown, String path, String name) {
        if (!Double.isFinite(number)) {
            problems.add(path + " must be a number: " + shown);
        } else if (number < 0
                && !SIGNED.contains(name)
                && !beganAnew(path, name)
                && !(number == -1 && mayBeMinusOne(path, name))) {
            problems.add(path + " must be >= 0: " + shown);
        } else if (number > WHOLE && name.toLowerCase(Locale.ROOT).endsWith("share")) {
            problems.add(path + " must be a share of 1: " + shown);
        }
    }

    private static boolean beganAnew(String path, String name) {
        return path.contains("].app.") && OF_ONE_PROCESS.contains(name);
    }

    /** A figure of few samples in a second of the run, and the users of a probe who stay. */
    private static boolean mayBeMinusOne(String path, String name) {
        return UNKNOWN_AS_MINUS_ONE.contains(name) && path.startsWith("intervals")
                || path.equals("run.phases.rampDownSeconds");
    }

    private void latency(Latency latency, String path) {
        double quantile = 0;
        long micros = 0;
        for (Percentile percentile : latency.percentiles()) {
            that(
                    quantile < percentile.quantile() && percentile.quantile() < 1,
                    path + ".percentiles",
                    percentile.quantile(),
                    "quantiles that rise below 1");
            that(micros <= percentile.micros(), path + ".percentiles", percentile.micros(), "values that rise");
            quantile = percentile.quantile();
            micros = percentile.micros();
        }
        that(micros <= latency.maxMicros(), path + ".maxMicros", latency.maxMicros(), "the percentiles");
    }

    private void that(boolean holds, String path, Object actual, Object other) {
        if (!holds) {
            problems.add(path + " does not go with " + other + ": " + actual);
        }
    }
}
