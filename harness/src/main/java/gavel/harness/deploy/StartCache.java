package gavel.harness.deploy;

import gavel.harness.deployment.Deployment;
import gavel.harness.deployment.Installation;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.RunningInstance;
import gavel.harness.platform.local.host.ProcessSpec;
import gavel.harness.tier.AppServer;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.Launch;
import gavel.harness.topology.Tiers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the application server's JVM learns from one start and its warm-up: loaded classes and method profiles, kept beside the jar they
 * belong to. It is made once for a build. Without it, or where the JVM refuses it, a server starts slower and is otherwise the same.
 */
public final class StartCache {
    private static final String NAME = "training";
    /** Every request of the warm-up is a lesson, however long it takes. */
    private static final String LONGEST_LESSON = "-Dgavel.warm-up.within=60s";

    private static final Duration LONGEST_EXIT = Duration.ofSeconds(20);
    private static final Duration LONGEST_ASSEMBLY = Duration.ofMinutes(2);
    private final Deployment deployment;
    private final Installation installation;

    private final RunningTopology running;

    public StartCache(Deployment deployment, Installation installation, RunningTopology running) {
        this.running = running;
        this.deployment = deployment;
        this.installation = installation;
    }

    /** What the JVM said when it refused the cache, found in the first lines of a server's log. */
    public static Optional<String> refusal(List<String> log) {
        return log.stream()
                .filter(line -> line.startsWith("[") && line.contains("][aot]"))
                .map(line ->
                        line.substring(line.indexOf("[aot]") + "[aot]".length()).strip())
                .findFirst();
    }

    /** Whether there is a jar without a cache of its own. */
    public boolean missing() {
        try {
            Path jar = installation.appJar();
            Path cache = installation.appCache();
            return Files.exists(jar)
                    && (!Files.exists(cache)
                            || Files.getLastModifiedTime(cache).compareTo(Files.getLastModifiedTime(jar)) < 0);
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Starts a server for training, on the data of this deployment, and keeps what its JVM learned. Lots may be sold meanwhile: reset the
     * data afterwards.
     *
     * @return whether there is a cache now
     */
    public boolean make() throws IOException, InterruptedException {
        Files.deleteIfExists(installation.appCache());
        Path directory = deployment.directory().temporary();
        Path lessons = directory.resolve("training.aotconf");
        Path cache = directory.resolve("training.aot");
        InstanceSpec pupil = pupil(recording(lessons));
        RunningInstance server = running.platform().start(pupil);
        try {
            running.platform().awaitReady(server);
        } catch (EnvironmentException e) {
            return false;
        } finally {
            server.stop(LONGEST_EXIT);
        }
        if (!Files.exists(lessons)) {
            return false;
        }
        ProcessSpec assembly = new ProcessSpec(
                NAME + "-cache",
                Tiers.TOOLS,
                AppServer.command(running.context(), 0, assembling(lessons, cache)),
                Map.of(),
                deployment.directory().path(),
                0,
                true);
        int code = deployment.host().run(assembly, line -> {}, LONGEST_ASSEMBLY);
        Files.deleteIfExists(lessons);
        if (code != 0 || !Files.exists(cache)) {
            return false;
        }
        // Another deployment may be doing the same: the last one wins, and neither sees half a file.
        Path beside = installation
                .appCache()
                .resolveSibling(deployment.directory().path().getFileName() + ".aot");
        Files.move(cache, beside, StandardCopyOption.REPLACE_EXISTING);
        Files.move(beside, installation.appCache(), StandardCopyOption.ATOMIC_MOVE);
        return true;
    }

    /** The first application server under another name. */
    private InstanceSpec pupil(List<String> flags) {
        InstanceSpec first = running.topology().of(Tiers.APP_SERVERS).getFirst();
        return InstanceSpec.of(
                        Tiers.TOOLS, NAME, Launch.Command.java(AppServer.command(running.context(), 0, flags), true))
                .on(first.host())
                .file(first.files().getFirst())
                .ready(first.ready())
                .build();
    }

    private static List<String> recording(Path lessons) {
        return List.of("-XX:AOTMode=record", "-XX:AOTConfiguration=" + lessons, LONGEST_LESSON);
    }

    private static List<String> assembling(Path lessons, Path cache) {
        List<String> flags = new ArrayList<>(List.of("-XX:AOTMode=create"));
        flags.add("-XX:AOTConfiguration=" + lessons);
        flags.add("-XX:AOTCache=" + cache);
        return flags;
    }
}
