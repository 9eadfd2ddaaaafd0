package gavel.harness.deployment;

import gavel.harness.failure.EnvironmentException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** The one directory everything of a deployment belongs to: settings, secrets, logs, data, and the records of its processes. */
public record RunDirectory(Path path) {
    public String name() {
        return path.getFileName().toString();
    }

    public Path settings(String file) {
        return path.resolve("settings").resolve(file);
    }

    public Path secrets() {
        return path.resolve("secrets.json");
    }

    public Path state() {
        return path.resolve("deployment.json");
    }

    public Path configuration() {
        return path.resolve("configuration.yaml");
    }

    public Path logs() {
        return path.resolve("logs");
    }

    public Path log(String process) {
        return logs().resolve(process + ".log");
    }

    public Path processes() {
        return path.resolve("processes");
    }

    public Path data(String service) {
        return path.resolve("data").resolve(service);
    }

    /** Where temporary files of its processes go, so that none is left elsewhere. */
    public Path temporary() {
        return path.resolve("tmp");
    }

    public void create() {
        try {
            for (Path directory : new Path[] {path.resolve("settings"), logs(), path.resolve("data"), temporary()}) {
                Files.createDirectories(directory);
            }
        } catch (IOException e) {
            throw new EnvironmentException(
                    "cannot create the run directory " + path + ": " + e.getMessage()
                            + "; choose a place that can be written and has space",
                    e);
        }
    }

    /** Removes it with everything in it; a file that vanishes meanwhile is no problem. */
    public void delete() {
        if (!Files.exists(path)) {
            return;
        }
        try (Stream<Path> files = Files.walk(path)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException e) {
            throw new EnvironmentException("cannot remove " + path + ": " + e.getMessage(), e);
        }
    }
}
