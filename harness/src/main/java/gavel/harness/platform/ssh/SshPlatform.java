package gavel.harness.platform.ssh;

import gavel.harness.collect.Collector;
import gavel.harness.collect.Instance;
import gavel.harness.config.Configuration;
import gavel.harness.config.placement.Partition;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.failure.InterruptedRunException;
import gavel.harness.platform.HostRemains;
import gavel.harness.platform.HostRemains.Recorded;
import gavel.harness.platform.Machines;
import gavel.harness.platform.Platform;
import gavel.harness.platform.Removal;
import gavel.harness.platform.RunningInstance;
import gavel.harness.platform.StartCachePlace;
import gavel.harness.platform.hosts.SideBySide;
import gavel.harness.platform.ssh.far.FarInstance;
import gavel.harness.platform.ssh.protocol.Values;
import gavel.harness.topology.FileSpec;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.Launch;
import gavel.harness.topology.Locations;
import gavel.harness.topology.Step;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * One deployment on machines that are reached by ssh: each does what this machine's own platform does here. What has no machine, such as
 * making certificates, is done here.
 */
public final class SshPlatform implements Platform {
    private static final Duration SHORT = Duration.ofMinutes(2);
    private final Sites sites;
    private final UnaryOperator<String> secrets;
    private final Platform near;
    private final FarFiles files;
    private final SshStartCache startCache;
    private long descriptors = -1;
    private final Map<String, String> hostOf = new ConcurrentHashMap<>();

    SshPlatform(
            SshPlatforms given, Path runDirectory, Configuration made, Ground ground, UnaryOperator<String> secrets) {
        this.sites = new Sites(given, runDirectory, made, ground, secrets);
        this.secrets = secrets;
        this.near = given.here().platform(runDirectory, List.of(), secrets);
        this.files = new FarFiles(runDirectory);
        this.startCache = new SshStartCache(sites);
    }

    private FarSite site(String host) {
        return sites.site(host);
    }

    @Override
    public void prepare(Consumer<String> lines) {
        try {
            sites.power().on(sites.ground().machines(), lines);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedRunException("hosts are switched on");
        }
        sites.prepare(sites.ground().machines(), lines);
    }

    /** Makes machines ready that have come by now. */
    public void join(List<String> machines) throws InterruptedException {
        sites.join(machines);
    }

    /** Whether the connection has ended that a machine has now. */
    public BooleanSupplier ended(String machine) {
        return sites.given().ended(sites.machine(machine), sites.directory());
    }

    @Override
    public void takeAway(String host) throws InterruptedException {
        sites.takeAway(host);
    }

    @Override
    public void bringBack(String host) throws InterruptedException {
        sites.bringBack(host);
    }

    /** Brings once what machines kept that are about to go; what cannot be had is told. */
    public List<String> leave(List<String> machines) {
        List<String> holding =
                machines.stream().filter(sites.memory().machines()::contains).toList();
        List<FarSite> there = sites.reachable().stream()
                .filter(site -> holding.contains(site.name()))
                .toList();
        List<String> remarks = files.fetchLast(there, holding, run());
        holding.forEach(sites.memory()::removed);
        return remarks;
    }

    @Override
    public Locations locations() {
        Map<String, String> numbers = new LinkedHashMap<>();
        sites.ground()
                .machines()
                .forEach(machine -> numbers.put(machine.name(), Network.number(machine.name(), machine.address())));
        String network = Network.around(List.copyOf(numbers.values()));
        Map<String, Locations.Address> hosts = new LinkedHashMap<>();
        hosts.put("", new Locations.Address("127.0.0.1", "127.0.0.1/32"));
        numbers.forEach((machine, number) -> hosts.put(machine, new Locations.Address(number, network)));
        for (Partition part : sites.ground().parts()) {
            hosts.put(part.name(), hosts.get(sites.machineOf(part.name())));
        }
        String build = sites.given().build().below(sites.directory());
        return new Locations(
                run(),
                build + "/java/bin/java",
                build + "/auction-app/target/auction-app.jar",
                descriptors() < 0 ? null : startCache.place(),
                build + "/workload-driver/target/workload-driver.jar",
                build + "/harness/target/harness.jar",
                sites.directory() + "/embedded-database",
                hosts,
                List.of(),
                descriptors());
    }

    /** Directory of the deployment on each of the machines. */
    public String run() {
        return sites.run();
    }

    /** The least of all; unknown until each of them has answered. */
    public long descriptors() {
        if (descriptors < 0) {
            List<FarSite> answering = sites.reachable();
            if (answering.size() == sites.ground().machines().size()) {
                descriptors =
                        answering.stream().mapToLong(FarSite::descriptors).min().orElse(-1);
            }
        }
        return descriptors;
    }

    @Override
    public Machines machines() {
        return SshPlatforms.machines(sites.given().reach(sites.ground().machines(), sites.directory()));
    }

    @Override
    public void write(String host, FileSpec file) throws IOException {
        if (host.isEmpty()) {
            near.write(host, file);
        } else {
            site(host).far().write(site(host).order(file), file);
        }
    }

    @Override
    public Optional<String> read(String host, String path) throws IOException {
        return host.isEmpty()
                ? near.read(host, path)
                : Optional.ofNullable(site(host).far().read(site(host).order(), path));
    }

    @Override
    public boolean exists(String host, String path) throws IOException {
        return host.isEmpty()
                ? near.exists(host, path)
                : site(host).far().exists(site(host).order(), path);
    }

    @Override
    public void delete(String host, String path) throws IOException {
        if (host.isEmpty()) {
            near.delete(host, path);
        } else {
            site(host).far().delete(site(host).order(), path);
        }
    }

    @Override
    public String bring(String host, Path file) throws IOException {
        if (host.isEmpty()) {
            return near.bring(host, file);
        }
        String there = run() + "/tmp/" + file.getFileName();
        try {
            site(host).host().send(file, there);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while " + file.getFileName() + " was copied to host " + host, e);
        }
        return there;
    }

    @Override
    public List<String> log(String host, String process, int last) {
        return host.isEmpty()
                ? near.log(host, process, last)
                : site(host).far().log(site(host).order(), process, last);
    }

    @Override
    public String output(Path here) {
        String there = files.output(here);
        SideBySide.all(sites.reachable(), site -> {
            site.far().makeDirectory(site.order(), there);
            return site;
        });
        return run() + "/" + there;
    }

    @Override
    public List<String> fetch() {
        return files.fetch(sites.reachable(), sites.memory().machines(), run());
    }

    @Override
    public int run(String host, String name, Step.Command command, Consumer<String> lines)
            throws IOException, InterruptedException {
        if (host.isEmpty()) {
            return near.run(host, name, command, lines);
        }
        FarSite site = site(host);
        return site.far().run(site.order(command), site.part(host), name, command, command.longest(), lines);
    }

    @Override
    public RunningInstance start(InstanceSpec instance) throws IOException, InterruptedException {
        return switch (instance.launch()) {
            case Launch.Elsewhere _ -> near.start(instance);
            case Launch.Storage storage -> {
                RunningInstance first = null;
                for (String user : new LinkedHashSet<>(storage.users())) {
                    RunningInstance made = started(instance, site(user), "");
                    first = first == null ? made : first;
                }
                yield first;
            }
            default ->
                started(instance, site(instance.host()), site(instance.host()).part(instance.host()));
        };
    }

    private RunningInstance started(InstanceSpec instance, FarSite site, String part)
            throws IOException, InterruptedException {
        InstanceSpec there = Values.far(instance, part);
        FarInstance seen = site.far().start(site.order(there), there);
        sites.memory().runs(site.name(), recorded(seen));
        return running(instance, site, seen);
    }

    private SshInstance running(InstanceSpec instance, FarSite site, FarInstance seen) {
        hostOf.put(instance.name(), site.name());
        return new SshInstance(instance, sites, site.name(), seen, secrets);
    }

    private Recorded recorded(FarInstance seen) {
        return new Recorded(
                seen.name(), seen.tier(), seen.pid(), seen.alive(), run() + "/logs/" + seen.name() + ".log");
    }

    @Override
    public RunningInstance reload(RunningInstance running, InstanceSpec next) throws IOException, InterruptedException {
        FarSite site = site(next.host());
        InstanceSpec there = Values.far(next, site.part(next.host()));
        Duration patience = next.reload().inForce().patience();
        return running(next, site, site.far().reload(site.order(there), there, patience));
    }

    @Override
    public List<RunningInstance> attach(List<InstanceSpec> instances) {
        Map<String, InstanceSpec> byName =
                instances.stream().collect(Collectors.toMap(InstanceSpec::name, instance -> instance));
        return found(site -> {
            List<InstanceSpec> own = instances.stream()
                    .filter(instance -> sites.machineOf(instance.host()).equals(site.name()))
                    .map(instance -> Values.far(instance, site.part(instance.host())))
                    .toList();
            return site.far().attach(site.order(), own).stream()
                    .<RunningInstance>map(seen -> running(byName.get(seen.name()), site, seen))
                    .toList();
        });
    }

    /** Of all machines that answer, asked side by side; nothing before there is one that may hold something. */
    private List<RunningInstance> found(Function<FarSite, List<RunningInstance>> at) {
        return sites.memory().machines().isEmpty()
                ? List.of()
                : SideBySide.all(sites.reachable(), at::apply).stream()
                        .flatMap(List::stream)
                        .toList();
    }

    @Override
    public List<RunningInstance> others(List<InstanceSpec> instances) {
        return found(site -> {
            List<InstanceSpec> there = instances.stream()
                    .map(instance -> Values.far(instance, site.part(instance.host())))
                    .toList();
            return site.others(there).stream()
                    .<RunningInstance>map(seen -> new SshInstance(
                            InstanceSpec.of(seen.tier(), seen.name(), new Launch.Elsewhere(""))
                                    .on(site.name())
                                    .build(),
                            sites,
                            site.name(),
                            seen,
                            secrets))
                    .toList();
        });
    }

    @Override
    public void awaitReady(RunningInstance running) throws InterruptedException {
        if (running instanceof SshInstance instance) {
            FarSite site = instance.site();
            site.far()
                    .awaitReady(
                            site.order(instance.there()),
                            instance.there(),
                            instance.spec().ready().patience());
        } else {
            near.awaitReady(running);
        }
    }

    @Override
    public void perform(Step step, InstanceSpec instance) throws IOException, InterruptedException {
        FarSite site = site(instance.host());
        InstanceSpec there = Values.far(instance, site.part(instance.host()));
        Duration longest = step.action() instanceof Step.Command command ? command.longest() : SHORT;
        site.far().perform(site.order(step, there), step, there, longest);
    }

    @Override
    public void limitCpu(boolean enforced) {
        sites.limitCpu(enforced);
    }

    @Override
    public URI reach(String host, URI page) {
        if (host.isEmpty()) {
            return page;
        }
        try {
            int port = site(host).host().forward(page.getHost(), page.getPort());
            return URI.create(page.getScheme() + "://localhost:" + port + page.getRawPath());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new EnvironmentException("interrupted while " + page + " was reached", e);
        }
    }

    @Override
    public Collector collector(List<Instance> instances) {
        return new SshCollector(
                sites.reachable(),
                sites::site,
                hostOf,
                instances,
                sites.given().here().collectors(),
                sites.given().here().time());
    }

    @Override
    public StartCachePlace startCache() {
        return startCache;
    }

    @Override
    public List<HostRemains> remains() {
        return new FarRemoval(sites, run()).remains();
    }

    @Override
    public void dissolve() {
        sites.dissolve();
    }

    @Override
    public Removal remove() {
        return new FarRemoval(sites, run()).remove(near);
    }
}
