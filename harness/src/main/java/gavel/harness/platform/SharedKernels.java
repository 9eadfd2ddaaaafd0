package gavel.harness.platform;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Which hosts run on one kernel, and so are one machine: containers, for example. An equal boot id alone does not say so: virtual machines that
 * were resumed from one snapshot have the same one, and often the same host name and machine id, too. So hosts of one boot id are asked for what
 * their kernels have counted, one between two questions to the other. On one kernel the answers never fall. Kernels of one snapshot have
 * counted on their own since then: their numbers are apart by far more than grows between two questions, and several numbers and rounds leave
 * nothing to chance. Where a kernel does not say what it counted, its figures are not merged with any others.
 */
public final class SharedKernels {
    private static final int ROUNDS = 3;

    private SharedKernels() {}

    /**
     * A name of its machine for each host: equal for hosts on one kernel. Nothing but hosts of one boot id are asked more than once.
     *
     * @param hosts by name; each says what it is at the moment it is asked
     */
    public static Map<String, String> machines(Map<String, Supplier<HostDescription>> hosts) {
        Map<String, List<String>> firstOfBoot = new LinkedHashMap<>();
        Map<String, String> machines = new LinkedHashMap<>();
        hosts.forEach((name, host) -> {
            String boot = host.get().boot();
            List<String> known =
                    boot.isEmpty() ? new ArrayList<>() : firstOfBoot.computeIfAbsent(boot, _ -> new ArrayList<>());
            String machine = known.stream()
                    .filter(first -> one(hosts.get(first), host))
                    .findFirst()
                    .orElse(name);
            if (machine.equals(name)) {
                known.add(name);
            }
            machines.put(name, machine);
        });
        return machines;
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
