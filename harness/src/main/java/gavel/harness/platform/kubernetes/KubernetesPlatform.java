package gavel.harness.platform.kubernetes;

import gavel.harness.collect.Collector;
import gavel.harness.collect.Instance;
import gavel.harness.config.Configuration;
import gavel.harness.config.placement.Partition;
import gavel.harness.config.placement.Placement;
import gavel.harness.deployment.RunDirectory;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.failure.InterruptedRunException;
import gavel.harness.images.Image;
import gavel.harness.platform.Autoscaler;
import gavel.harness.platform.HostRemains;
import gavel.harness.platform.HostRemains.Recorded;
import gavel.harness.platform.Machine;
import gavel.harness.platform.Machines;
import gavel.harness.platform.Platform;
import gavel.harness.platform.Removal;
import gavel.harness.platform.RunningInstance;
import gavel.harness.platform.StartCachePlace;
import gavel.harness.platform.ssh.Network;
import gavel.harness.platform.ssh.SshPlatform;
import gavel.harness.platform.ssh.SshPlatforms;
import gavel.harness.topology.FileSpec;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.Locations;
import gavel.harness.topology.Step;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * One deployment in pods of a cluster.
 *
 * <p>The cut: a host is a pod, and a pod is a far machine, on which the same far end works as on one that is reached by ssh. That starts and watches
 * processes, and holds files and secrets; this makes, explains and deletes the pods.
 */
final class KubernetesPlatform implements Platform {
    private static final String PODS = "kubernetes.yaml";
    private static final String STATES = "pods.txt";
    private final KubernetesPlatforms given;
    private final Path runDirectory;
    private final Configuration made;
    private final ClusterMemory memory;
    private final Cluster cluster;
    private final SshPlatforms connections;
    private final PodGround ground;
    private final Platform near;
    private final SshPlatform pods;
    private final Map<String, String> hostOf = new ConcurrentHashMap<>();
    private final Replicas replicas;

    KubernetesPlatform(
            KubernetesPlatforms given, Path runDirectory, Configuration made, UnaryOperator<String> secrets) {
        this.given = given;
        this.runDirectory = runDirectory;
        this.made = made;
        this.memory = new ClusterMemory(
                runDirectory,
                () -> given.kubectl(made.kubernetes()).named(),
                made.kubernetes().statefulSet());
        String name = memory.known().name();
        Kubectl kubectl = given.kubectl(memory.known());
        PodObjects objects = new PodObjects(
                name, new RunDirectory(runDirectory).name(), made.kubernetes(), given.images(made.kubernetes()));
        this.cluster = new Cluster(
                kubectl,
                objects,
                runDirectory.resolve(PODS),
                given.here().time(),
                memory.known().replicated());
        this.connections =
                given.connections(runDirectory, new KubernetesPlatforms.Pods(kubectl, objects::pod, this::image));
        this.ground = new PodGround(
                Placement.of(made).hosts().stream().map(Partition::name).toList(), memory, this::way);
        this.near = given.here().platform(runDirectory, List.of(), secrets);
        this.pods = connections.platform(runDirectory, made, ground, secrets);
        this.replicas = new Replicas(cluster, memory, pods, made.hosts().startWithin());
    }

    private Image image(String host) {
        return given.plans(made).stream()
                .filter(plan -> plan.host().equals(host))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no pod is for host " + host))
                .image();
    }

    private String way(String host, String address, int port) {
        URI there = pods.reach(host, URI.create("tcp://" + address + ":" + port));
        return there.getHost() + ":" + there.getPort();
    }

    @Override
    public void prepare(Consumer<String> lines) {
        List<String> obstacles = new Rights(cluster.kubectl(), cluster.replicated()).problems();
        if (!obstacles.isEmpty()) {
            throw new EnvironmentException("pods cannot be made", obstacles, null);
        }
        List<PodPlan> plans = given.plans(made);
        requireSamePlace();
        try {
            memory.begin(cluster::identity);
            replicas.takeOver();
            cluster.make(plans, made.appServers().count());
            List<Pod> running = replicas.addressed(
                    Map.of(), replicas.due(plans.stream().map(PodPlan::host).toList()));
            PodPlan.requireAsked(plans, running);
            lines.accept(running.size() + (running.size() == 1 ? " pod " : " pods ")
                    + memory.known().name() + "-…, on "
                    + running.stream().map(Pod::node).distinct().sorted().collect(Collectors.joining(", ")));
            policies().words().forEach(lines);
        } catch (IOException e) {
            throw new EnvironmentException("the objects of the cluster cannot be written down: " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedRunException("pods are made");
        }
        pods.prepare(lines);
    }

    /** A context of the same name in another kubeconfig leads to a cluster that knows nothing of the deployment, and would pass for empty. */
    private void requireSamePlace() {
        String then = memory.known().identity();
        String now = then == null ? "" : cluster.identity();
        if (!now.isEmpty() && !now.equals(then)) {
            throw new EnvironmentException(cluster.kubectl().place()
                    + " is another one than that of the deployment (uid of kube-root-ca.crt: " + now + ", was " + then
                    + "): set KUBECONFIG as it was; if that namespace is gone, delete "
                    + ClusterMemory.file(runDirectory));
        }
    }

    @Override
    public void admit(List<String> hosts) throws InterruptedException {
        replicas.admit(hosts);
    }

    @Override
    public void dismiss(List<String> hosts) throws InterruptedException {
        replicas.dismiss(hosts);
    }

    @Override
    public void takeAway(String host) throws InterruptedException {
        replicas.takeAway(host);
    }

    @Override
    public void bringBack(String host) throws InterruptedException {
        replicas.bringBack(host);
    }

    @Override
    public Autoscaler autoscaler(Autoscaler.Wish wish) {
        return replicas.autoscaler(wish);
    }

    /** A pod has an address of its own, and everything at the same places. */
    @Override
    public Locations locations() {
        Map<String, String> known = memory.addresses();
        String network = known.isEmpty() ? "hosts" : network(List.copyOf(known.values()));
        Map<String, Locations.Address> hosts = new LinkedHashMap<>();
        hosts.put("", new Locations.Address("127.0.0.1", "127.0.0.1/32"));
        ground.machines().forEach(pod -> hosts.put(pod.name(), new Locations.Address(pod.address(), network)));
        return new Locations(
                pods.run(),
                "/opt/java/bin/java",
                "/opt/gavel/auction-app.jar",
                null,
                "/opt/gavel/workload-driver.jar",
                "/opt/gavel/harness.jar",
                PodObjects.KEPT + "/embedded-database",
                hosts,
                List.of(),
                known.isEmpty() ? -1 : pods.descriptors());
    }

    /** Pods that come later are admitted too. */
    private String network(List<String> addresses) {
        return cluster.replicated() ? Network.roomy(addresses) : Network.common(addresses);
    }

    /** Its nodes, as pods on them see them. */
    @Override
    public Machines machines() {
        if (memory.addresses().isEmpty()) {
            return given.machines(made);
        }
        Machines all = pods.machines();
        Map<String, String> shared = all.shared();
        Map<String, Machine> nodes = new LinkedHashMap<>();
        all.reached().forEach(pod -> nodes.putIfAbsent(shared.get(pod.name()), pod));
        return new Machines(List.copyOf(nodes.values()), all.unreached(), shared);
    }

    @Override
    public void write(String host, FileSpec file) throws IOException {
        pods.write(host, file);
    }

    @Override
    public Optional<String> read(String host, String path) throws IOException {
        return pods.read(host, path);
    }

    @Override
    public boolean exists(String host, String path) throws IOException {
        return pods.exists(host, path);
    }

    @Override
    public void delete(String host, String path) throws IOException {
        pods.delete(host, path);
    }

    @Override
    public String bring(String host, Path file) throws IOException {
        return pods.bring(host, file);
    }

    @Override
    public List<String> log(String host, String process, int last) {
        return pods.log(host, process, last);
    }

    @Override
    public String output(Path directory) {
        return pods.output(directory);
    }

    /** With the objects, and what the cluster says of them: where each pod was, and what was wrong with it. */
    @Override
    public List<String> fetch() {
        List<String> remarks = new ArrayList<>(replicas.remarks());
        remarks.addAll(pods.fetch());
        Path logs = new RunDirectory(runDirectory).logs();
        try {
            if (Files.exists(cluster.file())) {
                Files.copy(cluster.file(), logs.resolve(PODS), StandardCopyOption.REPLACE_EXISTING);
                Files.write(
                        logs.resolve(STATES),
                        cluster.pods().stream()
                                .map(pod -> pod.name() + " on " + pod.node() + " " + pod.address()
                                        + (pod.trouble().isEmpty() ? "" : ": " + pod.trouble()))
                                .toList());
            }
        } catch (IOException | EnvironmentException e) {
            remarks.add("what the cluster says of the pods is missing: " + e.getMessage());
        }
        return remarks;
    }

    @Override
    public int run(String host, String name, Step.Command command, Consumer<String> lines)
            throws IOException, InterruptedException {
        return pods.run(host, name, command, lines);
    }

    @Override
    public RunningInstance start(InstanceSpec instance) throws IOException, InterruptedException {
        hostOf.put(instance.name(), instance.host());
        return pods.start(instance);
    }

    @Override
    public RunningInstance reload(RunningInstance running, InstanceSpec next) throws IOException, InterruptedException {
        return pods.reload(running, next);
    }

    @Override
    public List<RunningInstance> attach(List<InstanceSpec> instances) {
        instances.forEach(instance -> hostOf.put(instance.name(), instance.host()));
        return pods.attach(instances);
    }

    @Override
    public List<RunningInstance> others(List<InstanceSpec> instances) {
        return pods.others(instances);
    }

    @Override
    public void awaitReady(RunningInstance instance) throws InterruptedException {
        try {
            pods.awaitReady(instance);
        } catch (EnvironmentException late) {
            throw policies().explained(late);
        }
        replicas.serves(instance.spec().host());
    }

    private NetworkPolicies policies() {
        return new NetworkPolicies(
                cluster.kubectl(),
                given.plans(made).stream().map(cluster.objects()::labels).toList());
    }

    @Override
    public void perform(Step step, InstanceSpec instance) throws IOException, InterruptedException {
        pods.perform(step, instance);
    }

    /** The limits of a pod are there from its beginning. */
    @Override
    public void limitCpu(boolean enforced) {}

    @Override
    public URI reach(String host, URI page) {
        return pods.reach(host, page);
    }

    @Override
    public Collector collector(List<Instance> instances) {
        return new PodCollector(
                pods.collector(instances),
                name -> Optional.ofNullable(hostOf.get(name)),
                () -> cluster.troubles(memory.addresses()));
    }

    /** Its file would have to be in the image. */
    @Override
    public StartCachePlace startCache() {
        return StartCachePlace.NONE;
    }

    @Override
    public List<HostRemains> remains() {
        if (!memory.begun()) {
            return near.remains();
        }
        try {
            requireSamePlace();
            return cluster.pods().isEmpty() ? near.remains() : pods.remains();
        } catch (EnvironmentException unreachable) {
            return List.of(unreachable(unreachable));
        }
    }

    private HostRemains unreachable(EnvironmentException why) {
        List<Recorded> none = List.of();
        return new HostRemains(
                "kubernetes",
                why.getMessage(),
                none,
                "configmap and pods labelled " + cluster.objects().selector() + ", " + runDirectory);
    }

    private static HostRemains held(Pod pod) {
        return new HostRemains(pod.host(), "node " + pod.node() + " does not answer", List.of(), "pod " + pod.name());
    }

    /** All of it goes at once, when it is removed. */
    @Override
    public void dissolve() {
        near.dissolve();
    }

    @Override
    public Removal remove() {
        if (memory.begun()) {
            try {
                requireSamePlace();
                connections.close();
                List<Pod> left = cluster.delete();
                if (!left.isEmpty()) {
                    return new Removal(
                            List.of(),
                            left.stream().map(KubernetesPlatform::held).toList());
                }
            } catch (EnvironmentException unreachable) {
                return new Removal(List.of(), List.of(unreachable(unreachable)));
            }
        }
        return near.remove();
    }
}
