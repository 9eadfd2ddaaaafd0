package gavel.harness.platform.local;

import gavel.harness.collect.Collector;
import gavel.harness.collect.Instance;
import gavel.harness.collect.StartedProcess;
import gavel.harness.config.placement.Partition;
import gavel.harness.deployment.Installation;
import gavel.harness.deployment.RunDirectory;
import gavel.harness.platform.Conditions;
import gavel.harness.platform.HostRemains;
import gavel.harness.platform.Installed;
import gavel.harness.platform.Machines;
import gavel.harness.platform.Platform;
import gavel.harness.platform.Preparation;
import gavel.harness.platform.Removal;
import gavel.harness.platform.RunningInstance;
import gavel.harness.platform.StartCachePlace;
import gavel.harness.platform.local.host.Host;
import gavel.harness.platform.local.host.HostProcess;
import gavel.harness.platform.local.host.ProcessSpec;
import gavel.harness.platform.local.host.Waiting;
import gavel.harness.topology.FileSpec;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.Launch;
import gavel.harness.topology.Locations;
import gavel.harness.topology.Ready;
import gavel.harness.topology.Reload;
import gavel.harness.topology.Secret;
import gavel.harness.topology.Step;
import gavel.harness.topology.Tiers;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * Every instance a process of this machine, in the run directory of the deployment. Where the configuration wants hosts, each of them is a
 * part of the machine with an address or limits of its own.
 */
final class LocalPlatform implements Platform {
    private final LocalPlatforms given;
    private final RunDirectory directory;
    private final List<Partition> parts;
    private final int virtualAddresses;
    private final Host machine;
    private final UnaryOperator<String> secrets;
    private final Conditions conditions;
    private final Preparation preparation;
    private final RecordedInstances recorded;

    /**
     * @param parts the machine is divided into
     * @param virtualAddresses that belong to none of them for good
     * @param secrets values by their names
     */
    LocalPlatform(
            LocalPlatforms given,
            Path runDirectory,
            List<Partition> parts,
            int virtualAddresses,
            UnaryOperator<String> secrets) {
        this.given = given;
        this.directory = new RunDirectory(runDirectory);
        this.parts = List.copyOf(parts);
        this.virtualAddresses = virtualAddresses;
        this.machine = given.hosts().apply(runDirectory);
        this.secrets = secrets;
        this.conditions = new Conditions(secrets, given.http(), given.time());
        Installed installed = new Installed(machine);
        this.preparation =
                new Preparation(this, installed, conditions, this::place, step -> "log: " + directory.log(step));
        this.recorded = new RecordedInstances(directory, machine, installed, secrets);
    }

    @Override
    public void prepare(Consumer<String> lines) {
        machine.divide(parts);
        // Servers start and the data are loaded at full speed.
        limitCpu(false);
    }

    @Override
    public Locations locations() {
        Map<String, Locations.Address> hosts = new HashMap<>();
        hosts.put("", new Locations.Address(machine.address(), machine.network()));
        for (Partition part : parts) {
            Host host = machine.part(part.name());
            hosts.put(part.name(), new Locations.Address(host.address(), host.network()));
        }
        Installation installation = given.installation();
        Path cache = installation.appCache();
        return new Locations(
                directory.path().toString(),
                installation.java().toString(),
                installation.appJar().toString(),
                Files.exists(cache) ? cache.toString() : null,
                installation.driverJar().toString(),
                installation.harnessJar().toString(),
                installation.databaseBinaries().toString(),
                hosts,
                IntStream.range(0, virtualAddresses)
                        .mapToObj(machine::virtualAddress)
                        .toList(),
                machine.facts().descriptors());
    }

    private Host host(String name) {
        return name.isEmpty() ? machine : machine.part(name);
    }

    @Override
    public Machines machines() {
        return Machines.only(machine);
    }

    /** Every host on this machine has the same files. */
    @Override
    public void write(String host, FileSpec file) throws IOException {
        machine.put(path(file.path()), Secret.resolve(file.content(), file.quoting(), secrets), file.secret());
    }

    private Path path(String below) {
        return directory.path().resolve(below);
    }

    @Override
    public Optional<String> read(String host, String path) throws IOException {
        Path file = path(path);
        return Files.exists(file) ? Optional.of(Files.readString(file)) : Optional.empty();
    }

    @Override
    public boolean exists(String host, String path) {
        return Files.exists(path(path));
    }

    @Override
    public void delete(String host, String path) throws IOException {
        Files.deleteIfExists(path(path));
    }

    @Override
    public String bring(String host, Path file) {
        return file.toString();
    }

    @Override
    public List<String> log(String host, String process, int last) {
        return machine.tail(directory.log(process), last);
    }

    @Override
    public String output(Path outputs) {
        return outputs.toAbsolutePath().toString();
    }

    @Override
    public List<String> fetch() {
        return List.of();
    }

    @Override
    public int run(String host, String name, Step.Command command, Consumer<String> lines)
            throws IOException, InterruptedException {
        for (FileSpec file : command.files()) {
            write(host, file);
        }
        return host(host)
                .run(
                        new ProcessSpec(
                                name,
                                Tiers.TOOLS,
                                preparation.words(command.program(), command.command()),
                                command.environment(),
                                directory.path(),
                                0,
                                true,
                                command.unprivileged(),
                                "TERM"),
                        lines,
                        command.longest());
    }

    @Override
    public RunningInstance start(InstanceSpec instance) throws IOException, InterruptedException {
        return switch (instance.launch()) {
            case Launch.Command command -> start(instance, command);
            case Launch.Within within -> recorded.adopt(instance, within);
            case Launch.Elsewhere _ -> recorded.instance(instance, null);
            case Launch.Storage storage -> {
                ImageDirectory images = new ImageDirectory(directory, machine, storage);
                images.prepare();
                yield new LocalStorage(instance, images);
            }
        };
    }

    private RunningInstance start(InstanceSpec instance, Launch.Command command)
            throws IOException, InterruptedException {
        preparation.require(command);
        for (String kept : instance.directories()) {
            Files.createDirectories(path(kept));
        }
        Map<String, String> files = preparation.written(instance, command);
        if (instance.ready() instanceof Ready.Says says) {
            // The state of an earlier start does not make this one ready.
            Files.deleteIfExists(path(says.file()));
        }
        List<String> words = preparation.words(command.program(), command.command());
        HostProcess process = host(instance.host())
                .start(new ProcessSpec(
                        instance.name(),
                        instance.tier(),
                        words,
                        command.environment(),
                        directory.path(),
                        command.nice(),
                        command.bound(),
                        command.unprivileged(),
                        command.signal()));
        return recorded.remembered(
                instance,
                process,
                new StartedProcess(
                        instance.name(), instance.tier(), process.host(), words, command.environment(), files));
    }

    @Override
    public RunningInstance reload(RunningInstance running, InstanceSpec next) throws IOException, InterruptedException {
        if (!(running instanceof LocalInstance instance) || !(next.launch() instanceof Launch.Command command)) {
            throw new IllegalArgumentException(next.name() + " has no files of its own");
        }
        HostProcess process = instance.process();
        Map<String, String> files = preparation.written(next, command);
        switch (next.reload()) {
            case Reload.BySignal by -> process.signal(by.signal(), false);
            case Reload.ByStep by -> preparation.perform(by.step(), next);
        }
        Ready inForce = next.reload().inForce();
        Waiting.awaitReady(
                given.time(),
                host(next.host()),
                process,
                conditions.inForce(inForce, place(next.host())),
                inForce.patience());
        return recorded.remembered(
                next,
                process,
                new StartedProcess(
                        next.name(),
                        next.tier(),
                        process.host(),
                        preparation.words(command.program(), command.command()),
                        command.environment(),
                        files));
    }

    @Override
    public List<RunningInstance> attach(List<InstanceSpec> instances) {
        return recorded.attach(instances);
    }

    @Override
    public List<RunningInstance> others(List<InstanceSpec> instances) {
        return recorded.others(instances);
    }

    @Override
    public List<HostRemains> remains() {
        return List.of(recorded.remains());
    }

    @Override
    public void awaitReady(RunningInstance running) throws InterruptedException {
        if (running instanceof LocalInstance instance && instance.process() != null) {
            InstanceSpec spec = instance.spec();
            Waiting.awaitReady(
                    given.time(),
                    host(spec.host()),
                    instance.process(),
                    () -> conditions.hold(spec.ready(), place(spec.host())),
                    spec.ready().patience());
        }
    }

    @Override
    public void perform(Step step, InstanceSpec instance) throws IOException, InterruptedException {
        preparation.perform(step, instance);
    }

    private Conditions.Place place(String host) {
        return new Conditions.Place() {
            @Override
            public boolean listening(String address, int port) {
                return host(host).listening(address, port);
            }

            @Override
            public boolean exists(String path) {
                return Files.exists(path(path));
            }
        };
    }

    @Override
    public void limitCpu(boolean enforced) {
        machine.limitCpu(enforced);
    }

    @Override
    public URI reach(String host, URI page) {
        return page;
    }

    @Override
    public Collector collector(List<Instance> instances) {
        return given.collectors().apply(instances);
    }

    @Override
    public StartCachePlace startCache() {
        return new LocalStartCache(given.installation(), directory);
    }

    @Override
    public void dissolve() {
        machine.reunite();
    }

    @Override
    public Removal remove() {
        dissolve();
        return new Removal(directory.delete(), List.of());
    }
}
