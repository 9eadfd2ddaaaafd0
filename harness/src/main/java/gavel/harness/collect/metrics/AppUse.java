package gavel.harness.collect.metrics;

import java.util.List;
import java.util.Map;

/**
 * An application server's own figures over the measurement: differences of counters, and gauges at the end.
 *
 * @param endpoints requests answered, the busiest first
 * @param gc collections of garbage
 * @param pools connection pools and thread pools
 * @param caches each by name
 * @param counters differences of the application's other counters, by name and labels
 * @param gauges the application's other gauges at the end
 * @param stretches collections and pools again, from one scrape to the next
 */
public record AppUse(
        List<Endpoint> endpoints,
        Gc gc,
        List<Pool> pools,
        List<Cache> caches,
        Map<String, Double> counters,
        Map<String, Double> gauges,
        List<Stretch> stretches) {
    public AppUse {
        endpoints = List.copyOf(endpoints);
        pools = List.copyOf(pools);
        caches = List.copyOf(caches);
        counters = Map.copyOf(counters);
        gauges = Map.copyOf(gauges);
        stretches = List.copyOf(stretches);
    }

    /**
     * The time between two scrapes.
     *
     * @param fromMillis epoch milliseconds
     * @param toMillis epoch milliseconds
     * @param gcPauseSeconds in which it stood still
     * @param collections of garbage
     * @param pools each by name
     */
    public record Stretch(long fromMillis, long toMillis, double gcPauseSeconds, long collections, List<Pool> pools) {
        public Stretch {
            pools = List.copyOf(pools);
        }

        public double seconds() {
            return Math.max(0, toMillis - fromMillis) / 1000.0;
        }
    }

    /**
     * @param method of HTTP
     * @param uri template of the path
     * @param requests answered
     * @param errors answers with a status of 500 or above
     * @param meanMillis to answer one
     */
    public record Endpoint(String method, String uri, long requests, long errors, double meanMillis) {}

    /**
     * @param pauseSeconds stop-the-world time over the measurement
     * @param collections how many
     * @param maxPauseSeconds longest of them
     * @param liveBytes heap in use after the last collection
     * @param heapMaxBytes limit of the heap
     */
    public record Gc(double pauseSeconds, long collections, double maxPauseSeconds, long liveBytes, long heapMaxBytes) {
        public static final Gc UNKNOWN = new Gc(0, 0, 0, 0, 0);
    }

    /**
     * @param name of the pool
     * @param size most it may have
     * @param activeMax highest number in use that was seen in a sample
     * @param pendingMax most that waited for one at once, as seen in a sample
     * @param acquired how often one was taken
     * @param waitMeanMillis mean time to get one
     * @param timeouts requests that got none in time
     */
    public record Pool(
            String name, int size, int activeMax, int pendingMax, long acquired, double waitMeanMillis, long timeouts) {
        /** This pool over both times. */
        public Pool plus(Pool other) {
            long both = acquired + other.acquired;
            double waited = acquired * waitMeanMillis + other.acquired * other.waitMeanMillis;
            return new Pool(
                    name,
                    Math.max(size, other.size),
                    Math.max(activeMax, other.activeMax),
                    Math.max(pendingMax, other.pendingMax),
                    both,
                    both == 0 ? 0 : waited / both,
                    timeouts + other.timeouts);
        }
    }

    /**
     * @param name of the cache
     * @param hits found in it
     * @param misses not found in it
     * @param evictions thrown out to make room
     */
    public record Cache(String name, long hits, long misses, long evictions) {
        public double hitShare() {
            return hits + misses == 0 ? 0 : (double) hits / (hits + misses);
        }
    }
}
