package gavel.harness.collect.metrics;

import java.util.List;
import java.util.Map;

/**
 * An application server's own figures over the measurement: differences of counters, and gauges at the end.
 *
 * @param endpoints requests answered, the busiest first
 * @param pools connection pools and thread pools
 * @param counters differences of the application's other counters, by name and labels
 * @param gauges the application's other gauges at the end
 */
public record AppUse(
        List<Endpoint> endpoints,
        Gc gc,
        List<Pool> pools,
        List<Cache> caches,
        Map<String, Double> counters,
        Map<String, Double> gauges) {
    public AppUse {
        endpoints = List.copyOf(endpoints);
        pools = List.copyOf(pools);
        caches = List.copyOf(caches);
        counters = Map.copyOf(counters);
        gauges = Map.copyOf(gauges);
    }

    /** @param errors answers with a status of 500 or above */
    public record Endpoint(String method, String uri, long requests, long errors, double meanMillis) {}

    /**
     * @param pauseSeconds stop-the-world time over the measurement
     * @param liveBytes heap in use after the last collection
     */
    public record Gc(double pauseSeconds, long collections, double maxPauseSeconds, long liveBytes, long heapMaxBytes) {
        public static final Gc UNKNOWN = new Gc(0, 0, 0, 0, 0);
    }

    /**
     * @param activeMax highest number in use that was seen in a sample
     * @param waitMeanMillis mean time to get one
     * @param timeouts requests that got none in time
     */
    public record Pool(String name, int size, int activeMax, int pendingMax, double waitMeanMillis, long timeouts) {}

    public record Cache(String name, long hits, long misses, long evictions) {
        public double hitShare() {
            return hits + misses == 0 ? 0 : (double) hits / (hits + misses);
        }
    }
}
