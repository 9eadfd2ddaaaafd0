package gavel.harness.peak;

import gavel.harness.result.Disclosure;
import gavel.harness.result.Result;
import gavel.harness.result.RunInfo;
import gavel.harness.result.efficiency.Efficiencies;
import gavel.harness.result.efficiency.Efficiency;
import gavel.harness.result.efficiency.Hardware;
import gavel.harness.result.efficiency.Price;
import gavel.harness.verdict.Audit;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * A search for the peak and everything it found: the content of {@code peak.json}.
 *
 * @param schemaVersion of this file's form: readers refuse what they do not know
 * @param run what was asked for; its users are those the last data set was made for
 * @param search how it was to go
 * @param conclusion what it came to
 * @param climb null when the search did not come so far
 * @param probes in their order
 * @param levels intervals at 25, 50 and 75 % of the peak, and the confirming probe nearest to it
 * @param predictedSeconds before the search began
 * @param seconds it took
 * @param auditBefore null when it was not made
 * @param auditAfter null when it was not made
 * @param remarks what a reader has to know before comparing
 * @param disclosure versions, settings, hosts and processes it was made with
 * @param efficiency users for each core, GiB, cost and watt; empty without a peak
 */
public record PeakResult(
        int schemaVersion,
        RunInfo run,
        SearchSettings search,
        Conclusion conclusion,
        Climb climb,
        List<ProbeResult> probes,
        List<ProbeResult> levels,
        double predictedSeconds,
        double seconds,
        Audit auditBefore,
        Audit auditAfter,
        List<String> remarks,
        Disclosure disclosure,
        List<Efficiency> efficiency)
        implements Result {
    public static final int SCHEMA_VERSION = 2;

    private static final int NEAREST = 3;

    public PeakResult {
        probes = List.copyOf(probes);
        levels = List.copyOf(levels);
        remarks = List.copyOf(remarks);
        // Older results do not tell.
        efficiency = efficiency == null ? List.of() : List.copyOf(efficiency);
    }

    /** Whether an audit found damage, which no further probe can take back. */
    public boolean violated() {
        return damaged(auditBefore) || lostData();
    }

    /** Whether data were lost or wrong after the load. */
    public boolean lostData() {
        return damaged(auditAfter);
    }

    /** Whether it has no number, and its last measurement was invalid: what made it so can be mended. */
    public boolean spoilt() {
        return conclusion.kind() == Conclusion.Kind.INVALID
                && !probes.isEmpty()
                && !probes.getLast().probe().valid();
    }

    private static boolean damaged(Audit audit) {
        return audit != null && !audit.sound();
    }

    /**
     * What the peak takes of the processors. What was used up is that of the nearest probe that failed, as its bottleneck is. One that
     * passes on a machine that became faster meanwhile says nothing of the limit, and one that failed below the peak's interval was
     * disturbed. The rest is the mean of the three probes nearest to the peak. Null without a peak, or where nothing was collected.
     */
    public ProbeResult.Use atPeak() {
        if (conclusion.peak() == null) {
            return null;
        }
        List<ProbeResult> nearest = byNearness();
        if (nearest.isEmpty()) {
            return null;
        }
        ProbeResult broken = nearest.stream()
                .filter(finding -> !finding.probe().passed()
                        && finding.probe().users() >= conclusion.peak().lower())
                .findFirst()
                .orElse(nearest.getFirst());
        List<ProbeResult.Use> uses =
                nearest.stream().limit(NEAREST).map(ProbeResult::use).toList();
        return new ProbeResult.Use(
                broken.use().quotaUsed(),
                broken.use().throttledShare(),
                broken.use().machineBusy(),
                known(uses, ProbeResult.Use::cpuSecondsPer1000),
                known(uses, ProbeResult.Use::driverSecondsPer1000),
                known(uses, ProbeResult.Use::memoryLatencyNanos),
                known(uses, ProbeResult.Use::arithmeticNanos),
                broken.use().bottleneck(),
                uses.getFirst().power(),
                uses.getFirst().tiers());
    }

    /** With what is known of the processors, the one nearest to the peak first. */
    private List<ProbeResult> byNearness() {
        return probes.stream()
                .filter(finding -> finding.probe().valid() && finding.use() != null)
                .sorted(Comparator.comparingDouble(this::distance))
                .toList();
    }

    /** The valid one nearest to the peak, by the ratio of their users; empty without a peak. */
    public Optional<ProbeResult> nearest() {
        return conclusion.peak() == null
                ? Optional.empty()
                : probes.stream()
                        .filter(finding -> finding.probe().valid())
                        .min(Comparator.comparingDouble(this::distance));
    }

    private double distance(ProbeResult finding) {
        return Math.abs(Math.log(finding.probe().users() / conclusion.peak().middle()));
    }

    /** The same with users for each core, GiB, cost and watt. */
    public PeakResult with(Price price) {
        Peak peak = conclusion.peak();
        return new PeakResult(
                schemaVersion,
                run,
                search,
                conclusion,
                climb,
                probes,
                levels,
                predictedSeconds,
                seconds,
                auditBefore,
                auditAfter,
                remarks,
                disclosure,
                peak == null
                        ? List.of()
                        : Efficiencies.of(
                                new Efficiencies.Users(peak.lower(), peak.middle(), peak.upper()),
                                disclosure == null ? Hardware.UNKNOWN : disclosure.hardware(),
                                price,
                                byNearness().stream()
                                        .limit(NEAREST)
                                        .map(finding -> finding.use().power())
                                        .toList()));
    }

    /** Of those that know it: 0 is no figure. */
    private static double known(List<ProbeResult.Use> uses, ToDoubleFunction<ProbeResult.Use> figure) {
        return uses.stream()
                .mapToDouble(figure)
                .filter(value -> value > 0)
                .average()
                .orElse(0);
    }
}
