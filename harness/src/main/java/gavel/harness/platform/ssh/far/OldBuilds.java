package gavel.harness.platform.ssh.far;

import gavel.harness.platform.local.proc.SeenCommands;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Programs of earlier builds on this machine, which go when nothing uses them: no process has one on its command line, and no connection
 * has used it for an hour. Every connection changes the directory of its build, so one that is about to be used stays.
 *
 * @param directory that has them
 * @param current name of the build that asks
 */
record OldBuilds(Path directory, String current, SeenCommands commands, Instant now) {
    private static final Duration RECENT = Duration.ofHours(1);

    /** @return bytes that are free now */
    long forget() {
        try {
            String used = commands.text();
            long bytes = 0;
            for (Path build : in("builds")) {
                String name = build.getFileName().toString();
                if (!name.equals(current) && !used.contains("/builds/" + name + "/") && !recent(build)) {
                    bytes += delete(build);
                }
            }
            Set<Path> linked = new HashSet<>();
            for (Path build : in("builds")) {
                if (Files.isSymbolicLink(build.resolve("java"))) {
                    linked.add(Files.readSymbolicLink(build.resolve("java")));
                }
            }
            for (Path runtime : in("runtimes")) {
                if (!linked.contains(runtime) && !used.contains(runtime + "/") && !recent(runtime)) {
                    bytes += delete(runtime);
                }
            }
            for (Path file : in("store")) {
                if (alone(file) && !recent(file)) {
                    bytes += delete(file);
                }
            }
            return bytes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<Path> in(String place) throws IOException {
        Path all = directory.resolve(place);
        if (!Files.isDirectory(all)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(all)) {
            return entries.toList();
        }
    }

    /** Whether its content goes with it. */
    private static boolean alone(Path file) throws IOException {
        return (int) Files.getAttribute(file, "unix:nlink", LinkOption.NOFOLLOW_LINKS) == 1;
    }

    private boolean recent(Path path) throws IOException {
        Instant changed = ((FileTime) Files.getAttribute(path, "unix:ctime")).toInstant();
        return changed.plus(RECENT).isAfter(now);
    }

    private static long delete(Path place) throws IOException {
        long bytes = 0;
        try (Stream<Path> files = Files.walk(place)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                bytes += Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && alone(file) ? Files.size(file) : 0;
                Files.deleteIfExists(file);
            }
        } catch (NoSuchFileException somebodyElse) {
            return bytes;
        }
        return bytes;
    }
}
