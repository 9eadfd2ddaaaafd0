package gavel.driver.http;

import java.util.LinkedHashMap;
import java.util.Map;

/** Running totals of one loop's client; touched by its thread only. {@link #totals} makes a copy for others. */
public final class HttpCounters {
    private final long[] counts = new long[HttpCount.values().length];

    void add(HttpCount count, long more) {
        counts[count.ordinal()] += more;
    }

    public long get(HttpCount count) {
        return counts[count.ordinal()];
    }

    /** By the names of reports; handshakes are told as full and resumed ones. */
    public Map<String, Long> totals() {
        Map<String, Long> totals = new LinkedHashMap<>();
        for (HttpCount count : HttpCount.values()) {
            if (count != HttpCount.TLS_HANDSHAKES) {
                totals.put(count.label(), get(count));
            }
        }
        totals.put("tlsHandshakesResumed", Math.max(0, get(HttpCount.TLS_HANDSHAKES) - get(HttpCount.TLS_FULL)));
        return totals;
    }
}
