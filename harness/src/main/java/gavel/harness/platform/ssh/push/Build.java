package gavel.harness.platform.ssh.push;

import gavel.driver.api.text.Sha256;
import gavel.harness.failure.EnvironmentException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/**
 * The programs of one build, as far machines get them. Its name follows from what is in it, so two builds never share one.
 *
 * @param id its name
 */
public record Build(String id, List<Blob> blobs) {
    private static final List<String> MODULES = List.of("auction-app", "workload-driver", "harness");

    public Build {
        blobs = List.copyOf(blobs);
    }

    /** @param build directory that holds the jars of every module, each with its libraries */
    public static Build of(Path build) {
        List<Blob> blobs = new ArrayList<>();
        for (String module : MODULES) {
            Path target = build.resolve(module).resolve("target");
            blobs.addAll(blobs(build, target.resolve(module + ".jar")));
            blobs.addAll(blobs(build, target.resolve("lib")));
        }
        return of(blobs);
    }

    /** Where it is on a far machine, with a link to the Java there. */
    public String below(String directory) {
        return directory + "/builds/" + id;
    }

    static Build of(List<Blob> blobs) {
        List<Blob> sorted =
                blobs.stream().sorted(Comparator.comparing(Blob::path)).toList();
        MessageDigest digest = Sha256.begun();
        for (Blob blob : sorted) {
            digest.update((blob.sha256() + " " + blob.path() + "\n").getBytes(StandardCharsets.UTF_8));
        }
        return new Build(HexFormat.of().formatHex(digest.digest()).substring(0, 16), sorted);
    }

    private static List<Blob> blobs(Path root, Path place) {
        try (Stream<Path> files = Files.walk(place)) {
            List<Blob> blobs = new ArrayList<>();
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                blobs.add(Blob.of(root, file));
            }
            return blobs;
        } catch (IOException | UncheckedIOException e) {
            throw new EnvironmentException(
                    "the programs of this build cannot be read: " + e.getMessage()
                            + "; start it with the launcher `gavel`, which builds first",
                    e);
        }
    }
}
