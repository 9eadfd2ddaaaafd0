package gavel.harness.config;

import gavel.driver.api.LoadSpec.EngineSpec;
import gavel.harness.setting.MemorySize;
import gavel.harness.setting.Rules;
import java.util.List;

/**
 * The workload driver.
 *
 * @param memory heap; null for the sizing rule
 * @param loops event loops; 0 for half the cores
 * @param maxConnections over all users; 0 for no cap
 * @param nice priority where cores are shared: negative is higher and needs the right to set it
 */
public record DriverSettings(
        int count, MemorySize memory, int loops, int maxConnections, int nice, List<String> jvmFlags) {
    public DriverSettings {
        new Rules()
                .that(count == 1, "count", "must be 1: several drivers are not supported yet", count)
                .atLeast("loops", 0, loops)
                .atLeast("maxConnections", 0, maxConnections)
                .that(nice >= -20 && nice <= 19, "nice", "must be -20..19", nice)
                .check();
        jvmFlags = List.copyOf(jvmFlags);
    }

    public EngineSpec engine() {
        EngineSpec usual = EngineSpec.DEFAULT;
        return new EngineSpec(
                loops,
                maxConnections,
                usual.connectTimeoutMillis(),
                usual.acquireTimeoutMillis(),
                usual.responseTimeoutMillis());
    }
}
