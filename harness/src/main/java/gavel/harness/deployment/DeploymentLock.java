package gavel.harness.deployment;

import gavel.harness.failure.EnvironmentException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Only one command works on a deployment at a time. The kernel gives the lock back when its holder ends, however it ends. */
final class DeploymentLock implements AutoCloseable {
    /** The kernel gives a lock back as soon as its process closes the file once, by whatever channel: so it is opened once here. */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path place;
    private final FileChannel channel;

    private DeploymentLock(Path place, FileChannel channel) {
        this.place = place;
        this.channel = channel;
    }

    static DeploymentLock take(Path directory) {
        return attempt(directory)
                .orElseThrow(() -> new EnvironmentException(
                        "deployment " + directory.getFileName() + " is in use by another command; wait until it ends"));
    }

    /**
     * Empty where another command has it.
     *
     * @throws EnvironmentException where that cannot be found out
     */
    static Optional<DeploymentLock> attempt(Path directory) {
        try {
            Path place = Files.createDirectories(directory).toRealPath();
            FileChannel channel = HELD.add(place) ? locked(place) : null;
            return Optional.ofNullable(channel).map(open -> new DeploymentLock(place, open));
        } catch (IOException e) {
            throw new EnvironmentException(
                    "cannot use the directory " + directory + ": " + e.getMessage() + "; " + advice(directory), e);
        }
    }

    private static String advice(Path directory) {
        try {
            String owner = Files.getOwner(directory).getName();
            if (!owner.equals(System.getProperty("user.name"))) {
                return "it belongs to " + owner + ": give the command as that user";
            }
        } catch (IOException notThere) {
            // Then it could not be made.
        }
        return "choose a place that can be written and has space";
    }

    /** Null where another process has it. */
    private static FileChannel locked(Path place) throws IOException {
        boolean taken = false;
        FileChannel channel = null;
        try {
            channel = FileChannel.open(place.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            taken = channel.tryLock() != null;
            return taken ? channel : null;
        } finally {
            if (!taken) {
                if (channel != null) {
                    channel.close();
                }
                HELD.remove(place);
            }
        }
    }

    @Override
    public void close() {
        if (!channel.isOpen()) {
            return;
        }
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot release a deployment", e);
        } finally {
            HELD.remove(place);
        }
    }
}
