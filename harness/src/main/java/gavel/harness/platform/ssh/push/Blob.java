package gavel.harness.platform.ssh.push;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

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
        MessageDigest digest = digest();
        try (InputStream stream = Files.newInputStream(file)) {
            stream.transferTo(new DigestOutputStream(OutputStream.nullOutputStream(), digest));
        }
        return new Blob(
                root.relativize(file).toString(), HexFormat.of().formatHex(digest.digest()), Files.size(file), file);
    }

    static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
