package gavel.harness.collect;

import gavel.harness.collect.metrics.AppUse;
import gavel.harness.collect.metrics.DatabaseUse;
import gavel.harness.collect.metrics.ServerUse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What one instance used over the measurement.
 *
 * @param tier it belongs to
 * @param name of the instance
 * @param processes most at either end; 0 of an instance elsewhere, of which nothing but its own statistics is known
 * @param cpuSeconds user and system time of its processes, those that ended meanwhile included where their parent saw it
 * @param cpuSystemSeconds those of them in the kernel
 * @param cpuLimit cores it may use, 0 for no limit
 * @param limitHost host whose limit that is, for all of its instances together; empty without one, and in older results
 * @param throttledShare share of quota periods in which it was held back, 0 without a quota
 * @param rssMaxBytes most memory resident at once, over its processes
 * @param pssBytes at the end of the measurement; 0 where the kernel does not tell
 * @param readBytes from storage
 * @param writtenBytes pages made dirty for storage; kernels with large page-cache folios count each touched folio whole, so it is an upper
 *     bound
 * @param voluntarySwitches context switches because it waited
 * @param involuntarySwitches context switches because its turn ended
 * @param descriptorsMax most open at once in one of its processes
 * @param descriptorLimit of that process
 * @param app application metrics, null where there are none
 * @param database statistics of the database, null where it is none
 * @param server statistics of another server, null where there are none
 */
public record InstanceUse(
        String tier,
        String name,
        int processes,
        double cpuSeconds,
        double cpuSystemSeconds,
        double cpuLimit,
        String limitHost,
        double throttledShare,
        long rssMaxBytes,
        long pssBytes,
        long readBytes,
        long writtenBytes,
        long voluntarySwitches,
        long involuntarySwitches,
        long descriptorsMax,
        long descriptorLimit,
        AppUse app,
        DatabaseUse database,
        ServerUse server) {
    public InstanceUse {
        limitHost = limitHost == null ? "" : limitHost;
    }

    /** Whether its processes, if it has any, could not be watched. */
    public boolean elsewhere() {
        return processes == 0;
    }

    /** Of machines that came back under their names: what an instance used in both lives is one use. */
    public static List<InstanceUse> together(List<InstanceUse> earlier, List<InstanceUse> later) {
        Map<String, InstanceUse> all = new LinkedHashMap<>();
        earlier.forEach(use -> all.put(use.name(), use));
        later.forEach(use -> all.merge(use.name(), use, InstanceUse::followedBy));
        return List.copyOf(all.values());
    }

    /** Sums and highest values of both; of what is known at the end only, the later's. */
    private InstanceUse followedBy(InstanceUse later) {
        boolean more = descriptorsMax > later.descriptorsMax;
        return new InstanceUse(
                tier,
                name,
                Math.max(processes, later.processes),
                cpuSeconds + later.cpuSeconds,
                cpuSystemSeconds + later.cpuSystemSeconds,
                later.cpuLimit,
                later.limitHost,
                Math.max(throttledShare, later.throttledShare),
                Math.max(rssMaxBytes, later.rssMaxBytes),
                later.pssBytes,
                readBytes + later.readBytes,
                writtenBytes + later.writtenBytes,
                voluntarySwitches + later.voluntarySwitches,
                involuntarySwitches + later.involuntarySwitches,
                Math.max(descriptorsMax, later.descriptorsMax),
                more ? descriptorLimit : later.descriptorLimit,
                later.app,
                later.database,
                later.server);
    }

    /** The same instance over a part of the measurement: what is known only for the whole of it stays. */
    public InstanceUse during(double partCpuSeconds, AppUse partApp) {
        double systemShare = cpuSeconds <= 0 ? 0 : cpuSystemSeconds / cpuSeconds;
        return new InstanceUse(
                tier,
                name,
                processes,
                partCpuSeconds,
                partCpuSeconds * systemShare,
                cpuLimit,
                limitHost,
                throttledShare,
                rssMaxBytes,
                pssBytes,
                readBytes,
                writtenBytes,
                voluntarySwitches,
                involuntarySwitches,
                descriptorsMax,
                descriptorLimit,
                partApp,
                database,
                server);
    }
}
