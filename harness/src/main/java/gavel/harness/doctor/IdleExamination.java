package gavel.harness.doctor;

import static java.util.Locale.ROOT;

import gavel.harness.collect.Sample;
import gavel.harness.collect.bottleneck.TakenCpu;
import java.util.List;

/** Looks whether a machine is idle but for the run: pure. */
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
        TakenCpu taken = TakenCpu.usual(samples);
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
}
