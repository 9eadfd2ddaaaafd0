package gavel.auction.bench;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a node's metrics said at one moment, or how much they rose between two. Values of one name with several labels are added up. */
record Meters(Map<String, Double> values) {
    private static final Pattern LINE = Pattern.compile("^(\\w+)(\\{.*})? (\\S+)$");
    private static final Pattern BOUND = Pattern.compile("le=\"([^\"]+)\"");

    static Meters parse(String text) {
        Map<String, Double> values = new HashMap<>();
        for (String line : text.split("\n")) {
            Matcher metric = LINE.matcher(line);
            if (metric.matches()) {
                Matcher bound = BOUND.matcher(metric.group(2) == null ? "" : metric.group(2));
                String name = bound.find() ? metric.group(1) + "<" + bound.group(1) : metric.group(1);
                values.merge(name, Double.parseDouble(metric.group(3)), Double::sum);
            }
        }
        return new Meters(values);
    }

    Meters since(Meters earlier) {
        Map<String, Double> risen = new HashMap<>();
        values.forEach((name, value) -> risen.put(name, value - earlier.of(name)));
        return new Meters(risen);
    }

    double of(String name) {
        return values.getOrDefault(name, 0.0);
    }

    double mean(String summary) {
        return of(summary + "_sum") / of(summary + "_count");
    }

    /** Upper bound of the bucket in which the quantile of a timer lies, in milliseconds; NaN when nothing was timed. */
    double millis(String timer, double quantile) {
        String prefix = timer + "_bucket<";
        TreeMap<Double, Double> buckets = new TreeMap<>();
        values.forEach((name, value) -> {
            if (name.startsWith(prefix)) {
                String bound = name.substring(prefix.length());
                buckets.put(bound.equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(bound), value);
            }
        });
        double wanted = quantile * of(timer + "_count");
        return wanted == 0
                ? Double.NaN
                : buckets.entrySet().stream()
                        .filter(bucket -> bucket.getValue() >= wanted)
                        .mapToDouble(bucket -> bucket.getKey() * 1_000)
                        .findFirst()
                        .orElse(Double.NaN);
    }
}
