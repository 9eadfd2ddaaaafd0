package gavel.harness.isolate;

import gavel.harness.experiment.Replacements;
import gavel.harness.isolate.IsolatePhase.Kind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Which measurements are made, in which order: a fixed list, and between its parts, where capacity is asked for, fewer and fewer users of those
 * whose quality broke. Pure.
 *
 * @param users of each tenant at its reference load
 * @param factors by which a disruptor grows
 * @param inTurn whether each tenant disrupts once, and not the first alone
 * @param capacity whether it is measured what others can still do
 */
public record IsolateScript(
        int tenants, int users, List<Double> factors, boolean inTurn, int repeats, boolean capacity) {
    /** Of their reference load that others are tried with, where they do not keep their quality with all of it. */
    static final List<Double> SHARES = List.of(0.75, 0.5, 0.25);

    /**
     * A measurement that is to be made.
     *
     * @param users of each tenant
     */
    public record Planned(Kind kind, int tenant, double factor, int repeat, List<Integer> users) {
        public Planned {
            users = List.copyOf(users);
        }

        private boolean isOf(IsolatePhase phase) {
            return phase.kind() == kind
                    && phase.tenant() == tenant
                    && phase.factor() == factor
                    && phase.repeat() == repeat;
        }

        /** @param its number, from 1 */
        public boolean disruptedBy(int its) {
            return tenant == its && (kind == Kind.DISRUPTED || kind == Kind.REDUCED);
        }
    }

    public IsolateScript {
        factors = List.copyOf(factors);
    }

    /** How many of these measurements are made again, as they do not count. */
    public int replaced(List<IsolatePhase> found) {
        return Replacements.of(
                fixed().size(),
                found.stream().filter(phase -> !phase.problem().isEmpty()).count());
    }

    /**
     * These measurements without those in whose place others are made: what comes next follows from them.
     *
     * @param replaced as many of those that do not count are left out, the first ones first
     */
    public static List<IsolatePhase> kept(List<IsolatePhase> found, int replaced) {
        return Replacements.kept(found, phase -> !phase.problem().isEmpty(), replaced);
    }

    /** What comes next; empty when all is measured. */
    public Optional<Planned> next(List<IsolatePhase> found) {
        List<IsolatePhase> once = once(found);
        Optional<Planned> reduced = capacity && !once.isEmpty() ? reduced(once.getLast()) : Optional.empty();
        return reduced.or(() -> left(found).stream().findFirst());
    }

    /** Of the fixed list, what is not among these. */
    private List<Planned> left(List<IsolatePhase> found) {
        return fixed().stream()
                .filter(planned -> found.stream().noneMatch(planned::isOf))
                .toList();
    }

    /**
     * What is measured once more when the measurements go on after an interruption: all together, if what comes next is compared with that. The
     * deployments are new then, and the machine may have changed.
     *
     * @param earlier as many of those found were measured before the interruption
     */
    public Optional<Planned> again(List<IsolatePhase> found, int earlier) {
        return next(found)
                .filter(next -> next.kind() == Kind.DISRUPTED || next.kind() == Kind.REDUCED)
                .map(next -> new Planned(Kind.TOGETHER, 0, 1, next.repeat(), users(0, users, users)))
                .filter(together -> found.stream().skip(earlier).noneMatch(together::isOf));
    }

    /** Without what was measured once more. */
    private static List<IsolatePhase> once(List<IsolatePhase> found) {
        Set<Integer> together = new HashSet<>();
        return found.stream()
                .filter(phase -> phase.kind() != Kind.TOGETHER || together.add(phase.repeat()))
                .toList();
    }

    private Optional<Planned> reduced(IsolatePhase last) {
        if (last.kind() != Kind.DISRUPTED && last.kind() != Kind.REDUCED || !last.brokenBut(last.tenant())) {
            return Optional.empty();
        }
        int other = last.tenant() == 1 ? 1 : 0;
        int now = last.tenants().get(other).users();
        return SHARES.stream()
                .map(share -> (int) Math.max(1, Math.round(share * users)))
                .filter(less -> less < now)
                .findFirst()
                .map(less -> new Planned(
                        Kind.REDUCED,
                        last.tenant(),
                        last.factor(),
                        last.repeat(),
                        users(
                                last.tenant(),
                                less,
                                last.tenants().get(last.tenant() - 1).users())));
    }

    /** Measurements there are all together, as far as is known after those that were made. */
    public int planned(List<IsolatePhase> found) {
        boolean more = next(found).filter(next -> next.kind() == Kind.REDUCED).isPresent();
        return found.size() + left(found).size() + (more ? 1 : 0);
    }

    /** Measurements beyond those planned that quality may still ask for where it breaks. */
    public int furtherAtMost(List<IsolatePhase> found) {
        long disrupted = left(found).stream()
                .filter(planned -> planned.kind() == Kind.DISRUPTED)
                .count();
        boolean now = next(found).filter(next -> next.kind() == Kind.REDUCED).isPresent();
        return capacity ? (int) (SHARES.size() * (disrupted + (now ? 1 : 0))) : 0;
    }

    private List<Planned> fixed() {
        List<Planned> all = new ArrayList<>();
        for (int repeat = 1; repeat <= repeats; repeat++) {
            for (int tenant = 1; tenant <= tenants; tenant++) {
                all.add(new Planned(Kind.ALONE, tenant, 1, repeat, users(tenant, 0, users)));
            }
            all.add(new Planned(Kind.TOGETHER, 0, 1, repeat, users(0, users, users)));
            for (int tenant = 1; tenant <= (inTurn ? tenants : 1); tenant++) {
                for (double factor : factors) {
                    int more = (int) Math.round(factor * users);
                    all.add(new Planned(Kind.DISRUPTED, tenant, factor, repeat, users(tenant, users, more)));
                }
            }
        }
        return all;
    }

    private List<Integer> users(int special, int others, int its) {
        return IntStream.rangeClosed(1, tenants)
                .mapToObj(tenant -> tenant == special ? its : others)
                .toList();
    }
}
