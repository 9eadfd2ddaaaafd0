package gavel.harness.platform.compose;

import gavel.harness.deployment.RunDirectory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.zip.CRC32;

/**
 * What Docker knows one deployment by, and where its containers keep things on this machine.
 *
 * @param directory of the run, as it is from the root
 */
record Project(Path directory) {
    /** The run directory of every container, as it sees it. */
    static final String KEPT = "/var/lib/gavel";

    private static final String OF_COMPOSE = "com.docker.compose.project";

    Project {
        directory = real(directory.toAbsolutePath().normalize());
    }

    /** The same by whatever link it was reached: a name is made of it, and its containers are found by that. */
    private static Path real(Path directory) {
        try {
            return directory.toRealPath();
        } catch (IOException notThere) {
            Path parent = directory.getParent();
            return parent == null ? directory : real(parent).resolve(directory.getFileName());
        }
    }

    /** Different for deployments of the same name in different places. */
    String name() {
        String word =
                new RunDirectory(directory).name().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
        return "gavel-%s-%08x".formatted(word.replaceAll("^-|-$", ""), hash());
    }

    /** Of the place. */
    long hash() {
        CRC32 sum = new CRC32();
        sum.update(directory.toString().getBytes(StandardCharsets.UTF_8));
        return sum.getValue();
    }

    /** What all of its containers and networks have. */
    String label() {
        return OF_COMPOSE + "=" + name();
    }

    String container(String process) {
        return name() + "-" + process;
    }

    Path file() {
        return directory.resolve("compose.yaml");
    }

    /** The same for Gavel itself: a health check would take what is measured. */
    Path measured() {
        return directory.resolve("compose.measured.yaml");
    }

    Path hosts() {
        return directory.resolve("hosts");
    }
}
