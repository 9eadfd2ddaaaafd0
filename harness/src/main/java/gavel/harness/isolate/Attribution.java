package gavel.harness.isolate;

import gavel.harness.isolate.IsolatePhase.Tenant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Who is at fault when tenants become slower, by what was seen and not by what was ordered: who does most more than before, and what they have
 * in common that is busy. Pure.
 *
 * @param tenant whose operations grew most, from 1
 * @param growth its operations now, for each one before
 * @param resource what was busiest of all that tenants have in common, as it is now; null where nothing of it was busy
 * @param before how busy it was before, 0 to 1
 */
public record Attribution(int tenant, double growth, CommonUse resource, double before) {
    /** From which on what comes has to wait: at 0.7 a queue with random arrivals more than triples the time (1 / (1 − 0.7)). */
    static final double BUSY = 0.7;

    /** Below which growth may be chance. */
    private static final double GROWS = 1.1;

    /** Null where nobody does more than before. */
    static Attribution of(IsolatePhase together, IsolatePhase now) {
        int most = 0;
        double growth = GROWS;
        for (int i = 0; i < now.tenants().size(); i++) {
            Tenant before = together.tenants().get(i);
            double each = before.operationsPerSecond() > 0
                    ? now.tenants().get(i).operationsPerSecond() / before.operationsPerSecond()
                    : 0;
            if (each > growth) {
                most = i + 1;
                growth = each;
            }
        }
        if (most == 0) {
            return null;
        }
        Optional<CommonUse> busiest =
                busiest(now.common()).filter(use -> use.busy() >= BUSY && use.busy() > busy(together, use.what()));
        return new Attribution(
                most,
                growth,
                busiest.orElse(null),
                busiest.map(use -> busy(together, use.what())).orElse(0.0));
    }

    private static Optional<CommonUse> busiest(List<CommonUse> uses) {
        return uses.stream().max(Comparator.comparingDouble(CommonUse::busy));
    }

    private static double busy(IsolatePhase phase, String what) {
        return phase.common().stream()
                .filter(use -> use.what().equals(what))
                .mapToDouble(CommonUse::busy)
                .findFirst()
                .orElse(0);
    }
}
