package gavel.harness.platform.local.collect;

import static java.util.stream.Collectors.toMap;

import gavel.harness.collect.Collected;
import gavel.harness.collect.Collector;
import gavel.harness.collect.Instance;
import gavel.harness.collect.LiveFigures;
import gavel.harness.collect.Power;
import gavel.harness.collect.Sample;
import gavel.harness.collect.metrics.AppMetrics;
import gavel.harness.collect.metrics.DatabaseStatistics;
import gavel.harness.collect.metrics.GuardedPage;
import gavel.harness.collect.metrics.PrometheusPage;
import gavel.harness.collect.metrics.Scraper;
import gavel.harness.collect.metrics.ServerStatistics;
import gavel.harness.platform.local.collect.MeasuredEnds.End;
import gavel.harness.platform.local.collect.MeasuredEnds.Peak;
import gavel.harness.platform.local.proc.Proc;
import gavel.harness.platform.local.proc.ProcessDetail;
import gavel.harness.platform.local.proc.Rapl;
import gavel.harness.platform.local.proc.Throttling;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The collector for processes of this machine. One thread of its own takes the samples and owns all state. Virtual threads fetch metrics
 * pages every five seconds of the measurement, so that a server that answers slowly does not delay a sample.
 */
public final class ProcCollector implements Collector {
    private static final int SCRAPE_EVERY = 5;
    private static final int COUNT_DESCRIPTORS_EVERY = 5;
    private static final int READ_MEMORY_EVERY = 5;

    private final Proc proc;
    private final List<Instance> instances;
    private final InstantSource clock;
    private final Sampler sampler;
    private final Scraper scraper = new Scraper();
    private final ScheduledExecutorService ticker;
    private final ExecutorService fetchers = Executors.newVirtualThreadPerTaskExecutor();
    private final LiveReader live;
    private final List<Sample> samples = new ArrayList<>();
    private final Map<String, List<PrometheusPage>> pages = new LinkedHashMap<>();
    private final Map<String, List<ServerStatistics.Reading>> servers = new LinkedHashMap<>();
    private final MemoryLatency memory = MemoryLatency.ofThisMachine();
    private final List<Double> memoryNanos = new ArrayList<>();
    private final CoreSpeed core = CoreSpeed.ofThisMachine();
    private final List<Double> arithmeticNanos = new ArrayList<>();
    private final Rapl rapl;
    private Rapl.Reading energy = Rapl.Reading.NONE;
    private double joules;
    private final Map<String, Peak> peaks = new LinkedHashMap<>();
    private final Set<String> ended = new HashSet<>();
    private final Set<String> problems = new LinkedHashSet<>();
    private volatile Sample latest = Sample.NONE;
    private End begin;
    private End end;
    private boolean asking;
    private int ticks;

    private ProcCollector(
            Proc proc, Rapl rapl, List<Instance> instances, InstantSource clock, LongSupplier nanos, long harness) {
        this.proc = proc;
        this.rapl = rapl;
        this.instances = new ArrayList<>(instances);
        this.clock = clock;
        this.sampler = new Sampler(proc, this.instances, clock, nanos, harness);
        this.live = new LiveReader(proc, scraper, fetchers, nanos);
        this.ticker = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name("collector").factory());
    }

    /** Starts watching at once. All instances must be running. */
    public static ProcCollector start(List<Instance> instances, InstantSource clock, LongSupplier nanos) {
        return start(instances, clock, nanos, ProcessHandle.current().pid());
    }

    /** @param harness the process whose children belong to the run */
    static ProcCollector start(List<Instance> instances, InstantSource clock, LongSupplier nanos, long harness) {
        return start(new Rapl(), instances, clock, nanos, harness);
    }

    /** @param rapl counters of energy, of this machine or of a planted one */
    static ProcCollector start(
            Rapl rapl, List<Instance> instances, InstantSource clock, LongSupplier nanos, long harness) {
        ProcCollector collector = new ProcCollector(new Proc(), rapl, instances, clock, nanos, harness);
        collector.ticker.scheduleAtFixedRate(collector::tick, 1, 1, TimeUnit.SECONDS);
        return collector;
    }

    private void tick() {
        // After a time without a core the timer makes up for every tick it missed.
        if (!sampler.due()) {
            return;
        }
        try {
            Sample sample = sampler.sample();
            samples.add(sample);
            latest = sample;
            ticks++;
            if (ticks % COUNT_DESCRIPTORS_EVERY == 0) {
                countDescriptors();
            }
            if (begin != null && end == null) {
                arithmeticNanos.add(core.nanos());
                countEnergy();
            }
            if (begin != null && end == null && ticks % READ_MEMORY_EVERY == 1) {
                memoryNanos.add(memory.nanos());
            }
            if (begin != null && end == null && !asking && ticks % SCRAPE_EVERY == 0) {
                fetchAll().forEach(fetch -> fetch.whenCompleteAsync(this::keepMeanwhile, ticker));
            }
        } catch (RuntimeException e) {
            problems.add("a sample could not be taken: " + e.getMessage());
        }
    }

    /** Often: a counter begins anew after some minutes. */
    private void countEnergy() {
        Rapl.Reading now = rapl.read();
        joules += now.joulesSince(energy);
        energy = now;
    }

    private void countDescriptors() {
        sampler.last().byName().forEach((name, usage) -> usage.pids()
                .forEach(pid ->
                        peaks.merge(name, new Peak(proc.openDescriptors(pid), proc.descriptorLimit(pid)), Peak::max)));
    }

    /** Servers that answer slowly, as those under load do, are waited for here and not by the thread that takes samples. */
    @Override
    public void beginMeasurement() throws InterruptedException {
        List<CompletableFuture<Runnable>> answers = onTicker(() -> {
            end = null;
            pages.clear();
            servers.clear();
            memoryNanos.clear();
            arithmeticNanos.clear();
            peaks.clear();
            // Before pages are waited for: what is used meanwhile is within the measured time.
            energy = rapl.read();
            joules = 0;
            Asked asked = ask();
            begin = asked.end();
            asking = true;
            return asked.answers();
        });
        result(CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
                .handleAsync(
                        (_, _) -> {
                            keepAll(answers);
                            asking = false;
                            return null;
                        },
                        ticker));
    }

    @Override
    public void endMeasurement() throws InterruptedException {
        onTicker(() -> {
            countEnergy();
            end = readEnd();
            return null;
        });
    }

    @Override
    public void watch(Instance instance) throws InterruptedException {
        onTicker(() -> {
            instances.replaceAll(known -> known.name().equals(instance.name()) ? instance : known);
            if (!instances.contains(instance)) {
                instances.add(instance);
            }
            ended.remove(instance.name());
            sampler.add(instance);
            return null;
        });
    }

    @Override
    public void expectEnd(String instance) throws InterruptedException {
        onTicker(() -> {
            ended.add(instance);
            sampler.expectEnd(instance);
            return null;
        });
    }

    @Override
    public Sample latest() {
        return latest;
    }

    @Override
    public LiveFigures figures() throws InterruptedException {
        try {
            Map<String, List<Long>> pids = onTicker(() -> sampler.last().byName().entrySet().stream()
                    .collect(toMap(Map.Entry::getKey, usage -> usage.getValue().pids())));
            List<Instance> watched = onTicker(() -> instances.stream()
                    .filter(instance -> !ended.contains(instance.name()))
                    .toList());
            return live.read(watched, pids);
        } catch (RejectedExecutionException closed) {
            return LiveFigures.NONE;
        }
    }

    @Override
    public Collected collected() {
        try {
            return onTicker(this::sum);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the statistics were summed up", e);
        }
    }

    private Collected sum() {
        if (begin == null) {
            return new Collected(
                    0, 0, Collected.MachineUse.UNKNOWN, List.of(), samples, sampler.events(), List.copyOf(problems));
        }
        End last = end == null ? readEnd() : end;
        MeasuredEnds ends = new MeasuredEnds(
                begin,
                last,
                List.copyOf(samples),
                new MeasuredEnds.Read(pages, servers, memoryNanos, arithmeticNanos),
                peaks);
        Collected collected = new Collected(
                begin.reading().atMillis(),
                last.reading().atMillis(),
                ends.machine(),
                instances.stream().map(ends::use).toList(),
                samples,
                sampler.events(),
                List.copyOf(problems));
        return collected.seconds() <= 0
                ? collected
                : collected.with(new Power(joules / collected.seconds(), energy.zones()), List.of());
    }

    /** One end of the measurement, with what servers will have answered. */
    private record Asked(End end, List<CompletableFuture<Runnable>> answers) {}

    private End readEnd() {
        Asked asked = ask();
        keepAll(asked.answers());
        return asked.end();
    }

    private void keepAll(List<CompletableFuture<Runnable>> answers) {
        answers.forEach(answer -> answer.handle(this::keep).join());
    }

    /** The cheap readings first, so that both ends are taken at the moment they were asked for. */
    private Asked ask() {
        Sampler.Reading reading = sampler.read();
        Map<String, Long> network = proc.networkBytes();
        countDescriptors();
        Map<String, DatabaseStatistics> databases = new LinkedHashMap<>();
        List<CompletableFuture<Runnable>> answers = fetchAll();
        answers.addAll(fetchDatabases(databases));
        Map<String, ProcessDetail> details = new LinkedHashMap<>();
        Map<String, Throttling> throttling = new LinkedHashMap<>();
        for (Instance instance : instances.stream().filter(Instance::watchable).toList()) {
            details.put(
                    instance.name(),
                    sampler.detail(instance.name(), reading.byName().get(instance.name())));
            throttling.put(instance.name(), proc.throttling(instance.pid()));
        }
        return new Asked(new End(reading, details, throttling, databases, network), answers);
    }

    /**
     * Begins to fetch every page and every server's figures; each fetch ends by itself, at the latest with its time-out. What it gives is
     * the note of what was read, for the thread that owns the state.
     */
    private List<CompletableFuture<Runnable>> fetchAll() {
        List<CompletableFuture<Runnable>> fetches = new ArrayList<>();
        for (Instance instance : instances) {
            String name = instance.name();
            if (ended.contains(name)) {
                continue;
            }
            GuardedPage metrics = instance.metrics();
            if (metrics != null) {
                fetches.add(fetch("metrics of " + name, () -> {
                    PrometheusPage page = scraper.scrape(metrics).at(clock.millis());
                    return () -> AppMetrics.append(pages.computeIfAbsent(name, n -> new ArrayList<>()), page);
                }));
            }
            if (instance.statistics() != null) {
                fetches.add(fetch("statistics of " + name, () -> {
                    ServerStatistics.Reading reading = instance.statistics().read(scraper);
                    return () -> servers.computeIfAbsent(name, n -> new ArrayList<>())
                            .add(reading);
                }));
            }
        }
        return fetches;
    }

    private CompletableFuture<Runnable> fetch(String what, Callable<Runnable> task) {
        return CompletableFuture.<Runnable>supplyAsync(
                () -> {
                    try {
                        return task.call();
                    } catch (Exception e) {
                        return () -> problems.add(what + " could not be read: " + rootOf(e));
                    }
                },
                fetchers);
    }

    /** What was under way as the measurement ended is older than its end: a counter would seem to fall, as one that began anew. */
    private void keepMeanwhile(Runnable note, Throwable failure) {
        if (end == null) {
            keep(note, failure);
        }
    }

    private boolean keep(Runnable note, Throwable failure) {
        if (note == null) {
            return problems.add("a fetch failed: " + rootOf(failure));
        }
        note.run();
        return true;
    }

    private static String rootOf(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage();
    }

    private List<CompletableFuture<Runnable>> fetchDatabases(Map<String, DatabaseStatistics> into) {
        List<CompletableFuture<Runnable>> fetches = new ArrayList<>();
        for (Instance instance : instances) {
            Instance.Database database = instance.database();
            if (database != null) {
                String what = "statistics of " + instance.name();
                fetches.add(fetch(what, () -> {
                    DatabaseStatistics read =
                            DatabaseStatistics.read(database.url(), database.username(), database.password());
                    return () -> {
                        into.put(instance.name(), read);
                        read.refused().forEach(refused -> problems.add(what + " are incomplete: " + refused));
                    };
                }));
            }
        }
        return fetches;
    }

    private <T> T onTicker(Callable<T> task) throws InterruptedException {
        return result(ticker.submit(task));
    }

    private static <T> T result(Future<T> task) throws InterruptedException {
        try {
            return task.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(
                    "the collector failed: " + e.getCause().getMessage(), e.getCause());
        }
    }

    @Override
    public void close() {
        ticker.shutdown();
        fetchers.shutdownNow();
        scraper.close();
    }
}
