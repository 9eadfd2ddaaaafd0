package gavel.harness.config;

import gavel.harness.setting.MemorySize;
import gavel.harness.setting.Rules;
import java.util.List;

/**
 * The application servers.
 *
 * @param cpu quota of each in cores, in force once all are ready and warm; null for none
 * @param memory heap of each; null for the sizing rule
 * @param port of the first, the others follow; null for free ones
 * @param jvmFlags given to each beside the heap size
 */
public record AppServerSettings(int count, Double cpu, MemorySize memory, Integer port, List<String> jvmFlags) {
    private static final int MOST = 64;
    private static final double LEAST_CPU = 0.01;

    public AppServerSettings {
        new Rules()
                .atLeast("count", 1, count)
                .atMost("count", MOST, count)
                .that(cpu == null || cpu >= LEAST_CPU, "cpu", "must be >= " + LEAST_CPU + " cores", cpu)
                .that(port == null || port >= 1 && port <= 65_535, "port", "must be 1..65535", port)
                .check();
        jvmFlags = List.copyOf(jvmFlags);
    }
}
