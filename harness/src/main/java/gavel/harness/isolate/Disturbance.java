package gavel.harness.isolate;

import gavel.harness.compare.MeanEstimate;
import gavel.harness.isolate.IsolatePhase.Kind;
import gavel.harness.isolate.IsolatePhase.Tenant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What one tenant's growth by one factor does to the others. Pure.
 *
 * @param index I_QoS: how much slower the others become for each unit of load there is more; null where a tenant had no answer at all in one
 *     of the measurements, or none counts
 * @param broken tenants whose quality broke while all together it did not, from 1
 * @param machineBusy share of all cores meanwhile; of several hosts the busiest
 * @param attributions of each measurement that names a tenant at fault
 */
public record Disturbance(
        int disruptor,
        double factor,
        MeanEstimate index,
        List<Integer> broken,
        double machineBusy,
        List<Attribution> attributions) {
    public Disturbance {
        broken = List.copyOf(broken);
        attributions = List.copyOf(attributions);
    }

    /** Whether the others were hurt as far as it is known: their quality broke, or the index is above 0, with its whole interval where it has one. */
    public boolean disturbs() {
        return !broken.isEmpty() || index != null && (index.lower() == null ? index.mean() : index.lower()) > 0;
    }

    /** The attribution to the tenant that most measurements find at fault; empty where none names a tenant. */
    public Optional<Attribution> fault() {
        return attributions.stream().max(Comparator.comparingLong(each -> attributions.stream()
                .filter(other -> other.tenant() == each.tenant())
                .count()));
    }

    /** Of each disruptor and factor, in the order they were measured; only of measurements that count. */
    public static List<Disturbance> of(List<IsolatePhase> phases) {
        List<Disturbance> all = new ArrayList<>();
        for (IsolatePhase phase : phases) {
            boolean known = all.stream()
                    .anyMatch(each -> each.disruptor() == phase.tenant() && each.factor() == phase.factor());
            if (phase.kind() == Kind.DISRUPTED && !known) {
                all.add(of(phase.tenant(), phase.factor(), phases));
            }
        }
        return all;
    }

    private static Disturbance of(int disruptor, double factor, List<IsolatePhase> phases) {
        List<Double> indices = new ArrayList<>();
        List<Integer> broken = new ArrayList<>();
        List<Attribution> attributions = new ArrayList<>();
        double busy = 0;
        IsolatePhase together = null;
        for (IsolatePhase phase : phases) {
            // The last one before it: after an interruption it is measured once more.
            together = phase.kind() == Kind.TOGETHER ? phase : together;
            if (phase.kind() != Kind.DISRUPTED
                    || phase.tenant() != disruptor
                    || phase.factor() != factor
                    || !phase.problem().isEmpty()) {
                continue;
            }
            IsolatePhase before = together;
            if (before != null
                    && before.repeat() == phase.repeat()
                    && before.problem().isEmpty()) {
                indices.add(index(disruptor, before, phase));
                broken.addAll(broken(disruptor, before, phase));
                busy = Math.max(busy, phase.busy().orElse(0));
                Optional.ofNullable(Attribution.of(before, phase)).ifPresent(attributions::add);
            }
        }
        return new Disturbance(
                disruptor,
                factor,
                indices.isEmpty() || indices.contains(null) ? null : MeanEstimate.of(indices),
                broken.stream().distinct().sorted().toList(),
                busy,
                attributions);
    }

    private static Double index(int disruptor, IsolatePhase before, IsolatePhase after) {
        List<Double> reference = means(disruptor, before);
        List<Double> disturbed = means(disruptor, after);
        if (reference.stream().anyMatch(Objects::isNull) || disturbed.stream().anyMatch(Objects::isNull)) {
            return null;
        }
        return QualityIsolation.index(reference, disturbed, after.users() / before.users() - 1);
    }

    /** Of all but one; with null where one is not known. */
    private static List<Double> means(int without, IsolatePhase phase) {
        List<Double> means = new ArrayList<>();
        for (int i = 0; i < phase.tenants().size(); i++) {
            if (i + 1 != without) {
                means.add(phase.tenants().get(i).meanMillis());
            }
        }
        return means;
    }

    private static List<Integer> broken(int disruptor, IsolatePhase before, IsolatePhase after) {
        List<Integer> broken = new ArrayList<>();
        for (int i = 0; i < after.tenants().size(); i++) {
            Tenant tenant = after.tenants().get(i);
            if (i + 1 != disruptor
                    && !tenant.broken().isEmpty()
                    && before.tenants().get(i).broken().isEmpty()) {
                broken.add(i + 1);
            }
        }
        return broken;
    }

    /**
     * Throughput of each tenant in company, as a share of what it has alone; null where either is not known.
     *
     * @param tenants there are
     */
    public static List<Double> retained(List<IsolatePhase> phases, int tenants) {
        List<Double> retained = new ArrayList<>();
        for (int tenant = 1; tenant <= tenants; tenant++) {
            Double alone = operations(phases, Kind.ALONE, tenant);
            Double company = operations(phases, Kind.TOGETHER, tenant);
            retained.add(alone == null || company == null || alone == 0 ? null : (Double) (company / alone));
        }
        return retained;
    }

    private static Double operations(List<IsolatePhase> phases, Kind kind, int tenant) {
        List<Double> measured = phases.stream()
                .filter(phase -> phase.kind() == kind && (kind == Kind.TOGETHER || phase.tenant() == tenant))
                .filter(phase -> phase.problem().isEmpty())
                .map(phase -> phase.tenants().get(tenant - 1).operationsPerSecond())
                .toList();
        return measured.isEmpty()
                ? null
                : (Double) measured.stream()
                        .mapToDouble(Double::doubleValue)
                        .average()
                        .orElseThrow();
    }
}
