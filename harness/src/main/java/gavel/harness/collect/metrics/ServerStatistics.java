package gavel.harness.collect.metrics;

import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a server says about itself. Asked at both ends of the measurement and every five seconds in between. */
@FunctionalInterface
public interface ServerStatistics {
    /** Letters of an answer that a message has. */
    int LONGEST_QUOTED = 200;

    /** @param scraper to fetch pages with */
    Reading read(Scraper scraper) throws IOException, InterruptedException;

    /** For messages: the beginning of an answer. */
    static String brief(String answer) {
        return answer.length() <= LONGEST_QUOTED ? answer : answer.substring(0, LONGEST_QUOTED) + "…";
    }

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
