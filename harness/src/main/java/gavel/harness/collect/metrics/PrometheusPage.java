package gavel.harness.collect.metrics;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * A page in the Prometheus text format (exposition format 0.0.4), read into its samples. Buckets of histograms are passed over: they are
 * four fifths of a page, and they are not needed.
 */
public final class PrometheusPage {
    public static final PrometheusPage EMPTY = new PrometheusPage(0, List.of(), Map.of());

    private final long atMillis;
    private final List<Metric> metrics;
    private final Map<String, String> types;

    private PrometheusPage(long atMillis, List<Metric> metrics, Map<String, String> types) {
        this.atMillis = atMillis;
        this.metrics = metrics;
        this.types = types;
    }

    /** One sample: a name, its labels in the order of the page, a value. */
    public record Metric(String name, Map<String, String> labels, double value) {
        public String label(String key) {
            return labels.getOrDefault(key, "");
        }

        /** Name and labels in one line, as a key. */
        public String key() {
            return labels.isEmpty() ? name : name + labels;
        }
    }

    /** The same page, read at this time. */
    public PrometheusPage at(long millis) {
        return new PrometheusPage(millis, metrics, types);
    }

    /** The same page without what the test does not want. */
    public PrometheusPage only(Predicate<Metric> wanted) {
        return new PrometheusPage(atMillis, matching(wanted), types);
    }

    public long atMillis() {
        return atMillis;
    }

    /** @throws IllegalArgumentException where a line is none of such a page */
    public static PrometheusPage parse(String text) {
        List<Metric> metrics = new ArrayList<>();
        Map<String, String> types = new HashMap<>();
        text.lines().forEach(line -> {
            try {
                if (line.startsWith("# TYPE ")) {
                    String[] parts = line.split(" ");
                    types.put(parts[2], parts[3]);
                } else if (!line.isBlank() && line.charAt(0) != '#' && !line.contains("_bucket{")) {
                    metrics.add(metric(line));
                }
            } catch (IndexOutOfBoundsException | NumberFormatException e) {
                throw new IllegalArgumentException("not a line of a metrics page: " + ServerStatistics.brief(line), e);
            }
        });
        return new PrometheusPage(0, List.copyOf(metrics), Map.copyOf(types));
    }

    private static Metric metric(String line) {
        int brace = line.indexOf('{');
        Map<String, String> labels = new LinkedHashMap<>();
        int end;
        String name;
        if (brace < 0) {
            end = line.indexOf(' ');
            name = line.substring(0, end);
        } else {
            name = line.substring(0, brace);
            end = labels(line, brace + 1, labels) + 1;
        }
        return new Metric(name, labels, number(line.substring(end).trim().split(" ")[0]));
    }

    /** Reads labels from {@code at}; returns the index of the closing brace. */
    private static int labels(String line, int at, Map<String, String> into) {
        int i = at;
        while (line.charAt(i) != '}') {
            int equals = line.indexOf('=', i);
            String key = line.substring(i, equals).trim();
            StringBuilder value = new StringBuilder();
            i = equals + 2;
            while (line.charAt(i) != '"') {
                char c = line.charAt(i++);
                if (c == '\\') {
                    char escaped = line.charAt(i++);
                    value.append(escaped == 'n' ? '\n' : escaped);
                } else {
                    value.append(c);
                }
            }
            into.put(key, value.toString());
            i++;
            if (line.charAt(i) == ',') {
                i++;
            }
        }
        return i;
    }

    private static double number(String text) {
        return switch (text) {
            case "+Inf" -> Double.POSITIVE_INFINITY;
            case "-Inf" -> Double.NEGATIVE_INFINITY;
            default -> Double.parseDouble(text);
        };
    }

    public List<Metric> named(String name) {
        return metrics.stream().filter(m -> m.name().equals(name)).toList();
    }

    public List<Metric> matching(Predicate<Metric> test) {
        return metrics.stream().filter(test).toList();
    }

    /** Sum over all labels; 0 when there is none. */
    public double sum(String name) {
        return sum(name, m -> true);
    }

    public double sum(String name, Predicate<Metric> test) {
        return metrics.stream()
                .filter(m -> m.name().equals(name) && test.test(m) && Double.isFinite(m.value()))
                .mapToDouble(Metric::value)
                .sum();
    }

    /** Counters, and the counting parts of histograms and summaries. */
    public boolean cumulative(String name) {
        String base = name.replaceAll("_(count|sum|bucket|total)$", "");
        String type = types.getOrDefault(name, types.getOrDefault(base, "gauge"));
        return !type.equals("gauge") && !name.endsWith("_max");
    }
}
