package gavel.harness.platform.kubernetes;

import gavel.harness.config.Configuration;
import gavel.harness.dashboard.state.SampleCollector;
import gavel.harness.deploy.Topologies;
import gavel.harness.deployment.Installation;
import gavel.harness.deployment.RunDirectory;
import gavel.harness.images.ImageNames;
import gavel.harness.platform.Platform;
import gavel.harness.platform.Platforms;
import gavel.harness.platform.local.LocalPlatforms;
import gavel.harness.platform.ssh.SimulatedFar;
import gavel.harness.platform.ssh.SimulatedMachine;
import gavel.harness.run.FakeApplication;
import gavel.harness.run.FakeHost;
import gavel.harness.run.FakeTime;
import gavel.harness.topology.Ports;
import gavel.harness.topology.Topology;
import gavel.harness.topology.TopologyContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A deployment on a cluster that runs every pod, and far ends within this process. */
abstract class KubernetesRig {
    @TempDir
    Path home;

    final FakeHost host = new FakeHost();
    final FakeKubectl kubectl = new FakeKubectl();
    final List<String> told = new ArrayList<>();
    /** Far ends by the addresses of their pods. */
    final Map<String, SimulatedFar> fars = new ConcurrentHashMap<>();

    final Set<String> opened = new TreeSet<>();
    /** Newest connections, by the names of their pods. */
    final Map<String, SimulatedMachine> connected = new ConcurrentHashMap<>();

    Configuration configuration;
    RunDirectory run;
    Platforms platforms;
    Platform platform;

    @BeforeEach
    void prepare() {
        configuration = PodPlanTest.configuration("minimal", "kubernetes.context=prod", "kubernetes.namespace=bench");
        kubectl.deleted = pod -> connected.get(pod).close();
        run = new RunDirectory(home.resolve(".gavel/minimal"));
        run.create();
        LocalPlatforms here = new LocalPlatforms(
                new Installation(home, Path.of("java")),
                host::in,
                new FakeTime(),
                new FakeApplication(),
                _ -> new SampleCollector());
        KubernetesPlatforms kubernetes = new KubernetesPlatforms(
                here, new ImageNames("", "1.0"), Topologies::planned, kubectl, pods -> (settings, directory) -> {
                    synchronized (opened) {
                        opened.add(pods.names().apply(settings.name()) + " " + directory);
                    }
                    // A pod is found by its name, whatever its address was.
                    String pod = pods.names().apply(settings.name());
                    SimulatedMachine opening = new SimulatedMachine(
                            settings,
                            fars.computeIfAbsent(kubectl.address(pod), _ -> new SimulatedFar(settings.name(), 0, 0)),
                            new AtomicLong());
                    connected.put(pod, opening);
                    return opening;
                });
        platforms = here.with(Map.of(Configuration.Platform.KUBERNETES, kubernetes));
        platform = again();
    }

    @AfterEach
    void close() {
        platforms.close();
    }

    /** Another command works on the deployment. */
    Platform again() {
        return platforms.platform(run.path(), configuration, secret -> "value of " + secret);
    }

    Topology topology(Platform of) {
        return Topologies.of(new TopologyContext(
                "mine", false, configuration, configuration, 1, Ports.planned(configuration), of.locations()));
    }

    String name() {
        return kubectl.objects.keySet().iterator().next();
    }
}
