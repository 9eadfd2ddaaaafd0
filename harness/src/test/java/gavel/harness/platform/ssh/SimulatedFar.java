package gavel.harness.platform.ssh;

import gavel.harness.collect.Collected;
import gavel.harness.collect.Collected.MachineUse;
import gavel.harness.collect.LiveFigures;
import gavel.harness.collect.Outside;
import gavel.harness.collect.Power;
import gavel.harness.collect.Sample;
import gavel.harness.collect.Sample.InstanceSample;
import gavel.harness.collect.StartedProcess;
import gavel.harness.config.placement.Partition;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.HostDescription;
import gavel.harness.platform.HostFacts;
import gavel.harness.platform.HostRemains;
import gavel.harness.platform.KernelCounts;
import gavel.harness.platform.Machine;
import gavel.harness.platform.Removal;
import gavel.harness.platform.ssh.far.FarHost;
import gavel.harness.platform.ssh.far.FarInstance;
import gavel.harness.platform.ssh.far.Order;
import gavel.harness.topology.FileSpec;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.Step;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** What a machine would answer on which everything starts at once; of its seconds there are as many as are wanted, without waiting. */
public final class SimulatedFar implements FarHost {
    private static final int AT_ONCE = 600;
    private static final long GIBIBYTE = 1L << 30;
    private final String name;
    private final int seconds;
    private final long fromMillis;
    private final Map<String, FarInstance> instances = new ConcurrentHashMap<>();
    private final List<String> written = new CopyOnWriteArrayList<>();
    private List<Watched> watched = List.of();
    private int pids = 100;
    private volatile boolean limited;
    private volatile boolean late;

    public SimulatedFar(String name, int seconds, long fromMillis) {
        this.name = name;
        this.seconds = seconds;
        this.fromMillis = fromMillis;
    }

    @Override
    public double clock() {
        return System.currentTimeMillis();
    }

    @Override
    public HostFacts facts() {
        return new HostFacts(16, 64 * GIBIBYTE, 60 * GIBIBYTE, 500 * GIBIBYTE, 1_048_576, 25);
    }

    @Override
    public HostDescription description() {
        return new HostDescription(
                name,
                "Debian GNU/Linux 12",
                "6.1.0",
                "a processor of 16 cores",
                "none",
                "madvise",
                name,
                KernelCounts.UNKNOWN);
    }

    @Override
    public List<String> obstacles(List<Partition> parts) {
        return List.of();
    }

    @Override
    public String program(List<String> patterns) {
        return patterns.getFirst().replace("*", "15");
    }

    @Override
    public String ask(List<String> command) {
        return "version 15.4.2";
    }

    @Override
    public Machine.Said tried(List<String> command) {
        return new Machine.Said(0, List.of());
    }

    @Override
    public int administer(List<String> command, Duration longest, Consumer<String> lines) {
        return 0;
    }

    @Override
    public List<Integer> takenPorts() {
        return List.of(22);
    }

    @Override
    public String prepare(Order order, Consumer<String> lines) {
        return "/var/tmp/gavel/deployments/" + order.deployment();
    }

    @Override
    public void write(Order order, FileSpec file) {
        written.add(file.path());
    }

    /** Paths of files that it was given by themselves. */
    public List<String> written() {
        return List.copyOf(written);
    }

    @Override
    public String read(Order order, String path) {
        return null;
    }

    @Override
    public boolean exists(Order order, String path) {
        return false;
    }

    @Override
    public void delete(Order order, String path) {}

    @Override
    public List<String> log(Order order, String process, int last) {
        return List.of();
    }

    @Override
    public List<KeptFile> files(Order order, String directory) {
        return List.of();
    }

    @Override
    public void makeDirectory(Order order, String path) {}

    @Override
    public int run(
            Order order, String host, String process, Step.Command command, Duration longest, Consumer<String> lines) {
        return 0;
    }

    @Override
    public synchronized FarInstance start(Order order, InstanceSpec instance) {
        Map<String, String> files = instance.reload() == null
                ? Map.of()
                : instance.files().stream().collect(Collectors.toMap(FileSpec::path, FileSpec::content));
        StartedProcess process = new StartedProcess(
                instance.name(), instance.tier(), name, List.of("program", "--of", instance.name()), Map.of(), files);
        FarInstance started = new FarInstance(instance.tier(), instance.name(), ++pids, true, false, process);
        instances.put(instance.name(), started);
        return started;
    }

    /** It has other files by now, and another pid; nobody looks at that. */
    @Override
    public FarInstance reload(Order order, InstanceSpec next, Duration patience) {
        return start(order, next);
    }

    @Override
    public List<FarInstance> attach(Order order, List<InstanceSpec> specs) {
        return specs.stream()
                .map(spec -> instances.get(spec.name()))
                .filter(known -> known != null)
                .toList();
    }

    @Override
    public List<FarInstance> others(Order order, List<InstanceSpec> specs) {
        return List.of();
    }

    @Override
    public void awaitReady(Order order, InstanceSpec instance, Duration patience) {
        if (late) {
            throw new EnvironmentException(instance.name() + " was not ready");
        }
    }

    /** From now on nothing becomes ready. */
    public void late() {
        late = true;
    }

    @Override
    public void perform(Order order, Step step, InstanceSpec instance, Duration longest) {}

    @Override
    public void limitCpu(Order order, boolean enforced) {
        limited = enforced;
    }

    boolean limited() {
        return limited;
    }

    @Override
    public HostRemains remains(Order order) {
        return new HostRemains(name, "", List.of(), "");
    }

    @Override
    public void dissolve(Order order) {}

    @Override
    public Removal remove(Order order) {
        instances.clear();
        return new Removal(List.of(), List.of());
    }

    @Override
    public long forgetOldBuilds() {
        return 0;
    }

    @Override
    public boolean startCacheMissing(Order order) {
        return false;
    }

    @Override
    public void forgetStartCache(Order order) {}

    @Override
    public boolean keepStartCache(Order order, String path) {
        return true;
    }

    @Override
    public boolean alive(Order order, InstanceSpec instance) {
        return instances.containsKey(instance.name());
    }

    @Override
    public String version(Order order, InstanceSpec instance) {
        return "";
    }

    @Override
    public void kill(Order order, InstanceSpec instance) {}

    @Override
    public void freeze(Order order, InstanceSpec instance) {
        seen(instance, true);
    }

    @Override
    public void thaw(Order order, InstanceSpec instance) {
        seen(instance, false);
    }

    private void seen(InstanceSpec instance, boolean frozen) {
        instances.computeIfPresent(
                instance.name(),
                (_, one) -> new FarInstance(one.tier(), one.name(), one.pid(), true, frozen, one.started()));
    }

    @Override
    public void stop(Order order, InstanceSpec instance, Duration grace) {
        instances.remove(instance.name());
    }

    @Override
    public int collect(List<Watched> processes) {
        watched = List.copyOf(processes);
        return 1;
    }

    @Override
    public void beginMeasurement(int collector) {}

    @Override
    public void endMeasurement(int collector) {}

    @Override
    public void watch(int collector, Watched process) {}

    @Override
    public void expectEnd(int collector, String instance) {}

    @Override
    public LiveFigures figures(int collector) {
        return new LiveFigures(Map.of("appServers", 1_000.0), Map.of(), Map.of());
    }

    @Override
    public Sample latest(int collector) {
        return sample(0);
    }

    /** No two alike, with as many digits as real ones have. */
    private Sample sample(int second) {
        double busy = 0.5 + 0.4 * Math.sin(second / 60.0 + name.hashCode());
        return new Sample(
                fromMillis + second * 1_000L,
                busy,
                0,
                (int) (busy * 20),
                (long) (20 * GIBIBYTE * busy),
                watched.stream()
                        .map(process -> new InstanceSample(
                                process.tier(), process.name(), busy * 16 / watched.size(), (long) (busy * GIBIBYTE)))
                        .toList(),
                Outside.of(0.02 * busy, Map.of("systemd-journal", 0.015 * busy)));
    }

    @Override
    public Collected collected(int collector) {
        return new Collected(
                fromMillis,
                fromMillis + seconds * 1_000L,
                new MachineUse(
                        16,
                        0.5,
                        0,
                        0,
                        8,
                        64 * GIBIBYTE,
                        20 * GIBIBYTE,
                        1L << 40,
                        80,
                        1,
                        Outside.NONE,
                        new Power(120, "RAPL")),
                watched.stream()
                        .map(process -> SimulatedUse.of(process, seconds))
                        .toList(),
                List.of(),
                List.of(),
                List.of());
    }

    @Override
    public List<Sample> samples(int collector, int from) {
        return java.util.stream.IntStream.range(from, Math.min(seconds, from + AT_ONCE))
                .mapToObj(this::sample)
                .toList();
    }

    @Override
    public void endCollection(int collector) {}

    @Override
    public List<String> unanswered(List<String> sockets) {
        return List.of();
    }

    @Override
    public long connect(String address, int port) throws IOException {
        throw new IOException("nothing listens at " + address + ":" + port);
    }

    @Override
    public byte[] receive(long connection) {
        return null;
    }

    @Override
    public void send(long connection, byte[] bytes) {}

    @Override
    public void disconnect(long connection) {}

    @Override
    public byte[] part(String path, long from) {
        return new byte[0];
    }

    @Override
    public void add(String path, long from, byte[] bytes) {}
}
