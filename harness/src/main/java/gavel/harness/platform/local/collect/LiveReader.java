package gavel.harness.platform.local.collect;

import static java.util.stream.Collectors.toMap;

import gavel.harness.collect.Instance;
import gavel.harness.collect.LiveFigures;
import gavel.harness.collect.metrics.DatabaseStatistics;
import gavel.harness.collect.metrics.Scraper;
import gavel.harness.collect.metrics.ServerStatistics;
import gavel.harness.platform.local.proc.Proc;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Reads storage, network and servers for the live page; a rate is the difference to the reading before. What cannot be read has no
 * figure. For one thread.
 */
final class LiveReader {
    private static final int PATIENCE_SECONDS = 10;

    private final Proc proc;
    private final Scraper scraper;
    private final ExecutorService fetchers;
    private final LongSupplier nanos;
    private Map<Key, Counted> before = Map.of();

    private enum Kind {
        STORAGE,
        NETWORK,
        SERVER
    }

    /** @param of the instance or the network it is counted for */
    private record Key(Kind kind, String tier, String of, String name) {}

    private record Counted(long value, long nanos) {
        /** What was counted for processes that have ended is gone: no rate is below 0. */
        double perSecondSince(Counted earlier) {
            double seconds = (nanos - earlier.nanos) / 1e9;
            return seconds <= 0 ? 0 : Math.max(0, value - earlier.value) / seconds;
        }
    }

    /**
     * What one server said.
     *
     * @param nanos when: others were waited for since
     */
    private record Said(Instance instance, Map<String, Long> counters, Map<String, Long> gauges, long nanos) {}

    LiveReader(Proc proc, Scraper scraper, ExecutorService fetchers, LongSupplier nanos) {
        this.proc = proc;
        this.scraper = scraper;
        this.fetchers = fetchers;
        this.nanos = nanos;
    }

    /** @param pids processes of each instance that has any here */
    LiveFigures read(List<Instance> instances, Map<String, List<Long>> pids) throws InterruptedException {
        Map<Key, Counted> now = new LinkedHashMap<>();
        instances.stream().filter(Instance::watchable).forEach(instance -> {
            long bytes = pids.getOrDefault(instance.name(), List.of()).stream()
                    .mapToLong(proc::storageBytes)
                    .sum();
            count(now, new Key(Kind.STORAGE, instance.tier(), instance.name(), ""), bytes);
        });
        networks(instances).forEach((key, pid) -> count(now, key, proc.networkBytes(pid)));
        Map<String, Map<String, Double>> servers = new LinkedHashMap<>();
        for (Said said : ask(instances)) {
            String tier = said.instance().tier();
            said.counters()
                    .forEach((name, value) -> now.put(
                            new Key(Kind.SERVER, tier, said.instance().name(), name),
                            new Counted(value, said.nanos())));
            said.gauges().forEach((name, value) -> add(servers, tier, name, value));
        }
        Map<String, Double> storage = new LinkedHashMap<>();
        Map<String, Double> network = new LinkedHashMap<>();
        now.forEach((key, counted) -> {
            Counted earlier = before.get(key);
            if (earlier != null) {
                double rate = counted.perSecondSince(earlier);
                switch (key.kind()) {
                    case STORAGE -> storage.merge(key.tier(), rate, Double::sum);
                    case NETWORK -> network.merge(key.tier(), rate, Double::sum);
                    case SERVER -> add(servers, key.tier(), key.name(), rate);
                }
            }
        });
        before = now;
        return new LiveFigures(storage, network, servers);
    }

    private void count(Map<Key, Counted> into, Key key, long value) {
        into.put(key, new Counted(value, nanos.getAsLong()));
    }

    private static void add(Map<String, Map<String, Double>> into, String tier, String name, double value) {
        into.computeIfAbsent(tier, each -> new LinkedHashMap<>()).merge(name, value, Double::sum);
    }

    /** Each network that instances are in, with a process that sees it. */
    private Map<Key, Long> networks(List<Instance> instances) {
        Map<String, Set<String>> tiers = new LinkedHashMap<>();
        Map<String, Long> seeing = new HashMap<>();
        for (Instance instance : instances) {
            String network = instance.watchable() ? proc.network(instance.pid()) : "";
            if (!network.isEmpty()) {
                tiers.computeIfAbsent(network, each -> new LinkedHashSet<>()).add(instance.tier());
                seeing.put(network, instance.pid());
            }
        }
        return tiers.entrySet().stream()
                .collect(toMap(
                        network -> new Key(
                                Kind.NETWORK,
                                network.getValue().size() == 1
                                        ? network.getValue().iterator().next()
                                        : LiveFigures.TOGETHER,
                                network.getKey(),
                                ""),
                        network -> seeing.get(network.getKey())));
    }

    /** All at the same time; a server that does not answer in time has no figures. */
    private List<Said> ask(List<Instance> instances) throws InterruptedException {
        List<Callable<Said>> questions = new ArrayList<>();
        for (Instance instance : instances) {
            if (instance.database() != null) {
                questions.add(() -> database(instance));
            }
            if (instance.statistics() != null) {
                questions.add(() -> server(instance));
            }
        }
        List<Said> answers = new ArrayList<>();
        for (Future<Said> answer : fetchers.invokeAll(questions, PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            try {
                answers.add(answer.get());
            } catch (ExecutionException | CancellationException silent) {
                // The collector tells at both ends of the measurement what could not be read.
            }
        }
        return answers;
    }

    private Said database(Instance instance) throws SQLException {
        Instance.Database database = instance.database();
        Map<String, Long> counters = DatabaseStatistics.read(database.url(), database.username(), database.password())
                .counters();
        return new Said(instance, counters, Map.of(), nanos.getAsLong());
    }

    private Said server(Instance instance) throws IOException, InterruptedException {
        ServerStatistics.Reading reading = instance.statistics().read(scraper);
        return new Said(instance, reading.counters(), reading.gauges(), nanos.getAsLong());
    }
}
