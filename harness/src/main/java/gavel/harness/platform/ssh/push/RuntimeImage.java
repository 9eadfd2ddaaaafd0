package gavel.harness.platform.ssh.push;

import gavel.harness.failure.EnvironmentException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A small Java for machines that have none: made once from the one the harness runs on, and kept. Where that one is small itself, without the tool
 * to make another, it is taken as it is. All machines of a command share one, so that it is made for them once. Any thread may use it.
 */
public final class RuntimeImage {
    private static final Duration LONGEST = Duration.ofMinutes(5);
    /** Beside what the modules of the platform need themselves: agents of tools, name look-ups, elliptic curves, zip files. */
    private static final String MODULES =
            "java.se,jdk.unsupported,jdk.crypto.ec,jdk.naming.dns,jdk.zipfs,jdk.management,jdk.management.agent,jdk.jcmd,jdk.attach,jdk.localedata,jdk.net,jdk.httpserver,jdk.jfr,jdk.charsets,jdk.security.auth";

    private final Path java;
    private final Path cache;
    /** Null until it is asked for. */
    private Blob known;

    /**
     * @param java program of the JDK it is made from
     * @param cache directory it is kept in
     */
    public RuntimeImage(Path java, Path cache) {
        this.java = java;
        this.cache = cache;
    }

    /** As {@code uname -m} says it. */
    static String architecture() {
        return switch (System.getProperty("os.arch")) {
            case "amd64" -> "x86_64";
            case String other -> other;
        };
    }

    /** Its archive, which is made first where there is none. One thread at a time. */
    synchronized Blob archive() throws InterruptedException {
        if (known != null) {
            return known;
        }
        try {
            Path archive = cache.resolve(
                    "java-" + Runtime.version() + "-" + Integer.toHexString(MODULES.hashCode()) + ".tar.gz");
            if (!Files.exists(archive)) {
                make(archive);
            }
            known = Blob.of(cache, archive);
            return known;
        } catch (IOException e) {
            throw new EnvironmentException(
                    "no Java for other machines can be made in " + cache + ": " + e.getMessage(), e);
        }
    }

    private void make(Path archive) throws IOException, InterruptedException {
        Files.createDirectories(cache);
        Path place = Files.createTempDirectory(cache, "making");
        Path jlink = java.resolveSibling("jlink");
        boolean small = !Files.exists(jlink) && Files.exists(java.resolveSibling("../lib/modules"));
        Path image = small ? java.resolveSibling("..").normalize() : place.resolve("java");
        Path part = place.resolve("archive");
        try {
            if (!small) {
                run(List.of(
                        jlink.toString(),
                        "--add-modules",
                        MODULES,
                        "--strip-debug",
                        "--no-header-files",
                        "--no-man-pages",
                        "--output",
                        image.toString()));
            }
            // The same content gives the same archive.
            run(List.of(
                    "tar",
                    "-c",
                    "-z",
                    "-f",
                    part.toString(),
                    "--sort=name",
                    "--mtime=@0",
                    "--owner=0",
                    "--group=0",
                    "-C",
                    image.toString(),
                    "."));
            Files.move(part, archive, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            run(List.of("rm", "-rf", place.toString()));
        }
    }

    private static void run(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.PIPE)
                .start();
        Thread limit = Thread.ofVirtual().start(() -> {
            try {
                if (!process.waitFor(LONGEST.toSeconds(), TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                }
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
            }
        });
        List<String> said = process.inputReader().readAllLines();
        int code = process.waitFor();
        limit.interrupt();
        if (code != 0) {
            throw new EnvironmentException(
                    "no Java for other machines can be made: " + command.getFirst() + " failed with exit code " + code
                            + "; a whole JDK 25 is needed here, or Java 25 on each host",
                    said.subList(Math.max(0, said.size() - 10), said.size()),
                    null);
        }
    }
}
