package gavel.harness.collect.metrics;

import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Apache httpd's figures from its page {@code server-status?auto}. What is open counts the threads that hold or work on a request, because
 * those run out first.
 *
 * @param version which the page may hide
 */
public record HttpdStatistics(GuardedPage page, String version) implements ServerStatistics {
    private static final long KIBI = 1024;

    @Override
    public Reading read(Scraper scraper) throws IOException, InterruptedException {
        return reading(scraper.text(page), version);
    }

    static Reading reading(String text, String version) throws IOException {
        Map<String, Long> figures = new HashMap<>();
        text.lines()
                .map(line -> line.split(": ", 2))
                .filter(parts -> parts.length == 2 && parts[1].matches("\\d{1,18}"))
                .forEach(parts -> figures.put(parts[0], Long.parseLong(parts[1])));
        if (!figures.containsKey("BusyWorkers") || !figures.containsKey("Total Accesses")) {
            throw new IOException("not a page of server-status: " + ServerStatistics.brief(text));
        }
        long busy = figures.get("BusyWorkers");
        Map<String, Long> counters = new LinkedHashMap<>();
        counters.put("requests", figures.get("Total Accesses"));
        counters.put("outBytes", figures.getOrDefault("Total kBytes", 0L) * KIBI);
        Map<String, Long> gauges = new LinkedHashMap<>();
        gauges.put("open", busy);
        gauges.put("openLimit", busy + figures.getOrDefault("IdleWorkers", 0L));
        gauges.put("connections", figures.getOrDefault("ConnsTotal", 0L));
        gauges.put("waiting", figures.getOrDefault("ConnsAsyncKeepAlive", 0L));
        return new Reading(version, counters, gauges);
    }
}
