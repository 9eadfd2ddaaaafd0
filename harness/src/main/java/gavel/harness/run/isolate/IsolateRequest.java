package gavel.harness.run.isolate;

import gavel.harness.config.Configurations.SettingOverride;
import gavel.harness.deploy.Topologies;
import gavel.harness.isolate.IsolatePhase;
import gavel.harness.isolate.IsolateScript;
import gavel.harness.run.Plan;
import gavel.harness.run.RunRequest;
import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;

/**
 * What an isolation experiment is asked to do.
 *
 * @param tenants the deployment of each, made for the most users it ever has
 * @param sharing null where each has all of its own
 * @param resume name of a result that was interrupted and goes on; null for a new one
 */
public record IsolateRequest(List<RunRequest> tenants, IsolateScript script, Sharing sharing, String resume) {
    /**
     * Data services that tenants have in common.
     *
     * @param owner the deployment they belong to; only these tiers of it are started
     * @param tiers in common
     * @param guest makes the deployment of a tenant, from 0, with settings on top
     */
    public record Sharing(
            RunRequest owner, List<String> tiers, BiFunction<Integer, List<SettingOverride>, RunRequest> guest) {
        public Sharing {
            tiers = List.copyOf(tiers);
        }
    }

    /** Seconds until all servers are warm: responses of the first minute are longer than any later ones. */
    static final int WARM_ALL = 60;

    static final int RAMP = 10;
    static final int WARM_UP = 20;
    static final int MEASURE = 40;
    static final int RAMP_DOWN = 3;
    private static final int HOLD = 6;

    public IsolateRequest {
        tenants = List.copyOf(tenants);
    }

    /** What is left to be measured, as far as is known. */
    Duration left(List<IsolatePhase> found) {
        return Duration.ofSeconds(
                (long) (script.planned(found) - found.size()) * (RAMP + WARM_UP + MEASURE + RAMP_DOWN + HOLD));
    }

    List<String> shared() {
        return sharing == null ? List.of() : sharing.tiers();
    }

    /**
     * What sharing changes in the memory of all deployments together, in MiB: no tenant has servers of its own for it, and the owner has them
     * for all.
     */
    long sharedMebibytes() {
        if (sharing == null) {
            return 0;
        }
        long saved = tenants.stream().mapToLong(tenant -> ofShared(tenant)).sum();
        return ofShared(sharing.owner()) - saved;
    }

    private long ofShared(RunRequest request) {
        return Topologies.planned(request.configuration()).instances().stream()
                .filter(instance -> sharing.tiers().contains(instance.tier()))
                .mapToLong(instance -> instance.capacity().mebibytes())
                .sum();
    }

    /** Tenants are deployed one after the other. */
    public Duration predicted() {
        Duration deploying = Plan.of(tenants.getFirst().configuration())
                .predicted()
                .minusSeconds(tenants.getFirst().configuration().load().phases().totalSeconds());
        return deploying.multipliedBy(tenants.size()).plusSeconds(WARM_ALL).plus(left(List.of()));
    }
}
