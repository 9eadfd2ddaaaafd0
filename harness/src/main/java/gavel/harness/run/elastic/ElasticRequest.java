package gavel.harness.run.elastic;

import gavel.driver.api.shape.LoadPath;
import gavel.harness.elastic.DemandTable;
import gavel.harness.elastic.ElasticSettings;
import gavel.harness.elastic.SupplySpec;
import gavel.harness.run.Plan;
import gavel.harness.run.RunRequest;
import java.time.Duration;

/**
 * What an elastic experiment is asked to do.
 *
 * @param run the deployment with as many servers as there are at first, and a load along the path
 * @param resume name of a result that was interrupted and goes on; null for a new one
 */
public record ElasticRequest(
        RunRequest run, ElasticSettings settings, SupplySpec supply, DemandTable table, LoadPath path, String resume) {
    /** Of each probe beside what is measured: users come, and the servers are warm. */
    static final int PROBE_RAMP = 15;

    static final int PROBE_WARM_UP = 20;
    static final int PROBE_SECONDS = 40;
    private static final int AROUND_A_PASS = 60;
    private static final int PROBE = PROBE_RAMP + PROBE_WARM_UP + PROBE_SECONDS;

    public Duration predicted() {
        return Plan.of(run.configuration())
                .predicted()
                .minusSeconds(run.configuration().load().phases().measureSeconds())
                .plus(left(0, 2));
    }

    /** About what the rest takes under load. */
    Duration left(int passes, int probes) {
        return Duration.ofSeconds((long) probes * PROBE
                + (long) (settings.repeats() - passes) * (settings.pathSeconds() + AROUND_A_PASS));
    }
}
