package gavel.harness.images;

import gavel.harness.deployment.Installation;
import gavel.harness.tier.JavaCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The directory one image is built from: its Dockerfile, and what of this build belongs into it. Times and rights do not depend on who built. */
record BuildContext(Installation installation, Instant latest) {
    /** Modules that libraries ask for by name, beside all of Java SE. */
    private static final String MODULES =
            "java.se,jdk.unsupported,jdk.management,jdk.zipfs,jdk.net,jdk.jfr,jdk.httpserver,jdk.naming.dns";

    private static final Set<PosixFilePermission> OPEN = PosixFilePermissions.fromString("rw-r--r--");
    private static final Set<PosixFilePermission> STARTED = PosixFilePermissions.fromString("rwxr-xr-x");

    Path write(Image image, Path directory, Docker programs) throws IOException, InterruptedException {
        copy(recipe(image), directory);
        switch (image) {
            case JAVA -> {
                programs.run(
                        installation.java().resolveSibling("jlink").toString(),
                        "--add-modules",
                        MODULES,
                        "--no-header-files",
                        "--no-man-pages",
                        "--compress",
                        "zip-6",
                        "--output",
                        directory.resolve("runtime").toString());
                Files.writeString(directory.resolve("java.options"), String.join("\n", options()) + "\n");
            }
            case APP -> programs(installation.appJar(), directory);
            case DRIVER -> programs(installation.driverJar(), directory);
            case SERVICES -> programs(installation.harnessJar(), directory);
            case BASE, POSTGRESQL, RABBITMQ, NGINX, HAPROXY -> {
                // Everything is in the recipe.
            }
        }
        level(directory);
        return directory;
    }

    Path recipe(Image image) {
        return installation.home().resolve("deploy/images").resolve(image.word());
    }

    /** What every JVM of a deployment is started with, wherever it runs. */
    static List<String> options() {
        List<String> command = new JavaCommand("java", 0, "/tmp", List.of()).version();
        return command.subList(1, command.size() - 1);
    }

    private static void programs(Path jar, Path directory) throws IOException {
        Files.copy(jar, directory.resolve(jar.getFileName().toString()));
        copy(jar.resolveSibling("lib"), directory.resolve("lib"));
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        }
    }

    private void level(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.filter(file -> !Files.isSymbolicLink(file)).toList()) {
                Files.setPosixFilePermissions(
                        file, Files.isDirectory(file) || Files.isExecutable(file) ? STARTED : OPEN);
                Files.setLastModifiedTime(file, FileTime.from(latest));
            }
        }
    }
}
