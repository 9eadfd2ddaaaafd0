package gavel.harness.config;

import gavel.harness.config.machine.MachineSettings;
import gavel.harness.setting.Durations;
import gavel.harness.setting.MemorySize;
import gavel.harness.setting.Rules;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

/**
 * Where instances run: on the machines that are named, or on this one divided into hosts, one for each instance of a tier unless the tier has
 * fewer.
 *
 * @param machines reached by ssh; none for this one. While a file is read, null stands for one that could not be
 * @param directory of each of those machines that belongs to Gavel: its programs, and what deployments keep
 * @param startWithin the longest a machine that was switched on may take until it is ready, and a pod until it runs
 * @param keepOn whether machines that were switched on for a deployment stay on when it goes
 * @param isolated whether each has a network namespace with an address of its own; else all use the loopback, and a tier without limits has
 *     no host of its own
 * @param drivers hosts of their own only where these sizes say so; else they are on the machine itself
 */
public record HostSettings(
        List<MachineSettings> machines,
        String directory,
        Duration startWithin,
        boolean keepOn,
        boolean isolated,
        Size balancers,
        Size webServers,
        Size appServers,
        Size broker,
        Size relational,
        Size documents,
        Size drivers) {
    private static final Duration LEAST_START = Duration.ofSeconds(5);
    private static final Duration MOST_START = Duration.ofHours(1);
    private static final String PLAIN_PATH = "(/[A-Za-z0-9_][A-Za-z0-9._-]{0,63}){1,8}";

    public HostSettings {
        machines = Collections.unmodifiableList(new ArrayList<>(machines));
        List<MachineSettings> known = known(machines);
        new Rules()
                .that(
                        directory.matches(PLAIN_PATH),
                        "directory",
                        "must be an absolute path of at most 8 names of letters, digits, . _ -",
                        directory)
                .that(
                        startWithin.compareTo(LEAST_START) >= 0 && startWithin.compareTo(MOST_START) <= 0,
                        "startWithin",
                        "must be 5s..1h",
                        Durations.text(startWithin))
                .that(
                        machines.isEmpty() || !isolated,
                        "isolated",
                        "divides this machine, and hosts.machines names others: leave out one of them",
                        isolated)
                .that(
                        twice(known, MachineSettings::name).isEmpty(),
                        "machines",
                        "must have a name each",
                        twice(known, MachineSettings::name))
                .that(
                        twice(known, MachineSettings::address).isEmpty(),
                        "machines",
                        "must have an address each: name a machine once, with all its tiers",
                        twice(known, MachineSettings::address))
                .check();
    }

    private static List<MachineSettings> known(List<MachineSettings> machines) {
        return machines.stream().filter(Objects::nonNull).toList();
    }

    /** Those of the machines that could be read: all, once a configuration is accepted. */
    public List<MachineSettings> known() {
        return known(machines);
    }

    private static List<String> twice(List<MachineSettings> machines, Function<MachineSettings, String> value) {
        Set<String> seen = new HashSet<>();
        return machines.stream()
                .map(value)
                .filter(each -> !seen.add(each))
                .distinct()
                .toList();
    }

    /** Of the hosts of each tier, by its name. */
    public Map<String, Size> sizes() {
        Map<String, Size> sizes = new LinkedHashMap<>();
        sizes.put("balancers", balancers);
        sizes.put("webServers", webServers);
        sizes.put("appServers", appServers);
        sizes.put("broker", broker);
        sizes.put("relational", relational);
        sizes.put("documents", documents);
        sizes.put("drivers", drivers);
        return sizes;
    }

    /** Whether instances run on machines that are named. */
    public boolean elsewhere() {
        return !machines.isEmpty();
    }

    /**
     * The hosts of one tier.
     *
     * @param count number of hosts, over which the instances are spread in turn; null: one each
     * @param cpu cores each may use, such as 0.5; null: no limit
     * @param memory memory each may use; null: no limit
     */
    public record Size(Integer count, Double cpu, MemorySize memory) {
        private static final double LEAST_CPU = 0.01;
        private static final int MOST_CPU = 1_024;
        private static final int LEAST_MEMORY = 64;

        public Size {
            new Rules()
                    .atLeast("count", 1, count == null ? 1 : count)
                    .memory("memory", memory, LEAST_MEMORY)
                    .that(
                            cpu == null || cpu >= LEAST_CPU && cpu <= MOST_CPU,
                            "cpu",
                            "must be " + LEAST_CPU + ".." + MOST_CPU + " cores",
                            cpu)
                    .check();
        }

        boolean limited() {
            return cpu != null || memory != null;
        }

        /** Whether anything is said. */
        public boolean wanted() {
            return count != null || limited();
        }
    }
}
