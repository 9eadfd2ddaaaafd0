package gavel.harness.platform.compose;

import gavel.harness.collect.Collector;
import gavel.harness.collect.Instance;
import gavel.harness.config.Configuration;
import gavel.harness.config.placement.Partition;
import gavel.harness.config.placement.Placement;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.Conditions;
import gavel.harness.platform.HostRemains;
import gavel.harness.platform.Machines;
import gavel.harness.platform.Platform;
import gavel.harness.platform.Removal;
import gavel.harness.platform.RunningInstance;
import gavel.harness.platform.StartCachePlace;
import gavel.harness.platform.container.ContainerCollector;
import gavel.harness.platform.local.isolation.Subnets;
import gavel.harness.platform.local.proc.Proc;
import gavel.harness.topology.FileSpec;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.Launch;
import gavel.harness.topology.Locations;
import gavel.harness.topology.Secret;
import gavel.harness.topology.Step;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * One deployment in containers of this machine.
 *
 * <p>The cut: the deployer knows hosts with an address and a run directory of their own, as those of a divided machine and of ssh. So a container
 * is a host. Its address is fixed in a network of the deployment, which this machine reaches without a published port. Its run directory is
 * one of this machine, mounted at the same place in each. Its processes are processes of this machine, so the collector of this machine
 * watches them by their numbers. What else took a process (signals, logs, limits, ends) asks Docker. What has no host, such as
 * certificates, is done by this machine's own platform.
 */
final class ComposePlatform implements Platform {
    private static final int FIRST_ADDRESS = 10;

    private final ComposePlatforms given;
    private final Project project;
    private final Configuration made;
    private final List<Partition> hosts;
    private final UnaryOperator<String> secrets;
    private final Platform near;
    private final HostDirectories directories;
    private final ComposeFile file;
    private final Map<String, String> owners = new ConcurrentHashMap<>();
    private final ContainerContext context;
    private final Containers containers;
    private volatile String subnet;

    ComposePlatform(ComposePlatforms given, Project project, Configuration made, UnaryOperator<String> secrets) {
        this.given = given;
        this.project = project;
        this.made = made;
        this.hosts = Placement.of(made).hosts();
        this.secrets = secrets;
        this.near = given.here().platform(project.directory(), List.of(), secrets);
        this.directories = new HostDirectories(project);
        this.file = new ComposeFile(project);
        this.context = new ContainerContext(
                project, given.engine(), given.machine(made), directories, secrets, this::address, owners);
        this.containers = new Containers(this, given, context, file);
    }

    Configuration made() {
        return made;
    }

    List<Partition> hosts() {
        return hosts;
    }

    @Override
    public void prepare(Consumer<String> lines) {
        List<String> obstacles = context.machine().obstacles(hosts);
        if (!obstacles.isEmpty()) {
            throw new EnvironmentException("containers cannot be made here", obstacles, null);
        }
        try {
            if (!file.exists()) {
                String routes = context.machine().ask(List.of("ip", "-4", "route", "show", "table", "all"));
                file.create(Subnets.free((int) project.hash(), routes));
                lines.accept("Compose file " + project.file() + ", network " + file.subnet() + ".0/24");
            }
            for (Partition host : hosts) {
                directories.make(host.name());
            }
        } catch (IOException e) {
            throw new EnvironmentException("the directories of containers cannot be made: " + e, e);
        }
        limitCpu(false);
    }

    /** Its name, as long as there is no network. */
    private String address(String host) {
        if (subnet == null && file.exists()) {
            subnet = file.subnet();
        }
        for (int i = 0; i < hosts.size(); i++) {
            if (hosts.get(i).name().equals(host)) {
                return subnet == null ? host : subnet + "." + (FIRST_ADDRESS + i);
            }
        }
        return "127.0.0.1";
    }

    @Override
    public Locations locations() {
        Map<String, Locations.Address> addresses = new HashMap<>();
        addresses.put("", new Locations.Address("127.0.0.1", "127.0.0.1/32"));
        for (Partition host : hosts) {
            String address = address(host.name());
            addresses.put(host.name(), new Locations.Address(address, subnet == null ? host.name() : subnet + ".0/24"));
        }
        return new Locations(
                Project.KEPT,
                "/opt/java/bin/java",
                "/opt/gavel/auction-app.jar",
                null,
                "/opt/gavel/workload-driver.jar",
                "/opt/gavel/harness.jar",
                Project.KEPT + "/programs",
                addresses,
                List.of(),
                context.machine().facts().descriptors());
    }

    @Override
    public Machines machines() {
        return new Machines(List.of(context.machine()), List.of());
    }

    @Override
    public void write(String host, FileSpec spec) throws IOException {
        if (host.isEmpty()) {
            near.write(host, spec);
        } else {
            String content = Secret.resolve(spec.content(), spec.quoting(), secrets);
            directories.put(host, spec.path(), content, spec.secret());
        }
    }

    @Override
    public Optional<String> read(String host, String path) throws IOException {
        if (host.isEmpty()) {
            return near.read(host, path);
        }
        Path there = directories.path(host, path);
        return Files.exists(there) ? Optional.of(Files.readString(there)) : Optional.empty();
    }

    @Override
    public boolean exists(String host, String path) throws IOException {
        return host.isEmpty() ? near.exists(host, path) : Files.exists(directories.path(host, path));
    }

    @Override
    public void delete(String host, String path) throws IOException {
        if (host.isEmpty()) {
            near.delete(host, path);
        } else {
            Files.deleteIfExists(directories.path(host, path));
        }
    }

    @Override
    public String bring(String host, Path brought) throws IOException {
        if (host.isEmpty()) {
            return near.bring(host, brought);
        }
        String below = "tmp/" + brought.getFileName();
        Path there = directories.path(host, below);
        Files.copy(brought, there, StandardCopyOption.REPLACE_EXISTING);
        directories.own(there);
        return Project.KEPT + "/" + below;
    }

    @Override
    public List<String> log(String host, String process, int last) {
        return host.isEmpty() ? near.log(host, process, last) : context.log(host, process, last);
    }

    @Override
    public String output(Path directory) {
        List<String> names = hosts.stream().map(Partition::name).toList();
        return Project.KEPT + "/" + directories.output(directory, names);
    }

    @Override
    public List<String> fetch() {
        List<String> remarks = new ArrayList<>(directories.fetch());
        context.keep(remarks);
        return remarks;
    }

    @Override
    public int run(String host, String name, Step.Command command, Consumer<String> lines)
            throws IOException, InterruptedException {
        if (host.isEmpty()) {
            return near.run(host, name, command, lines);
        }
        for (FileSpec spec : command.files()) {
            write(host, spec);
        }
        return containers.run(host, name, command, lines);
    }

    @Override
    public RunningInstance start(InstanceSpec instance) throws IOException, InterruptedException {
        return switch (instance.launch()) {
            case Launch.Command command -> containers.start(instance, command);
            case Launch.Within within -> containers.adopt(instance, within);
            case Launch.Elsewhere _ -> new ContainerInstance(instance, null, context);
            // Its directory is mounted in all containers from now on.
            case Launch.Storage _ -> near.start(instance);
        };
    }

    @Override
    public RunningInstance reload(RunningInstance running, InstanceSpec next) throws IOException, InterruptedException {
        return containers.reload((ContainerInstance) running, next);
    }

    @Override
    public List<RunningInstance> attach(List<InstanceSpec> instances) {
        return file.exists() ? containers.attach(instances) : List.of();
    }

    @Override
    public List<RunningInstance> others(List<InstanceSpec> instances) {
        List<RunningInstance> others = new ArrayList<>(near.others(instances));
        Set<String> names = instances.stream().map(InstanceSpec::name).collect(Collectors.toSet());
        if (file.exists()) {
            given.engine().containers(project).stream()
                    .filter(container -> !names.contains(container.instance()))
                    .map(containers::unknown)
                    .forEach(others::add);
        }
        return others;
    }

    @Override
    public void awaitReady(RunningInstance running) throws InterruptedException {
        if (running instanceof ContainerInstance instance) {
            containers.awaitReady(instance);
        } else {
            near.awaitReady(running);
        }
    }

    @Override
    public void perform(Step step, InstanceSpec instance) throws IOException, InterruptedException {
        containers.perform(step, instance);
    }

    Conditions.Place place(String host) {
        return new Conditions.Place() {
            @Override
            public boolean listening(String address, int port) {
                return Conditions.listening(address, port);
            }

            @Override
            public boolean exists(String path) {
                return directories.exists(host, path);
            }
        };
    }

    @Override
    public void limitCpu(boolean enforced) {
        if (file.exists()) {
            containers.limitCpu(enforced);
        }
    }

    /** This machine is in the network of its containers. */
    @Override
    public URI reach(String host, URI page) {
        return page;
    }

    @Override
    public Collector collector(List<Instance> instances) {
        Proc proc = new Proc();
        return new ContainerCollector(
                given.here().collectors().apply(instances),
                instances,
                proc::killedForMemory,
                given.here().time());
    }

    /** Its file would have to be in the image. */
    @Override
    public StartCachePlace startCache() {
        return StartCachePlace.NONE;
    }

    @Override
    public List<HostRemains> remains() {
        List<HostRemains.Recorded> all = new ArrayList<>();
        near.remains().forEach(here -> all.addAll(here.processes()));
        if (file.exists()) {
            try {
                given.engine().containers(project).stream()
                        .map(one -> new HostRemains.Recorded(
                                one.instance(),
                                one.tier(),
                                one.pid(),
                                one.running(),
                                "`docker logs " + one.name() + "`"))
                        .forEach(all::add);
            } catch (EnvironmentException unreachable) {
                return List.of(unreachable(unreachable));
            }
        }
        return List.of(new HostRemains("", "", all, project.directory().toString()));
    }

    private HostRemains unreachable(EnvironmentException why) {
        return new HostRemains(
                "docker", why.getMessage(), List.of(), "containers of " + project.name() + ", " + project.directory());
    }

    /** Every container that is left, and the network. */
    @Override
    public void dissolve() {
        near.dissolve();
        if (file.exists()) {
            try {
                given.engine()
                        .containers(project)
                        .forEach(container -> context.keepLog(container.host(), container.instance()));
                given.engine().remove(project);
            } catch (EnvironmentException unreachable) {
                // It is told when the deployment is to be removed.
                return;
            }
        }
    }

    @Override
    public Removal remove() {
        if (file.exists()) {
            try {
                given.engine().remove(project);
            } catch (EnvironmentException unreachable) {
                return new Removal(List.of(), List.of(unreachable(unreachable)));
            }
        }
        return near.remove();
    }
}
