package gavel.harness.collect.metrics;

import java.util.LinkedHashMap;
import java.util.Map;

/** What servers count of themselves, by name: each counter rises as long as its server goes on. Pure. */
final class Counters {
    private Counters() {}

    /** What was counted from one reading to another: all of it where the server has begun anew, as all together are less then. */
    static Map<String, Long> rise(Map<String, Long> before, Map<String, Long> now) {
        long known = now.keySet().stream()
                .mapToLong(name -> before.getOrDefault(name, 0L))
                .sum();
        long all = now.values().stream().mapToLong(Long::longValue).sum();
        Map<String, Long> rise = new LinkedHashMap<>();
        now.forEach((name, value) -> rise.put(name, all < known ? value : value - before.getOrDefault(name, 0L)));
        return rise;
    }
}
