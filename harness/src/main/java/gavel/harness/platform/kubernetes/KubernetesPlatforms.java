package gavel.harness.platform.kubernetes;

import gavel.harness.config.Configuration;
import gavel.harness.config.machine.KubernetesSettings;
import gavel.harness.deployment.Installation;
import gavel.harness.images.Image;
import gavel.harness.images.ImageNames;
import gavel.harness.images.ImageProgram;
import gavel.harness.platform.Machines;
import gavel.harness.platform.Platform;
import gavel.harness.platform.PlatformProvider;
import gavel.harness.platform.container.Shell;
import gavel.harness.platform.local.LocalPlatforms;
import gavel.harness.platform.ssh.SshPlatforms;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.Topology;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Deployments in pods of a cluster, made by the user's own kubectl. */
public final class KubernetesPlatforms implements PlatformProvider {
    private final LocalPlatforms here;
    private final ImageNames images;
    private final Function<Configuration, Topology> planned;
    private final Shell shell;
    private final Function<Pods, SshPlatforms.Opening> openings;
    /** By run directories. */
    private final Map<Path, SshPlatforms> connected = new ConcurrentHashMap<>();

    /**
     * @param images what they are called where nodes have them
     * @param planned what would be made of a configuration
     */
    public KubernetesPlatforms(LocalPlatforms here, ImageNames images, Function<Configuration, Topology> planned) {
        this(here, images, planned, Shell::ofThisMachine, pods -> opening(here, pods));
    }

    /**
     * The pods of one deployment.
     *
     * @param names of them, by their hosts
     * @param images of them, by their hosts
     */
    record Pods(Kubectl kubectl, UnaryOperator<String> names, Function<String, Image> images) {}

    /** @param openings of pods */
    KubernetesPlatforms(
            LocalPlatforms here,
            ImageNames images,
            Function<Configuration, Topology> planned,
            Shell shell,
            Function<Pods, SshPlatforms.Opening> openings) {
        this.here = here;
        this.images = images;
        this.planned = planned;
        this.shell = shell;
        this.openings = openings;
    }

    private static SshPlatforms.Opening opening(LocalPlatforms here, Pods pods) {
        return (settings, _) -> {
            Image image = pods.images().apply(settings.name());
            return PodMachine.open(
                    settings,
                    PodMachine.command(pods.kubectl(), pods.names().apply(settings.name()), image),
                    build(here.installation(), image),
                    here.time());
        };
    }

    /** The far end is of the same one, and what its pod runs, where their jars are the same. */
    static String build(Installation installation, Image image) {
        List<Path> jars = new ArrayList<>(List.of(installation.harnessJar()));
        ImageProgram.jar(image, installation).ifPresent(jars::add);
        return ImageProgram.build(jars);
    }

    /**
     * What all pods ask of the nodes together, in MiB: those of servers that come later, and what watches in each, included.
     *
     * @param instances there are at first
     */
    public static long requestedMebibytes(Configuration made, List<InstanceSpec> instances) {
        return PodPlan.of(made, instances).stream()
                .mapToLong(plan -> Math.max(plan.mebibytes(), PodPlan.WATCHING))
                .sum();
    }

    LocalPlatforms here() {
        return here;
    }

    ImageNames images(KubernetesSettings settings) {
        return settings.registry() == null ? images : images.in(settings.registry());
    }

    List<PodPlan> plans(Configuration made) {
        return PodPlan.of(made, planned.apply(made).instances());
    }

    Kubectl kubectl(KubernetesSettings settings) {
        return new Kubectl(shell, settings.context(), settings.namespace());
    }

    Kubectl kubectl(ClusterMemory.Known known) {
        return new Kubectl(shell, known.context(), known.namespace());
    }

    /**
     * Connections to the pods of one deployment. They end with this provider, and when a command begins with the deployment anew: each is a process
     * in its pod.
     */
    SshPlatforms connections(Path runDirectory, Pods pods) {
        SshPlatforms connections = new SshPlatforms(here, openings.apply(pods), _ -> {});
        SshPlatforms former = connected.put(runDirectory.toAbsolutePath().normalize(), connections);
        if (former != null) {
            former.close();
        }
        return connections;
    }

    @Override
    public Machines machines(Configuration configuration) {
        KubernetesSettings settings = configuration.kubernetes();
        return Machines.only(new KubernetesMachine(
                here.machines(configuration).machine(""), kubectl(settings), settings.statefulSet()));
    }

    @Override
    public Platform platform(Path runDirectory, Configuration made, UnaryOperator<String> secrets) {
        return new KubernetesPlatform(this, runDirectory, made, secrets);
    }

    @Override
    public boolean holds(Path runDirectory) {
        return Files.exists(ClusterMemory.file(runDirectory));
    }

    @Override
    public void close() {
        connected.values().forEach(SshPlatforms::close);
        connected.clear();
    }
}
