import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Watches what must not grow on the application servers of a deployment that is under constant load, and judges it.
 *
 * <p>{@code watch RUN_DIRECTORY MINUTES FILE.csv} writes a row a minute for each figure, and twelve times forces a full collection, counts the objects that live and
 * keeps the counts of the first and the last time. {@code judge FILE.csv} repeats the judgement: over the last two thirds of the time, growth
 * is significant when the test of Mann and Kendall says so (one-sided, 1 %) and the median slope of Theil and Sen makes it more than 5 % of
 * the median, and more than the floor of that figure. Exit code 1 when something grows.
 */
public final class MemoryGrowth {
    private static final double SIGNIFICANT = 2.326;
    private static final double SHARE = 0.05;
    private static final int COLLECTIONS = 12;
    private static final int FEWEST = 5;
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    /** @param floor what growth has to exceed over the time looked at; infinite for a figure that is only shown */
    private record Figure(String name, String metric, String label, double unit, double floor) {}

    private static final double MIB = 1 << 20;
    private static final Figure HEAP = new Figure("heap after collection (MiB)", "", "", MIB, 4);
    private static final Figure RESIDENT = new Figure("resident memory (MiB)", "", "", MIB, Double.POSITIVE_INFINITY);
    private static final List<Figure> FIGURES = List.of(
            new Figure("held live requests", "gavel_live_held", "", 1, 20),
            new Figure("bids not answered yet", "gavel_bids_outstanding", "", 1, 10),
            new Figure("uploads that wait", "gavel_image_uploads_waiting", "", 1, 10),
            new Figure("lag of the histories (s)", "gavel_outbox_lag_seconds", "", 1, 2),
            new Figure("connections to the database", "hikaricp_connections", "", 1, 4),
            new Figure("threads", "jvm_threads_live_threads", "", 1, 5),
            new Figure("descriptors", "process_files_open_files", "", 1, 50),
            new Figure("classes and their data (MiB)", "jvm_memory_used_bytes", "Metaspace", MIB, 2),
            new Figure("direct buffers (MiB)", "jvm_buffer_memory_used_bytes", "direct", MIB, 2),
            new Figure("compiled code (MiB)", "jvm_memory_used_bytes", "Code", MIB, Double.POSITIVE_INFINITY));
    private static final String CACHE = "cache ";

    private record Point(double minute, double value) {}

    private record Node(String name, long pid, URI metrics, String token) {}

    public static void main(String[] arguments) throws Exception {
        Path file = Path.of(arguments[arguments.length - 1]);
        if (arguments[0].equals("watch")) {
            watch(nodes(Path.of(arguments[1])), Integer.parseInt(arguments[2]), file);
        }
        System.exit(judge(file) ? 0 : 1);
    }

    private static List<Node> nodes(Path directory) throws IOException {
        String token = value(directory.resolve("secrets.json"), "\"management\"\\s*:\\s*\"([^\"]+)\"");
        List<Node> nodes = new ArrayList<>();
        try (Stream<Path> records = Files.list(directory.resolve("processes"))) {
            for (Path entry : records.filter(p -> p.getFileName().toString().matches("app\\d+\\.json"))
                    .sorted()
                    .toList()) {
                String name = entry.getFileName().toString().replace(".json", "");
                Path settings = directory.resolve("settings").resolve(name + ".yaml");
                String port = value(settings, "(?s)management:.*?port:\\s*(\\d+)");
                nodes.add(new Node(
                        name,
                        Long.parseLong(value(entry, "\"pid\"\\s*:\\s*(\\d+)")),
                        URI.create("http://127.0.0.1:" + port + "/actuator/prometheus"),
                        token));
            }
        }
        return nodes;
    }

    private static String value(Path file, String pattern) throws IOException {
        Matcher matcher = Pattern.compile(pattern).matcher(Files.readString(file));
        if (!matcher.find()) {
            throw new IllegalStateException(file + " has no " + pattern);
        }
        return matcher.group(1);
    }

    private static void watch(List<Node> nodes, int minutes, Path file) throws IOException, InterruptedException {
        int collectEvery = Math.max(1, minutes / COLLECTIONS);
        Instant begun = Instant.now();
        try (PrintStream csv = new PrintStream(Files.newOutputStream(file), true, StandardCharsets.UTF_8)) {
            csv.println("minute,node,figure,value,capacity");
            for (int minute = 0; minute <= minutes; minute++) {
                awaitTime(begun.plus(Duration.ofMinutes(minute)));
                for (Node node : nodes) {
                    if (ProcessHandle.of(node.pid()).isEmpty()) {
                        throw new IllegalStateException(node.name() + " is gone");
                    }
                    if (minute % collectEvery == 0) {
                        row(csv, minute, node, HEAP.name(), liveBytes(node, minute, file) / MIB, "");
                    }
                    sample(csv, minute, node);
                }
            }
        }
    }

    private static void awaitTime(Instant time) {
        while (Instant.now().isBefore(time)) {
            LockSupport.parkNanos(Duration.between(Instant.now(), time).toNanos());
        }
    }

    private static void row(PrintStream csv, int minute, Node node, String figure, double value, String capacity) {
        csv.printf("%d,%s,%s,%.3f,%s%n", minute, node.name(), figure, value, capacity);
    }

    private static void sample(PrintStream csv, int minute, Node node) throws IOException, InterruptedException {
        List<String> page = page(node);
        row(csv, minute, node, RESIDENT.name(), resident(node.pid()) / MIB, "");
        for (Figure figure : FIGURES) {
            double[] values = page.stream()
                    .filter(line -> line.startsWith(figure.metric() + "{") || line.startsWith(figure.metric() + " "))
                    .filter(line -> line.contains(figure.label()))
                    .mapToDouble(MemoryGrowth::number)
                    .toArray();
            if (values.length == 0) {
                throw new IllegalStateException(node.metrics() + " has no " + figure.metric() + " " + figure.label());
            }
            row(csv, minute, node, figure.name(), Arrays.stream(values).sum() / figure.unit(), "");
        }
        Map<String, Double> capacities = caches(page, "gavel_cache_capacity");
        for (Map.Entry<String, Double> cache : caches(page, "gavel_cache_entries").entrySet()) {
            String capacity = String.valueOf(capacities.get(cache.getKey()).longValue());
            row(csv, minute, node, CACHE + cache.getKey(), cache.getValue(), capacity);
        }
    }

    private static Map<String, Double> caches(List<String> page, String metric) {
        Map<String, Double> found = new TreeMap<>();
        page.stream()
                .filter(line -> line.startsWith(metric + "{"))
                .forEach(line -> found.put(line.replaceAll(".*cache=\"([^\"]+)\".*", "$1"), number(line)));
        return found;
    }

    private static List<String> page(Node node) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(node.metrics())
                .timeout(Duration.ofSeconds(30))
                .header("Authorization", "Bearer " + node.token())
                .build();
        HttpResponse<String> answer = HTTP.send(request, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new IOException(node.metrics() + " answered " + answer.statusCode());
        }
        return answer.body().lines().toList();
    }

    private static double number(String line) {
        return Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1));
    }

    private static double resident(long pid) throws IOException {
        return 1024 * Double.parseDouble(value(Path.of("/proc/" + pid + "/status"), "VmRSS:\\s+(\\d+)"));
    }

    /**
     * Counting the objects of a heap that live collects it first, completely. What the collector leaves where moving is not worth it is
     * counted as fillers, and does not live.
     */
    private static double liveBytes(Node node, int minute, Path file) throws IOException, InterruptedException {
        Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        Process counting = new ProcessBuilder(jcmd.toString(), "" + node.pid(), "GC.class_histogram")
                .redirectErrorStream(true)
                .start();
        String text = new String(counting.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        Matcher total = Pattern.compile("Total\\s+\\d+\\s+(\\d+)").matcher(text);
        if (counting.waitFor() != 0 || !total.find()) {
            throw new IOException("jcmd could not count the objects of " + node.name() + ": " + text);
        }
        String when = minute == 0 ? "first" : "last";
        Files.writeString(file.resolveSibling("objects-" + node.name() + "-" + when + ".txt"), text);
        long fillers = Pattern.compile("(\\d+)\\s+\\S*jdk\\.internal\\.vm\\.Filler")
                .matcher(text)
                .results()
                .mapToLong(found -> Long.parseLong(found.group(1)))
                .sum();
        return Double.parseDouble(total.group(1)) - fillers;
    }

    private static boolean judge(Path file) throws IOException {
        Map<String, List<Point>> series = new LinkedHashMap<>();
        Map<String, Double> capacities = new LinkedHashMap<>();
        double end = 0;
        for (String line : Files.readAllLines(file).stream().skip(1).toList()) {
            String[] cells = line.split(",", -1);
            String key = cells[1] + "," + cells[2];
            Point point = new Point(Double.parseDouble(cells[0]), Double.parseDouble(cells[3]));
            series.computeIfAbsent(key, k -> new ArrayList<>()).add(point);
            if (!cells[4].isEmpty()) {
                capacities.put(key, Double.valueOf(cells[4]));
            }
            end = Math.max(end, point.minute());
        }
        System.out.printf(
                "%-5s %-32s %8s %10s %10s %12s %6s  %s%n",
                "node", "figure", "points", "at first", "at last", "slope/hour", "z", "");
        boolean still = true;
        double from = end / 3;
        for (Map.Entry<String, List<Point>> one : series.entrySet()) {
            List<Point> late =
                    one.getValue().stream().filter(p -> p.minute() >= from).toList();
            still &= show(one.getKey(), one.getValue(), late, capacities.get(one.getKey()));
        }
        System.out.println(still ? "nothing grows" : "GROWS");
        return still;
    }

    private static boolean show(String key, List<Point> all, List<Point> late, Double capacity) {
        String figure = key.substring(key.indexOf(',') + 1);
        double slope = slope(late);
        double z = kendall(late);
        double growth = late.isEmpty() ? 0 : slope * (late.getLast().minute() - late.getFirst().minute());
        boolean grows = late.size() >= FEWEST
                && z > SIGNIFICANT
                && growth > SHARE * median(late.stream().map(Point::value).toList())
                && growth > floor(figure);
        String word = late.size() < FEWEST ? "too few points" : grows ? "GROWS" : "";
        if (capacity != null) {
            boolean within = all.stream().allMatch(p -> p.value() <= capacity);
            word = (within ? "within its " : "ABOVE its ") + capacity.longValue();
            grows = !within;
        } else if (floor(figure) == Double.POSITIVE_INFINITY) {
            word = "shown only";
        }
        System.out.printf(
                "%-5s %-32s %8d %10.1f %10.1f %12.2f %6.2f  %s%n",
                key.substring(0, key.indexOf(',')),
                figure,
                all.size(),
                all.getFirst().value(),
                all.getLast().value(),
                60 * slope,
                z,
                word);
        return !grows;
    }

    private static double floor(String figure) {
        return Stream.concat(Stream.of(HEAP, RESIDENT), FIGURES.stream())
                .filter(known -> known.name().equals(figure))
                .mapToDouble(Figure::floor)
                .findFirst()
                .orElse(0);
    }

    /** Median of the slopes between all pairs of points (Theil 1950, Sen 1968). */
    private static double slope(List<Point> points) {
        List<Double> slopes = new ArrayList<>();
        for (int i = 0; i < points.size(); i++) {
            for (int j = i + 1; j < points.size(); j++) {
                slopes.add((points.get(j).value() - points.get(i).value())
                        / (points.get(j).minute() - points.get(i).minute()));
            }
        }
        return slopes.isEmpty() ? 0 : median(slopes);
    }

    /** Standardised statistic of Mann's test for a trend (1945), with the correction for ties. */
    private static double kendall(List<Point> points) {
        double rises = 0;
        Map<Double, Integer> equal = new LinkedHashMap<>();
        for (int i = 0; i < points.size(); i++) {
            equal.merge(points.get(i).value(), 1, Integer::sum);
            for (int j = i + 1; j < points.size(); j++) {
                rises += Math.signum(points.get(j).value() - points.get(i).value());
            }
        }
        double variance = spread(points.size());
        for (int ties : equal.values()) {
            variance -= spread(ties);
        }
        return rises == 0 || variance <= 0 ? 0 : (rises - Math.signum(rises)) / Math.sqrt(variance);
    }

    private static double spread(int n) {
        return n * (n - 1.0) * (2.0 * n + 5) / 18;
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
}
