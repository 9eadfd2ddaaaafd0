package gavel.harness.isolate;

import gavel.harness.isolate.IsolatePhase.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Which measurements are made, in which order. Pure. */
public final class IsolateScript {
    private IsolateScript() {}

    /**
     * A measurement that is to be made.
     *
     * @param users of each tenant
     */
    public record Planned(Kind kind, int tenant, double factor, int repeat, List<Integer> users) {
        public Planned {
            users = List.copyOf(users);
        }
    }

    /** @param inTurn whether each tenant disrupts once, and not the first alone */
    public static List<Planned> of(int tenants, int users, List<Double> factors, boolean inTurn, int repeats) {
        List<Planned> all = new ArrayList<>();
        for (int repeat = 1; repeat <= repeats; repeat++) {
            for (int tenant = 1; tenant <= tenants; tenant++) {
                all.add(new Planned(Kind.ALONE, tenant, 1, repeat, users(tenants, tenant, 0, users)));
            }
            all.add(new Planned(Kind.TOGETHER, 0, 1, repeat, users(tenants, 0, users, users)));
            for (int tenant = 1; tenant <= (inTurn ? tenants : 1); tenant++) {
                for (double factor : factors) {
                    int more = (int) Math.round(factor * users);
                    all.add(new Planned(Kind.DISRUPTED, tenant, factor, repeat, users(tenants, tenant, users, more)));
                }
            }
        }
        return all;
    }

    private static List<Integer> users(int tenants, int special, int others, int its) {
        return IntStream.rangeClosed(1, tenants)
                .mapToObj(tenant -> tenant == special ? its : others)
                .toList();
    }
}
