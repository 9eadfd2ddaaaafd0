package gavel.harness.platform.ssh.connection;

import gavel.harness.failure.EnvironmentException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** Where the sockets of master connections are, for the user alone. Their paths have a bound that the kernel sets. */
public record ControlDirectory(Path path) implements AutoCloseable {
    /** Of 107 that a socket's path may have, ssh itself takes 17 while it makes one; the rest is for the file. */
    private static final int LONGEST = 80;

    private static final AtomicInteger MADE = new AtomicInteger();

    public static ControlDirectory create() {
        for (Path parent : List.of(Path.of(System.getProperty("java.io.tmpdir")), Path.of("/tmp"))) {
            if (parent.toAbsolutePath().toString().length() <= LONGEST - 16) {
                try {
                    return new ControlDirectory(Files.createTempDirectory(
                            parent.toAbsolutePath(),
                            "gv",
                            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))));
                } catch (IOException e) {
                    throw new EnvironmentException(
                            "no directory for connections can be made in " + parent + ": " + e.getMessage(), e);
                }
            }
        }
        throw new EnvironmentException("there is no short directory for the sockets of ssh; /tmp is needed");
    }

    /** For a connection of its own: ssh would send commands over an older one with the same socket, whatever machine that reaches. */
    Path socket() {
        return path.resolve(Integer.toString(MADE.incrementAndGet()));
    }

    @Override
    public void close() {
        try (Stream<Path> files = Files.list(path)) {
            for (Path file : files.toList()) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(path);
        } catch (IOException | UncheckedIOException left) {
            path.toFile().deleteOnExit();
        }
    }
}
