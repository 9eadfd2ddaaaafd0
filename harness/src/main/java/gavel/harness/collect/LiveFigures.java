package gavel.harness.collect;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the live page of a run shows every few seconds beside {@link Sample}: rates since the reading before, and what servers say about
 * themselves now. Never part of a result.
 *
 * @param storage bytes a second that the processes of each tier read from storage and wrote
 * @param network bytes a second that each tier received where no other tier shares its network; of all others {@link #TOGETHER}
 * @param servers of each tier, summed over its instances: counters as rates a second, gauges as they are
 */
public record LiveFigures(
        Map<String, Double> storage, Map<String, Double> network, Map<String, Map<String, Double>> servers) {
    /** In the place of a tier: several that share a network. */
    public static final String TOGETHER = "together";

    public static final LiveFigures NONE = new LiveFigures(Map.of(), Map.of(), Map.of());

    public LiveFigures {
        storage = Collections.unmodifiableMap(new LinkedHashMap<>(storage));
        network = Collections.unmodifiableMap(new LinkedHashMap<>(network));
        servers = Collections.unmodifiableMap(new LinkedHashMap<>(servers));
    }

    /** Of this machine and of another one. */
    public LiveFigures plus(LiveFigures other) {
        Map<String, Map<String, Double>> both = new LinkedHashMap<>(servers);
        other.servers.forEach((tier, figures) -> both.merge(tier, figures, LiveFigures::sum));
        return new LiveFigures(sum(storage, other.storage), sum(network, other.network), both);
    }

    private static Map<String, Double> sum(Map<String, Double> some, Map<String, Double> others) {
        Map<String, Double> all = new LinkedHashMap<>(some);
        others.forEach((name, value) -> all.merge(name, value, Double::sum));
        return all;
    }
}
