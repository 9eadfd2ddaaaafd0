package gavel.harness.doctor;

import static java.util.Locale.ROOT;

import gavel.harness.collect.Outside;
import gavel.harness.collect.Sample;
import gavel.harness.collect.bottleneck.TakenCpu;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Looks whether a machine is idle but for the run: pure. The lower median of some seconds tells, so that what only flares up is no finding. */
public final class IdleExamination {
    /** Of all cores. */
    static final double WORTH_A_WARNING = 0.05;

    private static final String SUBJECT = "other work";

    private IdleExamination() {}

    /** @param samples of some seconds before a load */
    public static Finding of(List<Sample> samples) {
        if (samples.isEmpty()) {
            return Finding.good(SUBJECT, "not known");
        }
        TakenCpu taken = new TakenCpu(outside(samples), median(samples, Sample::stealShare), "");
        return taken.share() < WORTH_A_WARNING
                ? Finding.good(SUBJECT, String.format(ROOT, "%.0f %% of the CPU", 100 * taken.share()))
                : new Finding(
                        Finding.Level.WARNING,
                        SUBJECT,
                        taken.statement(),
                        String.format(
                                ROOT,
                                "%s (beyond %.0f %% a limit that breaks makes a run INVALID)",
                                taken.advice(),
                                100 * TakenCpu.PERMITTED));
    }

    /** Each process as the whole of them: what only flares up is not named either, and no part is larger than the whole. */
    private static Outside outside(List<Sample> samples) {
        Map<String, Double> byCommand = new LinkedHashMap<>();
        samples.stream()
                .flatMap(sample -> sample.outside().processes().stream())
                .map(Outside.Taker::command)
                .distinct()
                .forEach(command -> byCommand.put(command, median(samples, sample -> share(sample, command))));
        return Outside.of(median(samples, sample -> sample.outside().share()), byCommand);
    }

    private static double share(Sample sample, String command) {
        return sample.outside().processes().stream()
                .filter(taker -> taker.command().equals(command))
                .mapToDouble(Outside.Taker::share)
                .sum();
    }

    private static double median(List<Sample> samples, ToDoubleFunction<Sample> share) {
        double[] sorted = samples.stream().mapToDouble(share).sorted().toArray();
        return sorted[(sorted.length - 1) / 2];
    }
}
