package gavel.harness.config;

import gavel.harness.setting.MemorySize;
import gavel.harness.setting.Rules;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The application servers.
 *
 * @param count number of servers at the beginning
 * @param most there may be while the deployment runs, for which ports, hosts and connections are planned; null for {@code count}
 * @param cpu quota of each in cores, in force once all are ready and warm; null for none
 * @param memory heap of each; null for the sizing rule
 * @param port of the first, the others follow; null for free ones
 * @param connectionsPerAddress each takes of one client's address; 0: any number
 * @param bcryptCost of the hash of a password, each step doubles it: a good part of what a log-in costs, so other values make results not
 *     comparable. What is left up for people should have {@link #USUAL_BCRYPT_COST}
 * @param jvmFlags given to each beside the heap size; see {@link #flags}
 */
public record AppServerSettings(
        int count,
        Integer most,
        Double cpu,
        MemorySize memory,
        Integer port,
        int connectionsPerAddress,
        int bcryptCost,
        List<String> jvmFlags) {
    /** What sites for people take. */
    public static final int USUAL_BCRYPT_COST = 10;

    private static final int MOST = 64;
    private static final double LEAST_CPU = 0.01;
    private static final int MOST_CPU = 1_024;
    private static final int LEAST_HEAP = 128;
    private static final String HALF_YOUNG = "-XX:NewRatio=1";
    private static final Pattern COLLECTOR = Pattern.compile("-XX:\\+Use(Serial|Parallel|G1|Z|Shenandoah|Epsilon)GC");

    public AppServerSettings {
        new Rules()
                .between("count", 1, MOST, count)
                .that(
                        most == null || most >= count && most <= MOST,
                        "most",
                        "must be null or appServers.count.." + MOST + ", as the deployment begins with " + count,
                        most)
                .that(
                        cpu == null || cpu >= LEAST_CPU && cpu <= MOST_CPU,
                        "cpu",
                        "must be " + LEAST_CPU + ".." + MOST_CPU + " cores",
                        cpu)
                .memory("memory", memory, LEAST_HEAP)
                .port("port", port, most == null ? count : most)
                .atLeast("connectionsPerAddress", 0, connectionsPerAddress)
                .between("bcryptCost", 4, 12, bcryptCost)
                .that(
                        JvmFlags.broken(jvmFlags) == null,
                        "jvmFlags",
                        JvmFlags.broken(jvmFlags),
                        JvmFlags.shown(jvmFlags))
                .check();
        jvmFlags = List.copyOf(jvmFlags);
    }

    /**
     * What the JVM of each is started with beside its heap size: its flags, and where they name no collector the one that stops the server for
     * the shortest time on so many cores without more work for each request, with half the heap for what lives shortly. Two cores are stopped half as long by the parallel one as by the
     * serial one, under which the second core waits, too.
     *
     * @param cores it counts on; 0 for what the machine has
     */
    public List<String> flags(int cores) {
        if (jvmFlags.stream().anyMatch(flag -> COLLECTOR.matcher(flag).matches())) {
            return jvmFlags;
        }
        String collector = cores == 1 ? "-XX:+UseSerialGC" : "-XX:+UseParallelGC";
        return Stream.concat(Stream.of(collector, HALF_YOUNG), jvmFlags.stream())
                .toList();
    }
}
