package gavel.harness.images;

import gavel.driver.api.text.Sha256;
import gavel.harness.deployment.Installation;
import gavel.harness.failure.EnvironmentException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/** The program of Gavel that an image holds. An image of another build would be measured under the name of this one. */
public final class ImageProgram {
    /** Label of an image: the build of its program. */
    public static final String LABEL = "gavel.build";

    private static final String PLACE = "/opt/gavel/";
    private static final int LETTERS = 16;

    private ImageProgram() {}

    /** Of this build; empty where the image has none of Gavel's. */
    public static Optional<Path> jar(Image image, Installation installation) {
        return Optional.ofNullable(
                switch (image) {
                    case APP -> installation.appJar();
                    case DRIVER -> installation.driverJar();
                    case SERVICES -> installation.harnessJar();
                    case BASE, JAVA, POSTGRESQL, RABBITMQ, NGINX, HAPROXY -> null;
                });
    }

    /** Where the image has its jar; empty where it has none. */
    public static Optional<String> place(Image image) {
        return jar(image, new Installation(Path.of(""), Path.of("java"))).map(jar -> PLACE + jar.getFileName());
    }

    /**
     * A build is known by its jars: the first letters of what {@code cat JARS | sha256sum} prints.
     *
     * @throws EnvironmentException where one cannot be read
     */
    public static String build(List<Path> jars) {
        MessageDigest digest = Sha256.begun();
        for (Path jar : jars) {
            try (InputStream stream = new DigestInputStream(Files.newInputStream(jar), digest)) {
                stream.transferTo(OutputStream.nullOutputStream());
            } catch (IOException e) {
                throw new EnvironmentException(
                        "the programs of this build cannot be read: " + e.getMessage()
                                + "; start it with the launcher `gavel`, which builds first",
                        e);
            }
        }
        return HexFormat.of().formatHex(digest.digest()).substring(0, LETTERS);
    }
}
