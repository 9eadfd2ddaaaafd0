package gavel.harness.deploy;

import gavel.harness.collect.Instance;
import gavel.harness.collect.StartedProcess;
import gavel.harness.deployment.Deployment;
import gavel.harness.platform.Platform;
import gavel.harness.platform.Platforms;
import gavel.harness.platform.RunningInstance;
import gavel.harness.tier.AppServer;
import gavel.harness.tier.front.FrontDoors;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.InstanceSpec.Stop;
import gavel.harness.topology.Launch;
import gavel.harness.topology.Ready;
import gavel.harness.topology.Secret;
import gavel.harness.topology.Stage;
import gavel.harness.topology.Step;
import gavel.harness.topology.Tiers;
import gavel.harness.topology.Topology;
import gavel.harness.topology.TopologyContext;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The instances of one deployment as its platform runs them: started in the order of their needs, watched, and
 * stopped, clients before what they need. Knows no kind of server by its name. Held by one thread; under load
 * {@link DeploymentLevers} may start, end and reload single instances from others.
 */
public final class RunningTopology {
    public static final Duration GRACE = Duration.ofSeconds(15);
    private final Deployment deployment;
    private final Vault vault;
    private final Platform platform;
    private final Map<String, RunningInstance> running = Collections.synchronizedMap(new LinkedHashMap<>());
    /** Of everything this command has seen running, whether it has left since or not. */
    private final Map<String, StartedProcess> started = Collections.synchronizedMap(new LinkedHashMap<>());

    private volatile int appServers;

    public RunningTopology(Deployment deployment, Platforms platforms) {
        this.deployment = deployment;
        this.vault = new Vault(deployment, this::context);
        this.appServers = deployment.appServers();
        this.platform = platforms.platform(deployment.directory().path(), deployment.made(), vault);
    }

    public Platform platform() {
        return platform;
    }

    /** What its instances follow from, now. */
    public TopologyContext context() {
        return new TopologyContext(
                deployment.name(),
                deployment.temporary(),
                deployment.configuration(),
                deployment.made(),
                appServers,
                deployment.ports(),
                platform.locations());
    }

    public Topology topology() {
        return Topologies.of(context());
    }

    /** The value of a secret. */
    String value(Secret secret) {
        return vault.value(secret);
    }

    /** Finds what runs already. */
    public void attach() {
        running.clear();
        started.clear();
        List<InstanceSpec> order = topology().instances();
        platform.attach(order).stream()
                .filter(RunningInstance::alive)
                .sorted(Comparator.comparingInt(instance -> order.indexOf(instance.spec())))
                .forEach(instance -> running.put(instance.spec().name(), instance));
    }

    /** Where there are to be so many application servers, the instances and their files follow. */
    public void appServers(int servers) {
        appServers = servers;
    }

    int appServers() {
        return appServers;
    }

    /** How many of the application servers run that there are to be, in words. */
    public String inService() {
        long there =
                of(Tiers.APP_SERVERS).stream().filter(RunningInstance::alive).count();
        return there == appServers
                ? there + " in service"
                : there + " of " + appServers + " in service: `gavel up --deployment " + deployment.name()
                        + "` starts the rest";
    }

    /** Hosts of application servers, by the names of those. */
    List<String> hosts(List<String> names) {
        TopologyContext now = context();
        return names.stream()
                .map(name -> now.host(Tiers.APP_SERVERS, AppServer.index(name)))
                .distinct()
                .toList();
    }

    /** @throws IOException where there is none that runs */
    RunningInstance instance(String name) throws IOException {
        RunningInstance instance = running.get(name);
        if (instance == null) {
            throw new IOException(name + " is not running");
        }
        return instance;
    }

    /** As it is there now: another may have taken the place of the one that is known. Empty where none runs. */
    Optional<RunningInstance> there(String name) throws IOException {
        RunningInstance known = instance(name);
        if (known.alive()) {
            return Optional.of(known);
        }
        Optional<RunningInstance> other = found(known.spec());
        other.ifPresent(found -> running.replace(name, known, found));
        return other;
    }

    private Optional<RunningInstance> found(InstanceSpec spec) {
        return platform.attach(List.of(spec)).stream()
                .filter(RunningInstance::alive)
                .findFirst();
    }

    /** Starts one instance, unless another command did so and ended before it remembered that; it is not ready yet. */
    RunningInstance begin(String name) throws IOException, InterruptedException {
        InstanceSpec spec = topology()
                .instance(name)
                .orElseThrow(() -> new IOException(name + " is no instance of this deployment"));
        Optional<RunningInstance> there = found(spec);
        RunningInstance instance = there.isPresent() ? there.get() : platform.start(spec);
        running.put(name, instance);
        instance.started().ifPresent(process -> started.put(name, process));
        return instance;
    }

    /** Waits until an instance that has begun is ready, and does what comes after. */
    void complete(RunningInstance instance) throws IOException, InterruptedException {
        platform.awaitReady(instance);
        for (Step step : instance.spec().after()) {
            platform.perform(step, instance.spec());
        }
    }

    /**
     * Lets an instance finish its requests.
     *
     * @throws gavel.harness.failure.EnvironmentException where a user of it does not let go in time
     */
    void takeLeave(RunningInstance instance) throws IOException, InterruptedException {
        Step leave = instance.spec().leave();
        if (leave != null) {
            platform.perform(leave, instance.spec());
        }
    }

    void forget(String name) {
        running.remove(name);
    }

    /** Lets every instance that does not work by the files it is to have now take them. */
    public void reload() throws IOException, InterruptedException {
        for (InstanceSpec next : topology().at(Stage.FRONT)) {
            RunningInstance instance = running.get(next.name());
            if (instance != null && next.reload() != null && !given(instance, next)) {
                running.put(next.name(), platform.reload(instance, next));
            }
        }
    }

    /** What an instance was given counts, not what is known now: whoever found that out may have ended before he passed it on. */
    private static boolean given(RunningInstance instance, InstanceSpec next) {
        return next.files().equals(instance.spec().files())
                && next.reload().inForce() instanceof Ready.Tells tells
                && instance.started().stream()
                        .flatMap(process -> process.files().values().stream())
                        .anyMatch(text -> text.contains(tells.text()));
    }

    /** Stops what another command had started of a tier and did not let leave before it ended. */
    public void stopOthers(String tier) {
        List<RunningInstance> others = platform.others(topology().instances()).stream()
                .filter(instance -> instance.spec().tier().equals(tier) && instance.alive())
                .toList();
        stop(others, GRACE);
    }

    /** Lets hosts go that only more application servers need than there are to be, whoever asked for them. */
    public void dismissOthers() throws InterruptedException {
        List<String> needed = hosts(AppServer.names(0, appServers));
        platform.dismiss(hosts(AppServer.names(appServers, deployment.made().mostAppServers())).stream()
                .filter(host -> !needed.contains(host))
                .toList());
    }

    /** As the collector is to watch it; empty where there is nothing. */
    Optional<Instance> watched(RunningInstance instance) {
        String host = instance.spec().host();
        return instance.watched()
                .map(watched -> watched.limitedTo(deployment.placement().cpuOf(host), host));
    }

    /** Whether an instance is not there any more that had in memory what no other has. */
    public boolean memoryIsLost() {
        return topology().instances().stream()
                .anyMatch(instance -> instance.inMemory() && !running.containsKey(instance.name()));
    }

    /** Starts what is missing of a stage, and waits until all of it is ready. */
    public void start(Stage stage) throws IOException, InterruptedException {
        start(topology().at(stage));
    }

    /** Starts what is missing of some instances, and waits until all of them are ready. */
    public void start(List<InstanceSpec> instances) throws IOException, InterruptedException {
        Starting starting = new Starting(instances);
        for (InstanceSpec instance : starting.instances) {
            starting.start(instance);
        }
        for (InstanceSpec instance : starting.instances) {
            starting.awaitReady(instance.name());
        }
    }

    /** One start of several instances: each is waited for only when it is needed. */
    private final class Starting {
        private final List<InstanceSpec> instances;
        private final Set<String> pending = new HashSet<>();
        private final Set<String> incomplete = new HashSet<>();

        Starting(List<InstanceSpec> instances) {
            this.instances = instances;
            instances.stream()
                    .filter(instance -> !running.containsKey(instance.name()))
                    .forEach(instance -> incomplete.add(instance.tier()));
        }

        void start(InstanceSpec instance) throws IOException, InterruptedException {
            if (running.containsKey(instance.name()) && !(instance.launch() instanceof Launch.Storage)) {
                if (incomplete.contains(instance.tier())) {
                    // The other node is started again, and has to be made known to it.
                    pending.add(instance.name());
                }
                return;
            }
            for (String need : instance.needs()) {
                awaitReady(need);
            }
            running.put(instance.name(), platform.start(instance));
            pending.add(instance.name());
        }

        void awaitReady(String name) throws IOException, InterruptedException {
            if (!pending.remove(name)) {
                return;
            }
            RunningInstance instance = running.get(name);
            platform.awaitReady(instance);
            for (Step step : instance.spec().after()) {
                for (String need : step.needs()) {
                    awaitReady(need);
                }
                platform.perform(step, instance.spec());
            }
        }
    }

    public List<RunningInstance> instances() {
        return List.copyOf(running.values());
    }

    public List<RunningInstance> of(String tier) {
        return running.values().stream()
                .filter(instance -> instance.spec().tier().equals(tier))
                .toList();
    }

    /** Application servers first, then the others in the order they were started. */
    public List<Instance> watched() {
        return running.values().stream()
                .sorted(Comparator.comparing(instance -> !instance.spec().tier().equals(Tiers.APP_SERVERS)))
                .flatMap(instance -> watched(instance).stream())
                .toList();
    }

    /** What each process was started with. */
    public List<StartedProcess> started() {
        instances().forEach(instance -> instance.started()
                .ifPresent(process -> started.put(instance.spec().name(), process)));
        return List.copyOf(started.values());
    }

    /** By tier, where something is known. */
    public Map<String, String> versions() {
        Map<String, String> versions = new LinkedHashMap<>();
        for (String tier : Tiers.ORDER) {
            List<String> known = of(tier).stream()
                    .map(RunningInstance::version)
                    .filter(version -> !version.isEmpty())
                    .distinct()
                    .toList();
            Optional<String> best =
                    known.stream().filter(version -> version.matches(".*\\d.*")).findFirst();
            best.or(() -> known.stream().findFirst()).ifPresent(version -> versions.put(tier, version));
        }
        return versions;
    }

    /** Certificate of the authority behind the front door, as PEM text. */
    public String authority() {
        return value(Secret.AUTHORITY);
    }

    /** Where people reach the application. */
    public List<URI> doors() {
        return FrontDoors.doors(context());
    }

    /** How this machine reaches a page at the address of one of the hosts. */
    public URI reach(URI page) {
        return platform.reach(
                platform.locations().hosts().entrySet().stream()
                        .filter(host -> host.getValue().address().equals(page.getHost()))
                        .map(Map.Entry::getKey)
                        .findFirst()
                        .orElseGet(() -> context().host(FrontDoors.tier(deployment.made()), 0)),
                page);
    }

    /** Stops every instance of a tier, those too that another command has started. */
    public void stop(String tier, Duration grace) {
        stop(
                everything().stream()
                        .filter(instance -> instance.spec().tier().equals(tier))
                        .toList(),
                grace);
        running.values().removeIf(instance -> instance.spec().tier().equals(tier));
    }

    /** Stops everything the platform knows of. Safe to call twice. */
    public void stop() {
        // An orderly end takes more CPU than the work, too.
        platform.limitCpu(false);
        List<RunningInstance> all = everything();
        for (Stop turn : Stop.values()) {
            stop(all.stream().filter(instance -> instance.spec().stop() == turn).toList(), GRACE);
        }
        platform.dissolve();
        running.clear();
    }

    private List<RunningInstance> everything() {
        List<InstanceSpec> instances = topology().instances();
        return Stream.concat(platform.attach(instances).stream(), platform.others(instances).stream())
                .toList();
    }

    /** All at once: the slowest decides how long it takes. */
    private static void stop(List<RunningInstance> instances, Duration grace) {
        List<Thread> stopping = instances.stream()
                .map(instance -> Thread.ofVirtual().start(() -> instance.stop(grace)))
                .toList();
        boolean interrupted = false;
        for (Thread thread : stopping) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
