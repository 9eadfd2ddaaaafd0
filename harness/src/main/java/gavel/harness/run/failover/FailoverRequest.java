package gavel.harness.run.failover;

import gavel.harness.failover.FailoverSettings;
import gavel.harness.failover.Fault;
import gavel.harness.failover.FaultPlan;
import gavel.harness.run.Plan;
import gavel.harness.run.RunRequest;
import java.time.Duration;
import java.util.List;

/**
 * What a walk through faults is asked to do.
 *
 * @param run the deployment, and the load that is on it all the time
 * @param resume name of a result whose walk was interrupted and goes on; null for a new one
 */
public record FailoverRequest(RunRequest run, FaultPlan plan, FailoverSettings settings, String resume) {
    public List<Fault> faults() {
        return plan.repeated(settings.repeats());
    }

    /** About what faults take. */
    public Duration predicted(List<Fault> faults) {
        return faults.stream().map(fault -> settings.each(fault.kind())).reduce(Duration.ZERO, Duration::plus);
    }

    /** With deployment, data, warm-up and audits. */
    public Duration predicted() {
        return predicted(faults())
                .plus(Plan.of(run.configuration()).predicted())
                .minusSeconds(run.configuration().load().phases().measureSeconds());
    }
}
