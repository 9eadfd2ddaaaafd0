package gavel.harness.collect;

import gavel.harness.collect.metrics.GuardedPage;
import gavel.harness.collect.metrics.ServerStatistics;
import java.util.Objects;

/**
 * One instance of a tier that is watched during a run.
 *
 * @param tier name of the tier, such as {@code appServers}, {@code relational}, {@code services}, {@code driver}
 * @param name of the instance, unique in the deployment
 * @param pid the root of its processes; descendants belong to it unless they are (under) the root of another instance; 0 where they are not
 *     on this machine, or are none: only what it says about itself is read
 * @param cpuLimit cores it may use, 0 for no limit
 * @param limitHost host whose limit that is, for all of its instances together; empty without one
 * @param metrics where its application metrics are scraped, null for none
 * @param database whose statistics are read, null for none
 * @param statistics of another server, null for none
 */
public record Instance(
        String tier,
        String name,
        long pid,
        double cpuLimit,
        String limitHost,
        GuardedPage metrics,
        Database database,
        ServerStatistics statistics) {
    public Instance {
        Objects.requireNonNull(tier, "tier");
        Objects.requireNonNull(name, "name");
        if (cpuLimit < 0) {
            throw new IllegalArgumentException("cpuLimit of " + name + " must be >= 0: " + cpuLimit);
        }
    }

    public static Instance of(String tier, String name, long pid) {
        if (pid <= 0) {
            throw new IllegalArgumentException("pid of " + name + " must be > 0: " + pid);
        }
        return new Instance(tier, name, pid, 0, "", null, null, null);
    }

    /** One whose processes cannot be watched, such as an external server. */
    public static Instance elsewhere(String tier, String name) {
        return new Instance(tier, name, 0, 0, "", null, null, null);
    }

    /** Whether its processes are on this machine. */
    public boolean watchable() {
        return pid > 0;
    }

    public Instance scraping(GuardedPage prometheus) {
        return new Instance(tier, name, pid, cpuLimit, limitHost, prometheus, database, statistics);
    }

    public Instance querying(String url, String username, String password) {
        return new Instance(
                tier, name, pid, cpuLimit, limitHost, metrics, new Database(url, username, password), statistics);
    }

    /** @param cores that all instances of the host may use together; 0 for no limit */
    public Instance limitedTo(double cores, String host) {
        return new Instance(tier, name, pid, cores, cores > 0 ? host : "", metrics, database, statistics);
    }

    public Instance reporting(ServerStatistics source) {
        return new Instance(tier, name, pid, cpuLimit, limitHost, metrics, database, source);
    }

    /** A database by its JDBC address. */
    public record Database(String url, String username, String password) {
        @Override
        public String toString() {
            return "Database[" + url + ", " + username + "]";
        }
    }
}
