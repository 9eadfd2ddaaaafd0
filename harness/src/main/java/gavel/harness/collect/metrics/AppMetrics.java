package gavel.harness.collect.metrics;

import gavel.harness.collect.metrics.AppUse.Cache;
import gavel.harness.collect.metrics.AppUse.Endpoint;
import gavel.harness.collect.metrics.AppUse.Gc;
import gavel.harness.collect.metrics.AppUse.Pool;
import gavel.harness.collect.metrics.AppUse.Stretch;
import gavel.harness.collect.metrics.PrometheusPage.Metric;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Turns the pages scraped over a measurement into what happened between the first and the last. */
public final class AppMetrics {
    private static final String OWN = "gavel_";
    private static final String REQUESTS = "http_server_requests_seconds";
    private static final String PAUSES = "jvm_gc_pause_seconds";
    private static final String STARTED = "process_start_time_seconds";
    private static final String POOLS = "hikaricp_connections";
    private static final String CACHE_GETS = "gavel_cache_gets_total";

    private final List<Life> lives = new ArrayList<>();
    private final PrometheusPage last;
    private final List<PrometheusPage> all;

    /** Of one process of the server: what it had counted when it was read first and last. */
    private record Life(PrometheusPage first, PrometheusPage last) {
        double delta(String name, Predicate<Metric> test) {
            return last.sum(name, test) - first.sum(name, test);
        }
    }

    private AppMetrics(List<PrometheusPage> pages) {
        this.last = pages.getLast();
        this.all = pages;
        PrometheusPage first = pages.getFirst();
        for (int i = 1; i < pages.size(); i++) {
            if (another(pages.get(i - 1), pages.get(i))) {
                lives.add(new Life(first, pages.get(i - 1)));
                // The counters of a process that was started meanwhile began at 0.
                first = PrometheusPage.EMPTY;
            }
        }
        lives.add(new Life(first, last));
    }

    private static boolean another(PrometheusPage before, PrometheusPage next) {
        return next.sum(STARTED) > before.sum(STARTED);
    }

    /**
     * Adds the next page of a measurement. Of what is neither the first nor the last of a process only pauses and pools are kept, so that a
     * measurement may last for hours.
     */
    public static void append(List<PrometheusPage> pages, PrometheusPage next) {
        if (pages.size() > 1 && !another(pages.getLast(), next)) {
            pages.set(
                    pages.size() - 1,
                    pages.getLast()
                            .only(m -> m.name().startsWith(PAUSES)
                                    || m.name().startsWith(POOLS)
                                    || m.name().equals(STARTED)));
        }
        pages.add(next);
    }

    /** Null with fewer than two pages: nothing can be said about the time between them. */
    public static AppUse between(List<PrometheusPage> pages) {
        if (pages.size() < 2) {
            return null;
        }
        AppMetrics metrics = new AppMetrics(pages);
        return new AppUse(
                metrics.endpoints(),
                metrics.gc(),
                metrics.pools(),
                metrics.caches(),
                metrics.ownCounters(),
                metrics.ownGauges(),
                stretches(pages));
    }

    private static List<Stretch> stretches(List<PrometheusPage> pages) {
        List<Stretch> stretches = new ArrayList<>();
        for (int i = 1; i < pages.size(); i++) {
            AppMetrics between = new AppMetrics(pages.subList(i - 1, i + 1));
            Gc gc = between.gc();
            stretches.add(new Stretch(
                    pages.get(i - 1).atMillis(),
                    pages.get(i).atMillis(),
                    gc.pauseSeconds(),
                    gc.collections(),
                    between.pools()));
        }
        return stretches;
    }

    private double delta(String name, String label, String value) {
        return delta(name, m -> m.label(label).equals(value));
    }

    private double delta(String name) {
        return delta(name, _ -> true);
    }

    private double delta(String name, Predicate<Metric> test) {
        return lives.stream().mapToDouble(life -> life.delta(name, test)).sum();
    }

    /** As each process told when it was read last. */
    private Stream<Metric> named(String name) {
        return lives.stream().flatMap(life -> life.last().named(name).stream());
    }

    private List<Endpoint> endpoints() {
        Map<String, List<Metric>> byEndpoint = named(REQUESTS + "_count")
                .filter(m -> !m.label("uri").startsWith("/actuator"))
                .collect(Collectors.groupingBy(m -> m.label("method") + " " + m.label("uri")));
        return byEndpoint.values().stream()
                .map(group -> endpoint(
                        group.getFirst().label("method"), group.getFirst().label("uri")))
                .filter(e -> e.requests() > 0)
                .sorted(Comparator.comparingLong(Endpoint::requests).reversed())
                .toList();
    }

    private Endpoint endpoint(String method, String uri) {
        double requests = delta(REQUESTS + "_count", m -> is(m, method, uri));
        double seconds = delta(REQUESTS + "_sum", m -> is(m, method, uri));
        double errors = delta(
                REQUESTS + "_count",
                m -> is(m, method, uri) && m.label("status").startsWith("5"));
        return new Endpoint(
                method, uri, Math.round(requests), Math.round(errors), requests <= 0 ? 0 : 1000 * seconds / requests);
    }

    private static boolean is(Metric m, String method, String uri) {
        return m.label("method").equals(method) && m.label("uri").equals(uri);
    }

    private Gc gc() {
        double heapMax = last.sum("jvm_memory_max_bytes", m -> m.label("area").equals("heap") && m.value() > 0);
        double live = last.sum("jvm_gc_live_data_size_bytes");
        if (live <= 0) {
            live = heapMax * last.sum("jvm_memory_usage_after_gc");
        }
        double worst = all.stream()
                .flatMap(page -> page.named(PAUSES + "_max").stream())
                .mapToDouble(Metric::value)
                .max()
                .orElse(0);
        double paused = delta(PAUSES + "_sum");
        // A page tells the longest of some minutes, which may have been before.
        return new Gc(
                paused, Math.round(delta(PAUSES + "_count")), Math.min(worst, paused), (long) live, (long) heapMax);
    }

    private List<Pool> pools() {
        return labels(POOLS + "_max", "pool").stream()
                .map(name -> {
                    double waited = delta(POOLS + "_acquire_seconds_sum", "pool", name);
                    double acquired = delta(POOLS + "_acquire_seconds_count", "pool", name);
                    return new Pool(
                            name,
                            (int) last.sum(POOLS + "_max", m -> m.label("pool").equals(name)),
                            (int) highest(POOLS + "_active", name),
                            (int) highest(POOLS + "_pending", name),
                            Math.round(acquired),
                            acquired <= 0 ? 0 : 1000 * waited / acquired,
                            Math.round(delta(POOLS + "_timeout_total", "pool", name)));
                })
                .toList();
    }

    private double highest(String name, String pool) {
        return all.stream()
                .mapToDouble(page -> page.sum(name, m -> m.label("pool").equals(pool)))
                .max()
                .orElse(0);
    }

    private List<Cache> caches() {
        return labels(CACHE_GETS, "cache").stream()
                .map(name -> new Cache(name, cacheGets(name, "hit"), cacheGets(name, "miss"), evictions(name)))
                .toList();
    }

    private long cacheGets(String cache, String result) {
        return Math.round(delta(CACHE_GETS, m -> isGet(m, cache, result)));
    }

    private static boolean isGet(Metric m, String cache, String result) {
        return m.label("cache").equals(cache) && m.label("result").equals(result);
    }

    private long evictions(String cache) {
        return Math.round(delta("gavel_cache_evictions_total", "cache", cache));
    }

    private Set<String> labels(String name, String label) {
        return named(name).map(m -> m.label(label)).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private Map<String, Double> ownCounters() {
        Map<String, Double> deltas = new TreeMap<>();
        for (Life life : lives) {
            Map<String, Double> before = new TreeMap<>();
            life.first().matching(AppMetrics::own).forEach(m -> before.merge(m.key(), m.value(), Double::sum));
            life.last()
                    .matching(m -> own(m) && life.last().cumulative(m.name()))
                    .forEach(m -> deltas.merge(m.key(), m.value() - before.getOrDefault(m.key(), 0.0), Double::sum));
        }
        return deltas;
    }

    private Map<String, Double> ownGauges() {
        Map<String, Double> gauges = new TreeMap<>();
        last.matching(m -> own(m) && !last.cumulative(m.name()))
                .forEach(m -> gauges.merge(m.key(), m.value(), Double::sum));
        return gauges;
    }

    private static boolean own(Metric m) {
        return m.name().startsWith(OWN) && Double.isFinite(m.value());
    }
}
