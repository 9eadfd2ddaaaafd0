package gavel.harness.config;

import gavel.driver.api.HttpVersion;
import gavel.driver.api.LoadSpec.EngineSpec;
import gavel.harness.setting.Durations;
import gavel.harness.setting.MemorySize;
import gavel.harness.setting.Rules;
import java.time.Duration;
import java.util.List;

/**
 * The workload drivers, which make one load together.
 *
 * @param count of them
 * @param memory heap of each; null for the sizing rule
 * @param loops event loops of each; 0 for the sizing rule
 * @param maxConnections over all users and drivers; 0 for no cap
 * @param idleTimeout after which a person's connection that carries nothing is closed; null to keep it as long as the session, as browsers do
 * @param http which one people speak
 * @param nice priority where cores are shared: negative is higher and needs the right to set it
 */
public record DriverSettings(
        int count,
        MemorySize memory,
        int loops,
        int maxConnections,
        Duration idleTimeout,
        HttpVersion http,
        int nice,
        List<String> jvmFlags) {
    private static final int MOST = 512;
    private static final int MOST_LOOPS = 1_024;
    private static final int LEAST_HEAP = 64;
    private static final Duration LONGEST_IDLE = Duration.ofHours(1);

    public DriverSettings {
        new Rules()
                .that(count >= 1 && count <= MOST, "count", "must be 1.." + MOST, count)
                .memory("memory", memory, LEAST_HEAP)
                .between("loops", 0, MOST_LOOPS, loops)
                .that(
                        maxConnections == 0 || maxConnections >= Math.max(1, count),
                        "maxConnections",
                        "must be 0 or at least one for each driver, " + count,
                        maxConnections)
                .that(
                        idleTimeout == null || idleTimeout.isPositive() && idleTimeout.compareTo(LONGEST_IDLE) <= 0,
                        "idleTimeout",
                        "must be > 0s and <= 1h, or null",
                        idleTimeout == null ? "null" : Durations.text(idleTimeout))
                .that(http != null, "http", "must be auto, 1.1 or 2", http)
                .that(nice >= -20 && nice <= 19, "nice", "must be -20..19", nice)
                .that(
                        JvmFlags.broken(jvmFlags) == null,
                        "jvmFlags",
                        JvmFlags.broken(jvmFlags),
                        JvmFlags.shown(jvmFlags))
                .check();
        jvmFlags = List.copyOf(jvmFlags);
    }

    /** @param cores of the machine the drivers are on, whose hosts have no limit */
    public EngineSpec engine(int cores) {
        return engine(cores, 0);
    }

    /** @param limit of the host of each in cores, 0 for none */
    public EngineSpec engine(int cores, double limit) {
        EngineSpec usual = EngineSpec.DEFAULT;
        return new EngineSpec(
                Sizing.driverLoops(this, cores, limit),
                maxConnections,
                usual.connectTimeoutMillis(),
                usual.acquireTimeoutMillis(),
                usual.responseTimeoutMillis(),
                idleTimeout == null ? 0 : Math.toIntExact(idleTimeout.toMillis()),
                http);
    }
}
