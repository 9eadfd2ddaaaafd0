package gavel.harness.doctor;

import gavel.driver.api.LoopCapacity;
import gavel.harness.kind.RunKind;
import gavel.harness.report.text.Words;
import gavel.harness.result.Figures;
import gavel.harness.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What two runs of the same thing, one right after the other, say about the machine they ran on: pure. */
public record EqualRuns(RunResult first, RunResult second) {
    private static final double STOLEN = 0.01;
    private static final double NOISY_RATE = 0.02;
    private static final double NOISY_LATENCY = 0.25;
    private static final double BUSY = LoopCapacity.PERMITTED_BUSY_SHARE;

    /** @param capacity of one loop of the driver; null when it could not be measured */
    public List<Finding> findings(LoopCapacity capacity) {
        for (RunResult run : List.of(first, second)) {
            String unusable = new RunKind().compared(run).unusable();
            if (!unusable.isEmpty()) {
                return List.of(new Finding(
                        Finding.Level.PROBLEM,
                        "two equal runs",
                        run.run().id() + " says nothing",
                        unusable + ": calibrate with fewer users (--users)"));
            }
        }
        return List.of(driver(capacity), stolen(), noise());
    }

    private Finding driver(LoopCapacity capacity) {
        double busy = Math.max(
                first.load().driver().busyShare(), second.load().driver().busyShare());
        double needed = first.load().counters().getOrDefault("exchanges", 0L)
                / Figures.of(first.load()).seconds()
                / first.load().driver().loops();
        String used = "these runs asked each loop for " + Words.decimal(needed, 0)
                + " exchanges/s and kept it busy for " + Words.percent(busy) + " of the time";
        if (capacity == null) {
            return new Finding(
                    Finding.Level.PROBLEM,
                    "driver",
                    used,
                    "the capacity of a loop could not be measured: java -jar workload-driver.jar capacity says why");
        }
        return Finding.of(
                busy <= BUSY / 2,
                Finding.Level.WARNING,
                "driver",
                "a loop makes at most " + Words.count(Math.round(BUSY * capacity.exchangesPerSecond()))
                        + " exchanges/s within the " + Words.percent(BUSY) + " of its time that a run may use; " + used,
                "more loops (drivers.loops) or drivers (drivers.count) for more users than these");
    }

    private Finding stolen() {
        double stolen = Math.max(
                first.collected().machine().stealShare(),
                second.collected().machine().stealShare());
        return Finding.of(
                stolen <= STOLEN,
                Finding.Level.WARNING,
                "CPU stolen",
                Words.percent(stolen),
                "other virtual machines take it, and results vary with them: use dedicated cores");
    }

    private Finding noise() {
        Map<String, Double> a = new RunKind().compared(first).figures();
        Map<String, Double> b = new RunKind().compared(second).figures();
        List<Double> latencies = new ArrayList<>();
        a.forEach((figure, value) -> {
            if (figure.startsWith("p99 ") && b.containsKey(figure)) {
                latencies.add(apart(value, b.get(figure)));
            }
        });
        latencies.sort(null);
        double rate = apart(
                Figures.of(first.load()).operationsPerSecond(),
                Figures.of(second.load()).operationsPerSecond());
        double median = latencies.isEmpty() ? 0 : latencies.get(latencies.size() / 2);
        String apart = latencies.isEmpty()
                ? "no operation has enough starts to compare its p99"
                : "the p99 of " + Words.plural(latencies.size(), "operation") + " " + Words.percent(median)
                        + " (median; at most " + Words.percent(latencies.getLast()) + ")";
        return Finding.of(
                rate <= NOISY_RATE && median <= NOISY_LATENCY,
                Finding.Level.WARNING,
                "two equal runs",
                "operations/s are " + Words.percent(rate) + " apart, " + apart,
                "smaller differences between two results are chance: let nothing else run here, and compare repeats"
                        + " (gavel run --repeat 5)");
    }

    /** As a share of the smaller one. */
    private static double apart(double a, double b) {
        return Math.max(a, b) / Math.min(a, b) - 1;
    }
}
