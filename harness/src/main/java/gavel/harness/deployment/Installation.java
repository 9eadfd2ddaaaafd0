package gavel.harness.deployment;

import java.nio.file.Path;

/**
 * Where Gavel is and what it is started with.
 *
 * @param home directory of the project
 * @param java program every JVM of a deployment is started with
 */
public record Installation(Path home, Path java) {
    /** Of this process: {@code gavel.home} as the launcher says it, else the working directory. */
    public static Installation current() {
        return new Installation(
                Path.of(System.getProperty("gavel.home", "")).toAbsolutePath().normalize(),
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

    /** Programs of the embedded database, unpacked once. */
    public Path databaseBinaries() {
        return home.resolve("harness/target/embedded-database");
    }

    private Path jar(String module) {
        return home.resolve(module).resolve("target").resolve(module + ".jar");
    }
}
