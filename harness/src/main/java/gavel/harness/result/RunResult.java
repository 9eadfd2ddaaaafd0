package gavel.harness.result;

import gavel.driver.api.IntervalReport;
import gavel.driver.api.LoadReport;
import gavel.harness.action.ActionEvent;
import gavel.harness.collect.Collected;
import gavel.harness.collect.bottleneck.Bottleneck;
import gavel.harness.collect.bottleneck.Cause;
import gavel.harness.collect.bottleneck.TierUse;
import gavel.harness.result.efficiency.Efficiencies;
import gavel.harness.result.efficiency.Efficiency;
import gavel.harness.result.efficiency.Price;
import gavel.harness.verdict.Audit;
import gavel.harness.verdict.Verdict;
import java.time.Duration;
import java.util.List;

/**
 * A run and everything it found: the content of {@code result.json}. Described field by field in docs/reference/result-fields.md.
 *
 * @param schemaVersion of this file's form: readers refuse what they do not know
 * @param run what was asked for
 * @param verdict whether it counts and whether the platform held
 * @param load null when there was none or its report was lost
 * @param auditBefore null when it was not made
 * @param auditAfter null when it was not made
 * @param tiers use of each tier over the measurement, with what an operation cost it
 * @param bottleneck says that it is not known where nothing was measured
 * @param causes when processes of the run did not run; looked for when it did not pass
 * @param collected what was seen of machine and servers; null when nothing was watched
 * @param intervals one a second, of long runs one for several; empty when there was no load
 * @param phases of the command, from the check to the report
 * @param actions done to the deployment as the configuration asked
 * @param disclosure versions, settings, hosts and processes it was made with
 * @param efficiency users for each core, GiB, cost and watt that the platform carries at least; empty unless it held under a constant load
 */
public record RunResult(
        int schemaVersion,
        RunInfo run,
        Verdict verdict,
        LoadReport load,
        Audit auditBefore,
        Audit auditAfter,
        List<TierUse> tiers,
        Bottleneck bottleneck,
        List<Cause> causes,
        Collected collected,
        List<IntervalReport> intervals,
        List<PhaseTime> phases,
        List<ActionEvent> actions,
        Disclosure disclosure,
        List<Efficiency> efficiency)
        implements Result {
    public static final int SCHEMA_VERSION = 2;

    public RunResult {
        tiers = List.copyOf(tiers);
        // Older results do not tell causes, actions and efficiency.
        causes = causes == null ? List.of() : List.copyOf(causes);
        actions = actions == null ? List.of() : List.copyOf(actions);
        intervals = List.copyOf(intervals);
        phases = List.copyOf(phases);
        efficiency = efficiency == null ? List.of() : List.copyOf(efficiency);
    }

    /** The same with users for each core, GiB, cost and watt. */
    public RunResult with(Price price) {
        boolean held = verdict.status() == Verdict.Status.PASS
                && load != null
                && load.shape().constant()
                && disclosure != null;
        return new RunResult(
                schemaVersion,
                run,
                verdict,
                load,
                auditBefore,
                auditAfter,
                tiers,
                bottleneck,
                causes,
                collected,
                intervals,
                phases,
                actions,
                disclosure,
                held
                        ? Efficiencies.of(
                                Efficiencies.Users.atLeast(run.users()),
                                disclosure.hardware(),
                                price,
                                List.of(collected.machine().power()))
                        : List.of());
    }

    @Override
    public double seconds() {
        return Duration.between(run.startedAt(), run.finishedAt()).toMillis() / 1_000.0;
    }

    /**
     * One phase of a run and how long it took.
     *
     * @param name of the phase
     * @param startedAtMillis epoch milliseconds
     * @param millis it took
     * @param outcome in a word
     */
    public record PhaseTime(String name, long startedAtMillis, long millis, String outcome) {}
}
