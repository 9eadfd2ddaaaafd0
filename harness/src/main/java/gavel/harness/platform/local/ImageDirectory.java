package gavel.harness.platform.local;

import gavel.harness.deployment.RunDirectory;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.local.host.Host;
import gavel.harness.platform.local.host.Mounts;
import gavel.harness.topology.Launch.Storage;
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
 * The directory the pictures of a deployment are files of. Where the configuration names one, or an NFS export that is mounted for it, the
 * deployment makes a directory of its own in it. A link to that is among its data; both go when the deployment does.
 */
record ImageDirectory(RunDirectory run, Host host, Storage storage) {
    private static final byte[] PROBE = {1, 2, 3};

    private Path directory() {
        return run.path().resolve(storage.path());
    }

    /** Makes it where there is none, and does with a file what the application will do. */
    void prepare() throws IOException, InterruptedException {
        NfsMount mount = new NfsMount(run, host, storage, Mounts::now);
        if (storage.nfs() != null) {
            mount.make();
        }
        make();
        if (storage.nfs() != null) {
            mount.probe(directory());
        }
    }

    private void make() throws IOException {
        Path directory = directory();
        Path place = storage.nfs() != null ? run.mount() : storage.place() == null ? null : Path.of(storage.place());
        try {
            if (!Files.isDirectory(directory) && place == null) {
                Files.createDirectories(directory);
            } else if (!Files.isDirectory(directory)) {
                Files.createSymbolicLink(directory, Files.createTempDirectory(place, run.prefixElsewhere()));
            }
            check(directory);
        } catch (IOException e) {
            throw new EnvironmentException(
                    "pictures cannot be kept in " + (place == null ? directory : place)
                            + (storage.nfs() == null ? " (imageStore.directory): " : " (imageStore.nfs): ") + e
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
    String description() {
        try {
            FileStore store = Files.getFileStore(directory().toRealPath());
            return "directory on " + store.type() + " (" + store.name() + ")";
        } catch (IOException expected) {
            return "directory";
        }
    }

    /** What the NFS mount it is on says, if it is on one: the servers of a machine share it. */
    Optional<NfsStatistics> statistics() {
        return NfsStatistics.of(directory());
    }
}
