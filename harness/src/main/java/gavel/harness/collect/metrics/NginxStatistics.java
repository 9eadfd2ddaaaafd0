package gavel.harness.collect.metrics;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Nginx's figures from its page {@code stub_status}.
 *
 * @param version which the page does not tell
 */
public record NginxStatistics(GuardedPage page, String version) implements ServerStatistics {
    private static final Pattern PAGE = Pattern.compile(
            "Active connections:\\s*(\\d{1,18})\\s+server accepts handled requests\\s+(\\d{1,18})\\s+(\\d{1,18})\\s+(\\d{1,18})\\s+"
                    + "Reading:\\s*(\\d{1,18})\\s+Writing:\\s*(\\d{1,18})\\s+Waiting:\\s*(\\d{1,18})\\s*");

    @Override
    public Reading read(Scraper scraper) throws IOException, InterruptedException {
        return reading(scraper.text(page), version);
    }

    static Reading reading(String text, String version) throws IOException {
        Matcher found = PAGE.matcher(text);
        if (!found.matches()) {
            throw new IOException("not a page of stub_status: " + ServerStatistics.brief(text));
        }
        Map<String, Long> counters = new LinkedHashMap<>();
        counters.put("connectionsAccepted", number(found, 2));
        counters.put("connectionsDropped", number(found, 2) - number(found, 3));
        counters.put("requests", number(found, 4));
        Map<String, Long> gauges = new LinkedHashMap<>();
        gauges.put("connections", number(found, 1));
        gauges.put("reading", number(found, 5));
        gauges.put("writing", number(found, 6));
        gauges.put("waiting", number(found, 7));
        return new Reading(version, counters, gauges);
    }

    private static long number(Matcher found, int group) {
        return Long.parseLong(found.group(group));
    }
}
