package gavel.harness.deployment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Where Gavel is, what it is started with, and where it keeps what it makes.
 *
 * @param home directory of the project, or of what was unpacked from an archive; need not be writable
 * @param build holds the programs of one build, which stay as they are while a process uses them; the project itself where Maven alone has built
 * @param java program every JVM of a deployment is started with
 * @param state directory of deployments and of what is unpacked once
 * @param results directory of all results
 */
public record Installation(Path home, Path build, Path java, Path state, Path results) {
    private static final String RESULTS = "results";
    private static final String BELOW_HOME = ".local/state";

    public Installation(Path home, Path java) {
        this(home, home, java);
    }

    /** One that keeps everything in its own directory. */
    public Installation(Path home, Path build, Path java) {
        this(home, build, java, home, home.resolve(RESULTS));
    }

    /**
     * Of this process: {@code gavel.home} and {@code gavel.build} as the launcher says them, else the working directory.
     *
     * @param environment variables of this process
     * @param output directory for results; null where none was named
     */
    public static Installation current(Map<String, String> environment, Path output) {
        Path home =
                Path.of(System.getProperty("gavel.home", "")).toAbsolutePath().normalize();
        Path state = state(home, environment);
        String results = environment.getOrDefault("GAVEL_RESULTS", "");
        return new Installation(
                home,
                Path.of(Objects.requireNonNullElse(System.getProperty("gavel.build"), home.toString())),
                Path.of(System.getProperty("java.home"), "bin", "java"),
                state,
                absolute(output != null ? output : results.isEmpty() ? state.resolve(RESULTS) : Path.of(results)));
    }

    /** GAVEL_HOME; else its own directory, where it may write there; else the place for state of the XDG base directories. */
    static Path state(Path home, Map<String, String> environment) {
        String wanted = environment.getOrDefault("GAVEL_HOME", "");
        if (!wanted.isEmpty()) {
            return absolute(Path.of(wanted));
        }
        if (Files.isWritable(home)) {
            return home;
        }
        // Below a relative one, each working directory would have deployments of its own.
        Path base = Stream.of(
                        Path.of(environment.getOrDefault("XDG_STATE_HOME", "")),
                        Path.of(environment.getOrDefault("HOME", ""), BELOW_HOME),
                        Path.of(System.getProperty("user.home"), BELOW_HOME))
                .filter(Path::isAbsolute)
                .findFirst()
                .orElse(Path.of("/var/tmp"));
        return absolute(base.resolve("gavel"));
    }

    private static Path absolute(Path path) {
        return path.toAbsolutePath().normalize();
    }

    public Path appJar() {
        return jar("auction-app");
    }

    /**
     * What its JVM learned from a start of that jar; need not exist. Beside the jar, where an archive has brought it or where everything is
     * kept in one directory.
     */
    public Path appCache() {
        Path beside = appJar().resolveSibling("auction-app.aot");
        return state.equals(home) || fits(beside)
                ? beside
                : state.resolve(".build/auction-app-%08x.aot".formatted(build.hashCode()));
    }

    /** Whether there is a cache that was made of the jar there is. */
    public boolean fits(Path cache) {
        try {
            return Files.getLastModifiedTime(cache).compareTo(Files.getLastModifiedTime(appJar())) >= 0;
        } catch (IOException e) {
            return false;
        }
    }

    public Path driverJar() {
        return jar("workload-driver");
    }

    public Path harnessJar() {
        return jar("harness");
    }

    public Path configurations() {
        return home.resolve("deploy/configs");
    }

    public Path deployments() {
        return state.resolve(".gavel");
    }

    /** Programs of the embedded database, unpacked once for all builds. */
    public Path databaseBinaries() {
        return state.resolve(".build/embedded-database");
    }

    /** Java for machines that have none, made once. */
    public Path runtimes() {
        return state.resolve(".build/runtimes");
    }

    private Path jar(String module) {
        return build.resolve(module).resolve("target").resolve(module + ".jar");
    }
}
