package gavel.harness.tier.images;

import gavel.harness.collect.Instance;
import gavel.harness.collect.metrics.NfsStatistics;
import gavel.harness.config.Configuration;
import gavel.harness.config.ImageStoreSettings;
import gavel.harness.deployment.Deployment;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.host.HostProcess;
import gavel.harness.host.Mounts;
import gavel.harness.tier.Service;
import gavel.harness.tier.Tiers;
import gavel.harness.tier.server.Program;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;

/**
 * The directory the pictures of a deployment are files of. Where the configuration names one, or an NFS export that is mounted for it, the
 * deployment makes a directory of its own in it and a link to that among its data; both go when the deployment does.
 */
public record ImageDirectory(Deployment deployment) implements Service {
    private static final byte[] PROBE = {1, 2, 3};

    private Path directory() {
        return deployment.directory().images();
    }

    /** Makes it where there is none, and does with a file what the application will do. Nothing where pictures are documents. */
    public void prepare() throws IOException, InterruptedException {
        ImageStoreSettings settings = deployment.configuration().imageStore();
        if (!settings.isDirectory()) {
            return;
        }
        NfsMount mount = new NfsMount(deployment, Mounts::now);
        if (settings.nfs() != null) {
            mount.make();
        }
        make(settings);
        if (settings.nfs() != null) {
            mount.probe(directory());
        }
    }

    private void make(ImageStoreSettings settings) throws IOException {
        Path directory = directory();
        Path place = settings.nfs() != null
                ? deployment.directory().mount()
                : settings.directory() == null ? null : Path.of(settings.directory());
        try {
            if (!Files.isDirectory(directory) && place == null) {
                Files.createDirectories(directory);
            } else if (!Files.isDirectory(directory)) {
                Files.createSymbolicLink(
                        directory,
                        Files.createTempDirectory(place, deployment.directory().prefixElsewhere()));
            }
            check(directory);
        } catch (IOException e) {
            throw new EnvironmentException(
                    "pictures cannot be kept in " + (place == null ? directory : place)
                            + (settings.nfs() == null ? " (imageStore.directory): " : " (imageStore.nfs): ") + e
                            + "; it must exist and be writable for " + System.getProperty("user.name"),
                    e);
        }
    }

    /** Written, forced, renamed, forced, read and deleted. */
    private static void check(Path directory) throws IOException {
        Path part = Files.write(directory.resolve(".probe.part"), PROBE);
        Path file = directory.resolve(".probe");
        force(part, StandardOpenOption.WRITE);
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        force(directory, StandardOpenOption.READ);
        boolean same = Arrays.equals(PROBE, Files.readAllBytes(file));
        Files.delete(file);
        if (!same) {
            throw new IOException("a file did not hold what was written into it");
        }
    }

    private static void force(Path path, StandardOpenOption mode) throws IOException {
        try (FileChannel channel = FileChannel.open(path, mode)) {
            channel.force(true);
        }
    }

    /** The kind of its file system and what that is mounted from, such as {@code directory on nfs4 (files:/export)}. */
    public String description() {
        try {
            FileStore store = Files.getFileStore(directory().toRealPath());
            return "directory on " + store.type() + " (" + store.name() + ")";
        } catch (IOException expected) {
            return "directory";
        }
    }

    /** Programs a configuration needs on the machine. */
    public static List<Program> needed(Configuration configuration) {
        return configuration.imageStore().nfs() == null ? List.of() : List.of(Program.NFS_CLIENT);
    }

    @Override
    public List<HostProcess> processes() {
        return List.of();
    }

    /** The NFS mount it is on, if it is on one: the servers of a machine share it. */
    @Override
    public List<Instance> instances() {
        if (!deployment.configuration().imageStore().isDirectory()) {
            return List.of();
        }
        return NfsStatistics.of(directory()).stream()
                .map(mount -> Instance.elsewhere(Tiers.IMAGE_STORE, "nfs").reporting(mount))
                .toList();
    }
}
