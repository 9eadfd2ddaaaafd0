package gavel.harness.run.isolate;

import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations.SettingOverride;
import gavel.harness.config.placement.Placement;
import gavel.harness.deploy.Topologies;
import gavel.harness.experiment.TimeRange;
import gavel.harness.isolate.IsolatePhase;
import gavel.harness.isolate.IsolateScript;
import gavel.harness.run.Plan;
import gavel.harness.run.RunRequest;
import gavel.harness.topology.Tiers;
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
    /** Last answers are waited for and kept. */
    private static final int AFTER_A_LOAD = 9;

    static final TimeRange PHASE = TimeRange.about(RAMP + WARM_UP + MEASURE + RAMP_DOWN + AFTER_A_LOAD);
    private static final TimeRange SHARED = new TimeRange(10, 60);

    public IsolateRequest {
        tenants = List.copyOf(tenants);
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

    /** Users that servers become warm with; 0 where they are held to a quota: then they are warm before it comes into force. */
    int warm() {
        Configuration configuration = tenants.getFirst().configuration();
        boolean warm = Placement.of(configuration).cpu(Tiers.APP_SERVERS, 0) > 0;
        return warm ? 0 : configuration.load().users();
    }

    /** Until the servers of one tenant are warm. */
    TimeRange deploying() {
        return Plan.deploying(tenants.getFirst().configuration())
                .plus(TimeRange.about(warm() == 0 ? 0 : WARM_ALL + RAMP_DOWN + AFTER_A_LOAD));
    }

    /** Tenants are deployed one after the other, behind what they share. */
    public TimeRange predicted(List<IsolatePhase> found) {
        return (sharing == null ? TimeRange.NONE : SHARED)
                .plus(deploying().times(tenants.size()))
                .plus(after(found, script.again(found, found.size()).isPresent() ? -1 : 0));
    }

    /** @param more measurements of those planned that were begun since; -1 where one more is to be made */
    TimeRange after(List<IsolatePhase> found, int more) {
        int planned = Math.max(0, script.planned(found) - found.size() - more);
        return PHASE.times(planned, planned + script.furtherAtMost(found))
                .plus(Plan.ending(tenants.getFirst().configuration()));
    }
}
