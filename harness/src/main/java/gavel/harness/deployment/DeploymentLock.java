package gavel.harness.deployment;

import gavel.harness.failure.EnvironmentException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Only one command works on a deployment at a time. The kernel gives the lock back when its holder ends, however it ends. */
final class DeploymentLock implements AutoCloseable {
    private final FileChannel channel;

    private DeploymentLock(FileChannel channel) {
        this.channel = channel;
    }

    static DeploymentLock take(Path directory) {
        try {
            Files.createDirectories(directory);
            FileChannel channel =
                    FileChannel.open(directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (locked(channel)) {
                return new DeploymentLock(channel);
            }
            channel.close();
            throw new EnvironmentException(
                    "deployment " + directory.getFileName() + " is in use by another command; wait until it ends");
        } catch (IOException e) {
            throw new EnvironmentException(
                    "cannot use the directory " + directory + ": " + e.getMessage()
                            + "; choose a place that can be written and has space",
                    e);
        }
    }

    private static boolean locked(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException expected) {
            return false;
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot release a deployment", e);
        }
    }
}
