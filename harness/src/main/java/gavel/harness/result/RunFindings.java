package gavel.harness.result;

import gavel.driver.api.IntervalReport;
import gavel.driver.api.LoadReport;
import gavel.driver.api.RuleOutcome;
import gavel.driver.api.RuleOutcome.Status;
import gavel.harness.action.ActionEvent;
import gavel.harness.collect.Collected;
import gavel.harness.collect.Collected.ProcessEvent;
import gavel.harness.collect.bottleneck.Bottleneck;
import gavel.harness.collect.bottleneck.Bottlenecks;
import gavel.harness.collect.bottleneck.BrokenTime;
import gavel.harness.collect.bottleneck.Causes;
import gavel.harness.collect.bottleneck.TakenCpu;
import gavel.harness.collect.bottleneck.TierUse;
import gavel.harness.collect.bottleneck.TierUses;
import gavel.harness.result.RunResult.PhaseTime;
import gavel.harness.verdict.Audit;
import gavel.harness.verdict.Evidence;
import gavel.harness.verdict.Evidence.Incident;
import gavel.harness.verdict.Evidence.MeasurementConditions;
import gavel.harness.verdict.MachineRule;
import gavel.harness.verdict.Verdict;
import gavel.harness.verdict.Verdicts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Everything a run brought home, before anything is concluded from it; {@link #conclude} judges it, names the bottleneck and makes the
 * result: pure.
 *
 * @param conditions what the run was allowed to prove
 * @param load null when there was none or its report was lost
 * @param auditBefore null when it was not made
 * @param auditAfter null when it was not made
 * @param actions done to the deployment as the configuration asked
 * @param incidents what the harness itself noticed; processes that vanished come from {@code collected}
 */
public record RunFindings(
        RunInfo run,
        MeasurementConditions conditions,
        LoadReport load,
        Audit auditBefore,
        Audit auditAfter,
        Collected collected,
        List<IntervalReport> intervals,
        List<Incident> incidents,
        List<PhaseTime> phases,
        List<ActionEvent> actions,
        Disclosure disclosure) {
    /** Name of the tier that makes the load. */
    public static final String DRIVER_TIER = "driver";

    public RunFindings {
        intervals = List.copyOf(intervals);
        incidents = List.copyOf(incidents);
        phases = List.copyOf(phases);
        actions = List.copyOf(actions);
    }

    public RunResult conclude() {
        List<Incident> all = new ArrayList<>(incidents);
        collected.events().forEach(event -> all.add(incident(event)));
        List<RuleOutcome> rules = rules(load, collected, intervals);
        long starts = load == null ? 0 : Figures.of(load).starts();
        long succeeded = load == null ? 0 : Figures.of(load).succeeded();
        List<TierUse> tiers = TierUses.of(collected, succeeded);
        Verdict verdict = Verdicts.judge(new Evidence(conditions, rules, starts, auditBefore, auditAfter, all))
                .remarking(disclosure == null ? List.of() : disclosure.remarks());
        boolean passed = verdict.status() == Verdict.Status.PASS;
        BrokenTime broken = passed ? BrokenTime.NONE : BrokenTime.of(intervals);
        return new RunResult(
                RunResult.SCHEMA_VERSION,
                run,
                verdict,
                load == null ? null : load.with(rules),
                auditBefore,
                auditAfter,
                tiers,
                starts == 0 ? Bottleneck.UNKNOWN : Bottlenecks.find(collected, broken, DRIVER_TIER),
                passed ? List.of() : Causes.of(collected),
                collected,
                intervals,
                phases,
                actions,
                disclosure,
                List.of());
    }

    /** The driver's, after that about the machine; none without its report. */
    public static List<RuleOutcome> rules(LoadReport load, Collected collected, List<IntervalReport> intervals) {
        if (load == null || load.rules().isEmpty()) {
            return List.of();
        }
        List<RuleOutcome> rules = new ArrayList<>();
        rules.add(MachineRule.judge(TakenCpu.of(collected, BrokenTime.of(intervals)), load.rules()));
        rules.addAll(load.rules());
        return rules;
    }

    /** What a process that vanished or restarted means for the measurement. */
    public static Incident incident(ProcessEvent event) {
        boolean driver = event.tier().equals(DRIVER_TIER);
        Incident.Kind kind = driver
                ? Incident.Kind.DRIVER_LOST
                : switch (event.kind()) {
                    case VANISHED -> Incident.Kind.TIER_VANISHED;
                    case RESTARTED -> Incident.Kind.TIER_RESTARTED;
                };
        String what = event.kind() == ProcessEvent.Kind.VANISHED ? "vanished" : "restarted";
        return new Incident(
                kind,
                event.instance(),
                "%s (%s) %s without an order: %s. %s"
                        .formatted(event.instance(), event.tier(), what, event.detail(), advice(event)));
    }

    /**
     * Why a probe of a search says nothing of the number of its users: a part of the platform stood still or was out of reach, and a limit broke.
     * A pass stands. Empty where there is no such reason. The result of a run tells it as a cause instead.
     *
     * @param rules as judged
     */
    public static Optional<Incident> outage(List<RuleOutcome> rules, Collected collected) {
        boolean broken =
                rules.stream().anyMatch(rule -> rule.status() == Status.FAIL || rule.status() == Status.INVALID);
        return broken
                ? Causes.outage(collected).map(outage -> new Incident(Incident.Kind.OUTAGE, "", outage))
                : Optional.empty();
    }

    private static String advice(ProcessEvent event) {
        return event.detail().contains("OutOfMemoryError")
                ? "Give it more with the setting memory of its tier."
                : "Its log tells why, or that of the kernel: it kills where memory is short (dmesg).";
    }
}
