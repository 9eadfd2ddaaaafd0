package gavel.harness.platform;

import gavel.harness.platform.hosts.SideBySide;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Which hosts run on one kernel, and so are one machine: containers, for example. An equal boot id alone does not say so. Virtual machines
 * that were resumed from one snapshot have the same one, and often the same host name and machine id, too. So hosts of one boot id are
 * asked for what their kernels have counted, one between two questions to the other. On one kernel the answers never fall. Kernels of one
 * snapshot have counted on their own since then. Their numbers are apart by far more than grows between two questions; several numbers and
 * rounds leave nothing to chance. Where a kernel does not say what it counted, its figures are not merged with any others.
 */
public final class SharedKernels {
    private static final int ROUNDS = 3;
    /** Comparisons. */
    private static final int AT_ONCE = 16;

    /** Two hosts that may be one machine. */
    private record Pair(String first, String other) {}

    private final Map<String, Supplier<HostDescription>> hosts;
    private final Map<String, String> machines = new LinkedHashMap<>();
    /** Pairs of first hosts that are two machines. */
    private final Set<Pair> apart = new HashSet<>();

    private SharedKernels(Map<String, Supplier<HostDescription>> hosts) {
        this.hosts = hosts;
    }

    /**
     * A name of its machine for each host: equal for hosts on one kernel. Nothing but hosts of one boot id are asked more than once. Hosts are
     * asked side by side; each is in one comparison at a time, as a kernel that is asked by many counts more between two questions.
     *
     * @param hosts by name; each says what it is at the moment it is asked
     */
    public static Map<String, String> machines(Map<String, Supplier<HostDescription>> hosts) {
        return new SharedKernels(hosts).machines();
    }

    private Map<String, String> machines() {
        List<String> names = List.copyOf(hosts.keySet());
        List<HostDescription> described =
                SideBySide.all(names, AT_ONCE, name -> hosts.get(name).get());
        Map<String, List<String>> firstOfBoot = new LinkedHashMap<>();
        for (int i = 0; i < names.size(); i++) {
            HostDescription host = described.get(i);
            machines.put(names.get(i), names.get(i));
            if (!host.boot().isEmpty() && host.counts().known()) {
                firstOfBoot.computeIfAbsent(host.boot(), _ -> new ArrayList<>()).add(names.get(i));
            }
        }
        for (List<Pair> pairs = pairs(firstOfBoot); !pairs.isEmpty(); pairs = pairs(firstOfBoot)) {
            List<Boolean> one =
                    SideBySide.all(pairs, AT_ONCE, pair -> one(hosts.get(pair.first()), hosts.get(pair.other())));
            for (int i = 0; i < pairs.size(); i++) {
                Pair pair = pairs.get(i);
                if (one.get(i)) {
                    machines.replaceAll((_, machine) -> machine.equals(pair.other()) ? pair.first() : machine);
                    firstOfBoot.values().forEach(first -> first.remove(pair.other()));
                } else {
                    apart.add(pair);
                }
            }
        }
        return machines;
    }

    /** Of hosts that have not been compared yet, each host in one of them at most. */
    private List<Pair> pairs(Map<String, List<String>> firstOfBoot) {
        List<Pair> pairs = new ArrayList<>();
        for (List<String> first : firstOfBoot.values()) {
            List<String> alone = new ArrayList<>();
            for (String name : first) {
                Optional<String> partner = alone.stream()
                        .filter(one -> !apart.contains(new Pair(one, name)))
                        .findFirst();
                if (partner.isPresent()) {
                    pairs.add(new Pair(partner.get(), name));
                    alone.remove(partner.get());
                } else {
                    alone.add(name);
                }
            }
        }
        return pairs;
    }

    private static boolean one(Supplier<HostDescription> first, Supplier<HostDescription> other) {
        for (int round = 0; round < ROUNDS; round++) {
            KernelCounts before = first.get().counts();
            KernelCounts between = other.get().counts();
            if (!between.known() || !between.between(before, first.get().counts())) {
                return false;
            }
        }
        return true;
    }
}
