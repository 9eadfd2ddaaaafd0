package gavel.harness.run.isolate;

import gavel.harness.isolate.IsolateScript.Planned;
import gavel.harness.run.Plan;
import gavel.harness.run.RunRequest;
import java.time.Duration;
import java.util.List;

/**
 * A wish to know whether tenants disturb each other.
 *
 * @param tenants the deployment of each, made for the most users it ever has
 * @param users of each at its reference load
 * @param resume name of a result that was interrupted and goes on; null for a new one
 */
public record IsolateRequest(
        List<RunRequest> tenants, int users, List<Double> factors, List<Planned> script, String resume) {
    static final int RAMP = 10;
    static final int WARM_UP = 20;
    static final int MEASURE = 40;
    static final int RAMP_DOWN = 3;
    private static final int HOLD = 6;

    public IsolateRequest {
        tenants = List.copyOf(tenants);
        factors = List.copyOf(factors);
        script = List.copyOf(script);
    }

    /** Tenants are deployed one after the other. */
    public Duration predicted() {
        Duration deploying = Plan.of(tenants.getFirst().configuration())
                .predicted()
                .minusSeconds(tenants.getFirst().configuration().load().phases().totalSeconds());
        return deploying
                .multipliedBy(tenants.size())
                .plusSeconds((long) script.size() * (RAMP + WARM_UP + MEASURE + RAMP_DOWN + HOLD));
    }
}
