package gavel.harness.deployment;

import java.nio.file.Path;
import java.util.Objects;

/**
 * Where Gavel is and what it is started with.
 *
 * @param home directory of the project
 * @param build holds the programs of one build, which stay as they are while a process uses them; the project itself where Maven alone has built
 * @param java program every JVM of a deployment is started with
 */
public record Installation(Path home, Path build, Path java) {
    public Installation(Path home, Path java) {
        this(home, home, java);
    }

    /** Of this process: {@code gavel.home} and {@code gavel.build} as the launcher says them, else the working directory. */
    public static Installation current() {
        Path home =
                Path.of(System.getProperty("gavel.home", "")).toAbsolutePath().normalize();
        return new Installation(
                home,
                Path.of(Objects.requireNonNullElse(System.getProperty("gavel.build"), home.toString())),
                Path.of(System.getProperty("java.home"), "bin", "java"));
    }

    public Path appJar() {
        return jar("auction-app");
    }

    /** What its JVM learned from a start of that jar; need not exist. */
    public Path appCache() {
        return appJar().resolveSibling("auction-app.aot");
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
        return home.resolve(".gavel");
    }

    public Path results() {
        return home.resolve("results");
    }

    /** Programs of the embedded database, unpacked once for all builds. */
    public Path databaseBinaries() {
        return home.resolve(".build/embedded-database");
    }

    private Path jar(String module) {
        return build.resolve(module).resolve("target").resolve(module + ".jar");
    }
}
