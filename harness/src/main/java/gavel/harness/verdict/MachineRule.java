package gavel.harness.verdict;

import gavel.driver.api.RuleOutcome;
import gavel.driver.api.RuleOutcome.Status;
import gavel.harness.collect.bottleneck.TakenCpu;
import java.util.List;
import java.util.Locale;

/**
 * Whether the machine under test was there for the run alone: pure. Work of others only lengthens what is measured, so a pass stands; a
 * limit that broke meanwhile may not have broken without it. It comes before the driver's rules, because a driver that waits for a core
 * is its consequence.
 */
public final class MachineRule {
    public static final String NAME = "machine";

    private MachineRule() {}

    /** @param judged by the driver */
    public static RuleOutcome judge(TakenCpu taken, List<RuleOutcome> judged) {
        boolean broken =
                judged.stream().anyMatch(rule -> rule.status() == Status.FAIL || rule.status() == Status.INVALID);
        Status status = !taken.tooMuch() ? Status.PASS : broken ? Status.INVALID : Status.INFO;
        return new RuleOutcome(
                NAME,
                "",
                status,
                percent(taken.share()),
                "at most " + percent(TakenCpu.PERMITTED),
                switch (status) {
                    case PASS -> "Other processes took no more of the machine than is permitted";
                    case INFO -> taken.statement() + RuleOutcome.CHANGED_NO_VERDICT;
                    default -> taken.statement() + ": " + taken.advice();
                });
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.0f %%", 100 * share);
    }
}
