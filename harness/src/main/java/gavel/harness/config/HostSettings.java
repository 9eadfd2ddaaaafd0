package gavel.harness.config;

import gavel.harness.setting.MemorySize;
import gavel.harness.setting.Rules;

/**
 * The machine divided into hosts: one for each instance of a tier, unless the tier has fewer.
 *
 * @param isolated whether each has a network namespace with an address of its own; else all use the loopback, and a tier without limits has
 *     no host of its own
 * @param drivers hosts of their own only where these sizes say so; else they are on the machine itself
 */
public record HostSettings(
        boolean isolated,
        Size balancers,
        Size webServers,
        Size appServers,
        Size broker,
        Size relational,
        Size documents,
        Size drivers) {

    /**
     * The hosts of one tier.
     *
     * @param count of them, over which the instances are spread in turn; null for one each
     * @param cpu cores each may use, such as 0.5; null for no limit
     * @param memory each may use; null for no limit
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
