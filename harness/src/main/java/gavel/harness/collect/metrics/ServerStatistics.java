package gavel.harness.collect.metrics;

import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a server says about itself. Asked at both ends of the measurement and every five seconds in between. */
@FunctionalInterface
public interface ServerStatistics {
    /** @param scraper to fetch pages with */
    Reading read(Scraper scraper) throws IOException, InterruptedException;

    /**
     * One reading.
     *
     * @param version as the server states it; empty when it does not
     * @param counters that only rise
     * @param gauges that go up and down
     */
    record Reading(String version, Map<String, Long> counters, Map<String, Long> gauges) {
        public Reading {
            counters = Collections.unmodifiableMap(new LinkedHashMap<>(counters));
            gauges = Collections.unmodifiableMap(new LinkedHashMap<>(gauges));
        }
    }
}
