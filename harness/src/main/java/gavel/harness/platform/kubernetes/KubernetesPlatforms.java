package gavel.harness.platform.kubernetes;

import gavel.harness.config.Configuration;
import gavel.harness.config.machine.KubernetesSettings;
import gavel.harness.deployment.Installation;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.images.ImageNames;
import gavel.harness.platform.Machines;
import gavel.harness.platform.Platform;
import gavel.harness.platform.PlatformProvider;
import gavel.harness.platform.container.Shell;
import gavel.harness.platform.local.LocalPlatforms;
import gavel.harness.platform.ssh.SshPlatforms;
import gavel.harness.topology.Topology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Deployments in pods of a cluster, made by the user's own kubectl. */
public final class KubernetesPlatforms implements PlatformProvider {
    private static final int BUILD_LETTERS = 16;
    private final LocalPlatforms here;
    private final ImageNames images;
    private final Function<Configuration, Topology> planned;
    private final Shell shell;
    private final BiFunction<Kubectl, UnaryOperator<String>, SshPlatforms.Opening> openings;
    private final List<SshPlatforms> connected = new CopyOnWriteArrayList<>();

    /**
     * @param images what they are called where nodes have them
     * @param planned what would be made of a configuration
     */
    public KubernetesPlatforms(LocalPlatforms here, ImageNames images, Function<Configuration, Topology> planned) {
        this(here, images, planned, Shell::ofThisMachine, (kubectl, pods) -> opening(here, kubectl, pods));
    }

    /** @param openings of pods, whose names are found by their hosts */
    KubernetesPlatforms(
            LocalPlatforms here,
            ImageNames images,
            Function<Configuration, Topology> planned,
            Shell shell,
            BiFunction<Kubectl, UnaryOperator<String>, SshPlatforms.Opening> openings) {
        this.here = here;
        this.images = images;
        this.planned = planned;
        this.shell = shell;
        this.openings = openings;
    }

    private static SshPlatforms.Opening opening(LocalPlatforms here, Kubectl kubectl, UnaryOperator<String> pods) {
        return (settings, _) -> PodMachine.open(
                settings,
                PodMachine.command(kubectl, pods.apply(settings.name())),
                build(here.installation()),
                here.time());
    }

    /** The far end is of the same one where its jar is the same. */
    static String build(Installation installation) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(installation.harnessJar()));
            return HexFormat.of().formatHex(digest).substring(0, BUILD_LETTERS);
        } catch (IOException e) {
            throw new EnvironmentException(
                    "the programs of this build cannot be read: " + e.getMessage()
                            + "; start it with the launcher `gavel`, which builds first",
                    e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
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

    /** Connections to the pods of one deployment, which end with this provider. */
    SshPlatforms connections(Kubectl kubectl, UnaryOperator<String> pods) {
        SshPlatforms connections = new SshPlatforms(here, openings.apply(kubectl, pods), _ -> {});
        connected.add(connections);
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
        connected.forEach(SshPlatforms::close);
        connected.clear();
    }
}
