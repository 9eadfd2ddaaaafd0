package gavel.harness.collect.metrics;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A database's own statistics over the measurement.
 *
 * @param version as the server states it
 * @param settings that decide durability and memory, as in force
 * @param deltas differences of its counters, such as {@code commits}, {@code blocksRead}, {@code walBytes}
 */
public record DatabaseUse(String version, Map<String, String> settings, Map<String, Long> deltas) {
    public DatabaseUse {
        settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
        deltas = Collections.unmodifiableMap(new LinkedHashMap<>(deltas));
    }
}
