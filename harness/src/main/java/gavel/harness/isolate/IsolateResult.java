package gavel.harness.isolate;

import gavel.harness.result.Disclosure;
import gavel.harness.result.ExperimentResult;
import gavel.harness.result.ExperimentVerdict;
import gavel.harness.result.RunInfo;
import gavel.harness.verdict.Audit;
import java.util.List;

/**
 * How far tenants are kept from each other, and everything it rests on: the content of {@code isolate.json}.
 *
 * @param schemaVersion of this file's form: readers refuse what they do not know
 * @param run what was asked for
 * @param verdict how it ended
 * @param tenants how many
 * @param users of each at its reference load
 * @param factors by which a disruptor grows
 * @param shared tiers that tenants have in common; each has all others of its own
 * @param planned measurements there were to be
 * @param phases measurements that were made, in their order
 * @param problem of the whole, why nothing counts; empty where it may
 * @param audits after the load, of each tenant whose data were audited
 * @param predictedSeconds before it began
 * @param remarks what a reader has to know
 * @param disclosure of the first tenant; null when nothing was deployed
 */
public record IsolateResult(
        int schemaVersion,
        RunInfo run,
        ExperimentVerdict verdict,
        int tenants,
        int users,
        List<Double> factors,
        List<String> shared,
        int planned,
        List<IsolatePhase> phases,
        String problem,
        List<Audit> audits,
        double predictedSeconds,
        List<String> remarks,
        Disclosure disclosure)
        implements ExperimentResult {
    public static final int SCHEMA_VERSION = 1;

    public IsolateResult {
        factors = List.copyOf(factors);
        // Older results had none.
        shared = shared == null ? List.of() : List.copyOf(shared);
        phases = List.copyOf(phases);
        remarks = List.copyOf(remarks);
        audits = List.copyOf(audits);
    }

    /**
     * Lost data come first: no doubt about a measurement excuses them.
     *
     * @param planned measurements, with those in whose place others are made
     * @param replaced how many those are: as many need not count
     */
    public static ExperimentVerdict judge(
            int planned, int replaced, List<IsolatePhase> phases, String problem, List<Audit> audits) {
        if (!audits.stream().allMatch(Audit::sound)) {
            return ExperimentVerdict.FAIL;
        }
        boolean counts =
                phases.stream().filter(phase -> !phase.problem().isEmpty()).count() <= replaced;
        if (phases.size() < planned && counts && !phases.isEmpty()) {
            return ExperimentVerdict.INCOMPLETE;
        }
        return counts && phases.size() == planned && problem.isEmpty()
                ? ExperimentVerdict.MEASURED
                : ExperimentVerdict.INVALID;
    }

    public List<Disturbance> disturbances() {
        return Disturbance.of(phases);
    }

    public List<CapacityCurve> capacities() {
        return CapacityCurve.of(phases);
    }

    @Override
    public boolean measured() {
        return phases.size() == planned;
    }

    @Override
    public boolean audited() {
        return audits.size() == tenants;
    }
}
