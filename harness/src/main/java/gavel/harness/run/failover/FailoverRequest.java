package gavel.harness.run.failover;

import gavel.driver.api.LoadSpec.Phases;
import gavel.harness.experiment.Replacements;
import gavel.harness.experiment.TimeRange;
import gavel.harness.failover.FailoverSettings;
import gavel.harness.failover.Fault;
import gavel.harness.failover.FaultPlan;
import gavel.harness.failover.FaultResult;
import gavel.harness.run.Plan;
import gavel.harness.run.RunRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What a walk through faults is asked to do.
 *
 * @param run the deployment, and the load that is on it all the time
 * @param resume name of a result whose walk was interrupted and goes on; null for a new one
 */
public record FailoverRequest(RunRequest run, FaultPlan plan, FailoverSettings settings, String resume) {
    /** Some services are whole again only after a while, and others at once. */
    private static final TimeRange OF_USUAL = new TimeRange(0.85, 1.4);

    public List<Fault> faults() {
        return plan.repeated(settings.repeats());
    }

    /** How many of these are made again, as they do not count. */
    int replaced(List<FaultResult> found) {
        return Replacements.of(faults().size(), lost(found));
    }

    /** How many of these do not count. */
    long lost(List<FaultResult> found) {
        return found.stream().filter(each -> !each.counts()).count();
    }

    /**
     * What is left to be made.
     *
     * @param replaced as many of those that do not count are to be made again, the first ones first
     */
    List<Fault> left(List<FaultResult> found, int replaced) {
        List<Fault> left = new ArrayList<>(faults());
        Replacements.kept(found, each -> !each.counts(), replaced).forEach(each -> left.remove(each.fault()));
        return left;
    }

    /** About what faults take. */
    Duration usual(List<Fault> faults) {
        return faults.stream().map(fault -> settings.each(fault.kind())).reduce(Duration.ZERO, Duration::plus);
    }

    /** With deployment, data, warm-up and audits. */
    public TimeRange predicted(List<Fault> faults) {
        return Plan.deploying(run.configuration())
                .plus(TimeRange.about(warmUpSeconds()))
                .plus(after(faults));
    }

    /** When these faults are left. */
    TimeRange after(List<Fault> faults) {
        return range(faults).plus(Plan.ending(run.configuration()));
    }

    TimeRange range(List<Fault> faults) {
        return OF_USUAL.times(usual(faults).toSeconds());
    }

    /** Until the first quiet time: all users come. */
    int warmUpSeconds() {
        Phases phases = run.configuration().load().phases();
        return phases.rampSeconds() + phases.warmUpSeconds();
    }
}
