package gavel.harness.platform.ssh.far;

import gavel.harness.collect.Collected;
import gavel.harness.collect.Collector;
import gavel.harness.collect.Instance;
import gavel.harness.collect.LiveFigures;
import gavel.harness.collect.Sample;
import gavel.harness.config.placement.Partition;
import gavel.harness.deployment.RunDirectory;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.HostDescription;
import gavel.harness.platform.HostFacts;
import gavel.harness.platform.HostRemains;
import gavel.harness.platform.Machine;
import gavel.harness.platform.Platform;
import gavel.harness.platform.Removal;
import gavel.harness.platform.RunningInstance;
import gavel.harness.platform.local.LocalPlatforms;
import gavel.harness.platform.local.host.Host;
import gavel.harness.platform.local.proc.SeenCommands;
import gavel.harness.platform.local.proc.TakenPorts;
import gavel.harness.topology.FileSpec;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.Step;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Does at the far end what is asked for, by the platform of this machine. Any thread may ask. */
final class FarOperations extends LocalStreams implements FarHost {
    private static final int SAMPLES_AT_ONCE = 600;
    private static final Duration GRACE = Duration.ofSeconds(10);
    private final Path directory;
    private final LocalPlatforms here;
    private final InstantSource clock;
    private final Host machine;
    private final Map<String, Deployed> deployed = new ConcurrentHashMap<>();
    private final Map<Integer, Collector> collectors = new ConcurrentHashMap<>();
    private final AtomicInteger numbers = new AtomicInteger();

    /** One deployment, with what was started for it by this process. */
    private record Deployed(Platform platform, Map<String, String> secrets, Map<String, RunningInstance> instances) {}

    FarOperations(Path directory, LocalPlatforms here, InstantSource clock) {
        this.directory = directory;
        this.here = here;
        this.clock = clock;
        this.machine = here.hosts().apply(directory);
    }

    private Path run(Order order) {
        return directory.resolve("deployments").resolve(order.deployment());
    }

    private Deployed of(Order order) {
        Deployed known = deployed.computeIfAbsent(order.deployment(), name -> {
            Map<String, String> secrets = new ConcurrentHashMap<>();
            return new Deployed(
                    here.platform(run(order), order.parts(), secrets::get), secrets, new ConcurrentHashMap<>());
        });
        known.secrets().putAll(order.secrets());
        return known;
    }

    private Platform platform(Order order) {
        return of(order).platform();
    }

    @Override
    public double clock() {
        Instant now = clock.instant();
        return now.getEpochSecond() * 1e3 + now.getNano() / 1e6;
    }

    @Override
    public HostFacts facts() {
        return machine.facts();
    }

    @Override
    public HostDescription description() {
        return machine.description();
    }

    @Override
    public List<String> obstacles(List<Partition> parts) {
        return machine.obstacles(parts);
    }

    @Override
    public String program(List<String> patterns) {
        return machine.program(patterns).map(Path::toString).orElse(null);
    }

    @Override
    public String ask(List<String> command) {
        return machine.ask(command);
    }

    @Override
    public Machine.Said tried(List<String> command) {
        return machine.tried(command);
    }

    @Override
    public int administer(List<String> command, Duration longest, Consumer<String> lines) throws InterruptedException {
        return machine.administer(command, longest, lines);
    }

    @Override
    public List<Integer> takenPorts() {
        return TakenPorts.ofThisMachine().all();
    }

    @Override
    public String prepare(Order order, Consumer<String> lines) {
        new RunDirectory(run(order)).create();
        platform(order).prepare(lines);
        return run(order).toString();
    }

    @Override
    public void write(Order order, FileSpec file) throws IOException {
        platform(order).write("", file);
    }

    @Override
    public String read(Order order, String path) throws IOException {
        return platform(order).read("", path).orElse(null);
    }

    @Override
    public boolean exists(Order order, String path) throws IOException {
        return platform(order).exists("", path);
    }

    @Override
    public void delete(Order order, String path) throws IOException {
        platform(order).delete("", path);
    }

    @Override
    public List<String> log(Order order, String process, int last) {
        return platform(order).log("", process, last);
    }

    @Override
    public List<KeptFile> files(Order order, String below) {
        Path place = run(order).resolve(below);
        if (!Files.isDirectory(place)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(place, 3)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> new KeptFile(
                            run(order).relativize(file).toString(),
                            file.toFile().length()))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void makeDirectory(Order order, String path) throws IOException {
        Files.createDirectories(run(order).resolve(path));
    }

    @Override
    public int run(
            Order order, String host, String name, Step.Command command, Duration longest, Consumer<String> lines)
            throws IOException, InterruptedException {
        return platform(order).run(host, name, command, lines);
    }

    @Override
    public FarInstance start(Order order, InstanceSpec instance) throws IOException, InterruptedException {
        return kept(order, platform(order).start(instance));
    }

    private FarInstance kept(Order order, RunningInstance running) {
        of(order).instances().put(running.spec().name(), running);
        return far(running);
    }

    private static FarInstance far(RunningInstance running) {
        return new FarInstance(
                running.spec().tier(),
                running.spec().name(),
                running.watched().map(Instance::pid).orElse(0L),
                running.alive(),
                running.frozen(),
                running.started().orElse(null));
    }

    @Override
    public FarInstance reload(Order order, InstanceSpec next, Duration patience)
            throws IOException, InterruptedException {
        return kept(order, platform(order).reload(running(order, next), next));
    }

    /** As it was started by this process or, where that has ended, found again: then its exit code will not be known. */
    private RunningInstance running(Order order, InstanceSpec instance) {
        RunningInstance known = of(order).instances().get(instance.name());
        if (known != null && known.alive()) {
            return known;
        }
        return platform(order).attach(List.of(instance)).stream()
                .filter(found -> known == null || found.alive())
                .findFirst()
                .or(() -> Optional.ofNullable(known))
                .orElseThrow(() -> new EnvironmentException(instance.name() + " does not run here"));
    }

    @Override
    public List<FarInstance> attach(Order order, List<InstanceSpec> instances) {
        return platform(order).attach(instances).stream()
                .map(FarOperations::far)
                .toList();
    }

    @Override
    public List<FarInstance> others(Order order, List<InstanceSpec> instances) {
        return platform(order).others(instances).stream()
                .map(FarOperations::far)
                .toList();
    }

    @Override
    public void awaitReady(Order order, InstanceSpec instance, Duration patience) throws InterruptedException {
        platform(order).awaitReady(running(order, instance));
    }

    @Override
    public void perform(Order order, Step step, InstanceSpec instance, Duration longest)
            throws IOException, InterruptedException {
        platform(order).perform(step, instance);
    }

    @Override
    public void limitCpu(Order order, boolean enforced) {
        platform(order).limitCpu(enforced);
    }

    @Override
    public HostRemains remains(Order order) {
        return platform(order).remains().getFirst();
    }

    @Override
    public void dissolve(Order order) {
        platform(order).dissolve();
    }

    @Override
    public Removal remove(Order order) {
        // When what runs was asked to end, the near end may not have reached this machine.
        platform(order).others(List.of()).forEach(left -> left.stop(GRACE));
        Removal removal = platform(order).remove();
        deployed.remove(order.deployment());
        return removal;
    }

    @Override
    public long forgetOldBuilds() {
        return new OldBuilds(
                        directory,
                        here.installation().build().getFileName().toString(),
                        SeenCommands.ofThisMachine(),
                        clock.instant())
                .forget();
    }

    @Override
    public boolean startCacheMissing(Order order) {
        return platform(order).startCache().missing();
    }

    @Override
    public void forgetStartCache(Order order) throws IOException {
        platform(order).startCache().forget();
    }

    @Override
    public boolean keepStartCache(Order order, String path) throws IOException {
        return platform(order).startCache().keep(path);
    }

    @Override
    public boolean alive(Order order, InstanceSpec instance) {
        return platform(order).attach(List.of(instance)).stream().anyMatch(RunningInstance::alive);
    }

    @Override
    public String version(Order order, InstanceSpec instance) {
        return running(order, instance).version();
    }

    @Override
    public void kill(Order order, InstanceSpec instance) {
        running(order, instance).kill();
    }

    @Override
    public void freeze(Order order, InstanceSpec instance) throws IOException, InterruptedException {
        running(order, instance).freeze();
    }

    @Override
    public void thaw(Order order, InstanceSpec instance) throws IOException, InterruptedException {
        running(order, instance).thaw();
    }

    @Override
    public void stop(Order order, InstanceSpec instance, Duration grace) {
        platform(order).attach(List.of(instance)).forEach(running -> running.stop(grace));
    }

    private Collector collector(int number) {
        return Optional.ofNullable(collectors.get(number))
                .orElseThrow(() -> new EnvironmentException("nothing is watched here under the number " + number));
    }

    @Override
    public int collect(List<Watched> processes) {
        int number = numbers.incrementAndGet();
        List<Instance> watched = processes.stream().map(Watched::instance).toList();
        collectors.put(number, here.collectors().apply(watched));
        return number;
    }

    @Override
    public void beginMeasurement(int collector) throws InterruptedException {
        collector(collector).beginMeasurement();
    }

    @Override
    public void endMeasurement(int collector) throws InterruptedException {
        collector(collector).endMeasurement();
    }

    @Override
    public void watch(int collector, Watched process) throws InterruptedException {
        collector(collector).watch(process.instance());
    }

    @Override
    public void expectEnd(int collector, String instance) throws InterruptedException {
        collector(collector).expectEnd(instance);
    }

    @Override
    public Sample latest(int collector) {
        return collector(collector).latest();
    }

    @Override
    public LiveFigures figures(int collector) throws InterruptedException {
        return collector(collector).figures();
    }

    @Override
    public Collected collected(int collector) {
        Collected all = collector(collector).collected();
        return new Collected(
                all.fromMillis(),
                all.toMillis(),
                all.machine(),
                all.instances(),
                List.of(),
                all.events(),
                all.problems());
    }

    @Override
    public List<Sample> samples(int collector, int from) {
        List<Sample> all = collector(collector).collected().samples();
        int begin = Math.clamp(from, 0, all.size());
        return all.subList(begin, Math.min(all.size(), begin + SAMPLES_AT_ONCE));
    }

    @Override
    public void endCollection(int collector) {
        Collector ended = collectors.remove(collector);
        if (ended != null) {
            ended.close();
        }
    }
}
