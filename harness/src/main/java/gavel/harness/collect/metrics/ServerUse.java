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
        Map<String, Long> known = new LinkedHashMap<>(readings.getFirst().counters());
        for (Reading next : readings.subList(1, readings.size())) {
            Counters.rise(known, next.counters()).forEach((name, rise) -> deltas.merge(name, rise, Long::sum));
            known.putAll(next.counters());
        }
        Map<String, Long> most = new LinkedHashMap<>();
        readings.forEach(reading -> reading.gauges().forEach((name, value) -> most.merge(name, value, Math::max)));
        return new ServerUse(readings.getLast().version(), deltas, most);
    }
}
