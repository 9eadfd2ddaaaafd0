package gavel.harness.tier;

import gavel.harness.collect.metrics.NfsStatistics;
import gavel.harness.deployment.Deployment;
import gavel.harness.failure.EnvironmentException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Optional;

/**
 * The directory the pictures of a deployment are files of. Where the configuration names one, which may be an NFS mount, the deployment
 * makes a directory of its own in it and a link to that among its data; both go when the deployment does.
 */
public final class ImageDirectory {
    private static final byte[] PROBE = {1, 2, 3};

    private ImageDirectory() {}

    static Path of(Deployment deployment) {
        return deployment.directory().images();
    }

    /** Makes it where there is none, and does with a file what the application will do. Nothing where pictures are documents. */
    public static void prepare(Deployment deployment) throws IOException {
        var settings = deployment.configuration().imageStore();
        if (!settings.isDirectory()) {
            return;
        }
        Path directory = of(deployment);
        try {
            if (!Files.isDirectory(directory) && settings.directory() == null) {
                Files.createDirectories(directory);
            } else if (!Files.isDirectory(directory)) {
                Files.createSymbolicLink(
                        directory,
                        Files.createTempDirectory(
                                Path.of(settings.directory()),
                                deployment.directory().prefixElsewhere()));
            }
            check(directory);
        } catch (IOException e) {
            throw new EnvironmentException(
                    "pictures cannot be kept in "
                            + (settings.directory() == null ? directory : settings.directory())
                            + " (imageStore.directory): " + e + "; it must exist and be writable for "
                            + System.getProperty("user.name"),
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

    /** Of the NFS mount it is on. */
    static Optional<NfsStatistics> statistics(Deployment deployment) {
        return deployment.configuration().imageStore().isDirectory()
                ? NfsStatistics.of(of(deployment))
                : Optional.empty();
    }

    /** The kind of its file system and what that is mounted from, such as {@code directory on nfs4 (files:/export)}. */
    public static String description(Deployment deployment) {
        try {
            FileStore store = Files.getFileStore(of(deployment).toRealPath());
            return "directory on " + store.type() + " (" + store.name() + ")";
        } catch (IOException expected) {
            return "directory";
        }
    }
}
