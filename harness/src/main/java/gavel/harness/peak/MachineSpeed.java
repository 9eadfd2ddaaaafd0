package gavel.harness.peak;

import static java.util.Locale.ROOT;

import gavel.harness.peak.ProbeResult.Use;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Whether the machine itself changed while a search used it: slower where others on the same hardware use its caches and memory, which no
 * counter of stolen time shows. Two figures tell: a read of its memory, and what an exchange takes of the driver's processor time, as it
 * is the same work at any time. Pure.
 */
public final class MachineSpeed {
    /** Largest ratio of two probes that is no news. With a smaller one the probes' own levels explain it: many exchanges are cheaper together. */
    private static final double USUAL = 1.25;

    private MachineSpeed() {}

    /** What a reader has to know; empty where the probes took alike, or nothing was collected of them. */
    public static Optional<String> remark(List<ProbeResult> probes) {
        List<String> changes = Stream.of(
                        change(probes, Use::memoryLatencyNanos, "a read of its memory took %.0f to %.0f ns"),
                        change(
                                probes,
                                Use::driverSecondsPer1000,
                                "the driver took %.2f to %.2f s of CPU for 1,000 exchanges, which are the same work"))
                .flatMap(Optional::stream)
                .toList();
        return changes.isEmpty()
                ? Optional.empty()
                : Optional.of("The machine did not run at one speed: " + String.join("; ", changes)
                        + ". A figure of another hour may differ by as much.");
    }

    /** @param words with the smallest and the largest */
    private static Optional<String> change(List<ProbeResult> probes, ToDoubleFunction<Use> figure, String words) {
        DoubleSummaryStatistics figures = probes.stream()
                .filter(finding -> finding.probe().valid() && finding.use() != null)
                .map(ProbeResult::use)
                .mapToDouble(figure)
                .filter(value -> value > 0)
                .summaryStatistics();
        return figures.getMax() <= USUAL * figures.getMin()
                ? Optional.empty()
                : Optional.of(String.format(ROOT, words, figures.getMin(), figures.getMax()));
    }
}
