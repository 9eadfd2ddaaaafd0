package gavel.harness.isolate;

import gavel.harness.isolate.IsolatePhase.Tenant;
import java.util.Comparator;
import java.util.Optional;

/**
 * The tenant at fault when others become slower, by what was seen and not by what was ordered: the one whose operations grew most, and the
 * shared resource that became busy. Pure.
 *
 * @param tenant whose operations grew most, from 1
 * @param growth its operations now, for each one before
 * @param resource the busiest of what tenants share and what became busier, as it is now; null where nothing of it was busy
 * @param before how busy it was before, 0 to 1
 */
public record Attribution(int tenant, double growth, CommonUse resource, double before) {
    /** From which on what comes has to wait: at 0.7 a queue with random arrivals more than triples the time (1 / (1 − 0.7)). */
    static final double BUSY = 0.7;

    /** Share of growth that may be chance. */
    public static final double CHANCE = 0.1;

    /** Null where no tenant does more than before. */
    static Attribution of(IsolatePhase together, IsolatePhase now) {
        int most = 0;
        double growth = 1 + CHANCE;
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
        Optional<CommonUse> busiest = now.common().stream()
                .filter(use -> use.busy() >= BUSY && use.busy() > busy(together, use.what()))
                .max(Comparator.comparingDouble(CommonUse::busy));
        return new Attribution(
                most,
                growth,
                busiest.orElse(null),
                busiest.map(use -> busy(together, use.what())).orElse(0.0));
    }

    private static double busy(IsolatePhase phase, String what) {
        return phase.common().stream()
                .filter(use -> use.what().equals(what))
                .mapToDouble(CommonUse::busy)
                .findFirst()
                .orElse(0);
    }
}
