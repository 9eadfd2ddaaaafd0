package gavel.driver.report;

import gavel.driver.api.AgentFindings;
import gavel.driver.api.AgentFindings.DriverFindings;
import gavel.driver.api.LoadReport.DriverHealth;
import gavel.driver.api.LoadReport.DriverShare;
import gavel.driver.qos.DriverState;
import gavel.driver.record.Latencies;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/** The drivers of a run themselves: each for the rules, each for the report, and all as one. */
record Drivers(List<AgentFindings> all) {

    List<DriverState> states() {
        return all.stream().map(this::state).toList();
    }

    private DriverState state(AgentFindings found) {
        DriverFindings driver = found.driver();
        Histogram lateness = Latencies.histogram(driver.lateness());
        long cycles = found.people().cycles();
        return new DriverState(
                found.agent().name(),
                driver.health(),
                lateness.getTotalCount() == 0 ? 0 : lateness.getValueAtPercentile(99) / 1000.0,
                cycles == 0 ? 0 : found.people().cycleSeconds() / cycles,
                cycles,
                driver.faults(),
                driver.firstFault(),
                driver.refused(),
                driver.withoutAccount(),
                driver.missingMillis(),
                startApartMillis(found) + found.clock().boundMicros() / 1000.0,
                found.measuredToMillis()
                        - all.stream()
                                .mapToLong(AgentFindings::measuredToMillis)
                                .min()
                                .orElseThrow());
    }

    List<DriverShare> shares() {
        return all.stream()
                .map(found -> new DriverShare(
                        found.agent().name(),
                        found.agent().own(found.users()),
                        found.driver().health(),
                        Latencies.of(Latencies.histogram(found.driver().lateness())),
                        found.clock(),
                        startApartMillis(found)))
                .toList();
    }

    private double startApartMillis(AgentFindings found) {
        return found.startedAtMillis()
                - all.stream().mapToLong(AgentFindings::startedAtMillis).min().orElseThrow();
    }

    /** Sums of what they used, else the worst of them. */
    DriverHealth health() {
        DriverHealth fullest = all.stream()
                .map(found -> found.driver().health())
                .max(Comparator.comparingDouble(
                        health -> (double) health.openDescriptorsMax() / Math.max(1, health.descriptorLimit())))
                .orElseThrow();
        return new DriverHealth(
                all.stream().mapToInt(found -> found.driver().health().loops()).sum(),
                worst(DriverHealth::busyShare),
                worst(DriverHealth::runQueueShare),
                all.stream()
                        .mapToDouble(found -> found.driver().health().cpuSeconds())
                        .sum(),
                worst(DriverHealth::gcShare),
                fullest.openDescriptorsMax(),
                fullest.descriptorLimit(),
                worst(DriverHealth::cpuStealShare));
    }

    private double worst(ToDoubleFunction<DriverHealth> share) {
        return all.stream()
                .map(found -> found.driver().health())
                .mapToDouble(share)
                .max()
                .orElse(0);
    }
}
