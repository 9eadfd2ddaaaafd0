package gavel.harness.platform.ssh.push;

import gavel.driver.api.text.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file that is known by its content.
 *
 * @param path below the build, as far machines have it
 * @param file here
 */
record Blob(String path, String sha256, long bytes, Path file) {
    private static final String SAFE = "[\\w./+-]+";

    Blob {
        if (!path.matches(SAFE) || path.startsWith("/") || path.contains("..")) {
            throw new IllegalArgumentException("no shell takes this name unchanged: " + path);
        }
    }

    static Blob of(Path root, Path file) throws IOException {
        try (InputStream stream = Files.newInputStream(file)) {
            return new Blob(root.relativize(file).toString(), Sha256.hex(stream), Files.size(file), file);
        }
    }
}
