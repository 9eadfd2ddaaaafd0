package gavel.harness.collect.metrics;

import gavel.harness.collect.metrics.ServerStatistics.Reading;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A server's own statistics over the measurement.
 *
 * @param version as the server states it
 * @param deltas differences of its counters, such as {@code received}, {@code requests}
 * @param most the largest value each gauge had when it was read, such as {@code ready}, {@code connections}
 */
public record ServerUse(String version, Map<String, Long> deltas, Map<String, Long> most) {
    public ServerUse {
        deltas = Collections.unmodifiableMap(new LinkedHashMap<>(deltas));
        most = Collections.unmodifiableMap(new LinkedHashMap<>(most));
    }

    /** Null from fewer than two readings: a difference needs both ends. */
    public static ServerUse between(List<Reading> readings) {
        if (readings.size() < 2) {
            return null;
        }
        Map<String, Long> deltas = new LinkedHashMap<>();
        Map<String, Long> first = readings.getFirst().counters();
        readings.getLast().counters().forEach((name, value) -> deltas.put(name, value - first.getOrDefault(name, 0L)));
        Map<String, Long> most = new LinkedHashMap<>();
        readings.forEach(reading -> reading.gauges().forEach((name, value) -> most.merge(name, value, Math::max)));
        return new ServerUse(readings.getLast().version(), deltas, most);
    }
}
