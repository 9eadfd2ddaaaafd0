package gavel.harness.run.elastic;

import gavel.harness.collect.Collector;
import gavel.harness.collect.ForwardingCollector;
import gavel.harness.collect.Instance;
import gavel.harness.collect.metrics.PrometheusPage;
import gavel.harness.collect.metrics.Scraper;
import gavel.harness.elastic.RequestCounts;
import gavel.harness.elastic.RequestCounts.Look;
import gavel.harness.time.Timekeeper;
import gavel.harness.topology.Tiers;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * A collector that also reads every second how many requests each application server has answered. So it knows when the first request came
 * to a server, and when the server does its part.
 */
final class RequestWatch extends ForwardingCollector {
    /** A look costs a server some milliseconds of its quota, and the first request it tells of exactly. */
    private static final Duration EVERY = Duration.ofSeconds(1);

    private static final String REQUESTS = "http_server_requests_seconds_count";
    private static final String FIRST_AGE = "gavel_requests_first_age_seconds";

    private final Timekeeper time;
    private final Map<String, Instance> servers = new ConcurrentSkipListMap<>();
    private final List<Look> looks = Collections.synchronizedList(new ArrayList<>());
    private final Scraper scraper = new Scraper();
    private final Thread thread;

    RequestWatch(Collector collector, List<Instance> instances, Timekeeper time) {
        super(collector);
        this.time = time;
        instances.forEach(this::know);
        this.thread = Thread.ofVirtual().start(this::run);
    }

    private void know(Instance instance) {
        if (instance.tier().equals(Tiers.APP_SERVERS) && instance.metrics() != null) {
            servers.put(instance.name(), instance);
        }
    }

    private void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                looks.add(look());
                time.pause(EVERY);
            }
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        }
    }

    private Look look() throws InterruptedException {
        Map<String, Long> counts = new TreeMap<>();
        Map<String, Long> came = new TreeMap<>();
        for (Instance server : servers.values()) {
            try {
                PrometheusPage page = scraper.scrape(server.metrics());
                counts.put(server.name(), (long)
                        page.sum(REQUESTS, metric -> !metric.label("uri").startsWith("/actuator")));
                long now = time.millis();
                page.named(FIRST_AGE).forEach(age -> came.put(server.name(), now - Math.round(1_000 * age.value())));
            } catch (IOException notYet) {
                // Not ready, or on its way out: it has no part in this look.
            }
        }
        return new Look(time.millis(), counts, came);
    }

    RequestCounts counts() {
        synchronized (looks) {
            return new RequestCounts(looks);
        }
    }

    @Override
    public void watch(Instance instance) throws InterruptedException {
        know(instance);
        super.watch(instance);
    }

    @Override
    public void expectEnd(String instance) throws InterruptedException {
        servers.remove(instance);
        super.expectEnd(instance);
    }

    @Override
    public void close() {
        thread.interrupt();
        scraper.close();
        super.close();
    }
}
