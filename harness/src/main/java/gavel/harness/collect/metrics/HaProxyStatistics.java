package gavel.harness.collect.metrics;

import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * HAProxy's figures from its CSV page: what came in at the front, and how the servers behind it fared.
 *
 * @param version which the page does not tell
 */
public record HaProxyStatistics(GuardedPage page, String version) implements ServerStatistics {
    private static final String FRONT = "people";
    private static final String BACK = "servers";

    @Override
    public Reading read(Scraper scraper) throws IOException, InterruptedException {
        return reading(scraper.text(page), version);
    }

    static Reading reading(String text, String version) throws IOException {
        List<String> lines = text.lines().toList();
        if (lines.isEmpty() || !lines.getFirst().startsWith("# pxname,svname,")) {
            throw new IOException("not HAProxy's page of figures: " + ServerStatistics.brief(text));
        }
        List<String> names = Arrays.asList(lines.getFirst().substring(2).split(","));
        Map<String, Long> counters = new LinkedHashMap<>();
        Map<String, Long> gauges = new LinkedHashMap<>();
        for (String line : lines.subList(1, lines.size())) {
            if (line.isBlank()) {
                continue;
            }
            String[] values = line.split(",", -1);
            if (values.length < names.size()) {
                throw new IOException("an incomplete line of HAProxy's statistics: " + ServerStatistics.brief(line));
            }
            if (values[0].equals(FRONT) && values[1].equals("FRONTEND")) {
                counters.put("connections", number(names, values, "stot"));
                counters.put("inBytes", number(names, values, "bin"));
                counters.put("outBytes", number(names, values, "bout"));
                if (names.contains("req_tot") && !values[names.indexOf("req_tot")].isEmpty()) {
                    counters.put("requests", number(names, values, "req_tot"));
                }
                gauges.put("open", number(names, values, "scur"));
                gauges.put("openLimit", number(names, values, "slim"));
            } else if (values[0].equals(BACK) && values[1].equals("BACKEND")) {
                counters.put("connectFailures", number(names, values, "econ"));
                counters.put("retries", number(names, values, "wretr"));
                counters.put("redispatches", number(names, values, "wredis"));
                gauges.put("serversUp", number(names, values, "act"));
                gauges.put("queued", number(names, values, "qcur"));
            }
        }
        return new Reading(version, counters, gauges);
    }

    private static long number(List<String> names, String[] values, String name) {
        int column = names.indexOf(name);
        return column >= 0 && values[column].matches("\\d{1,18}") ? Long.parseLong(values[column]) : 0;
    }
}
