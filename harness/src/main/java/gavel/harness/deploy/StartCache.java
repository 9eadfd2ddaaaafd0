package gavel.harness.deploy;

import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.Platform;
import gavel.harness.platform.RunningInstance;
import gavel.harness.tier.AppServer;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.Launch;
import gavel.harness.topology.Step;
import gavel.harness.topology.Tiers;
import gavel.harness.topology.TopologyContext;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
    private static final String LESSONS = "tmp/training.aotconf";
    private static final String CACHE = "tmp/training.aot";
    private final RunningTopology running;

    public StartCache(RunningTopology running) {
        this.running = running;
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
        return running.platform().startCache().missing();
    }

    /**
     * Starts a server for training, on the data of this deployment, and keeps what its JVM learned. Lots may be sold meanwhile: reset the
     * data afterwards.
     *
     * @return whether there is a cache now
     */
    public boolean make() throws IOException, InterruptedException {
        Platform platform = running.platform();
        platform.startCache().forget();
        TopologyContext context = running.context();
        String lessons = context.below(LESSONS);
        String cache = context.below(CACHE);
        String host = context.toolsHost();
        InstanceSpec pupil = pupil(recording(lessons));
        platform.delete(host, LESSONS);
        platform.delete(host, CACHE);
        RunningInstance server = platform.start(pupil);
        try {
            platform.awaitReady(server);
        } catch (EnvironmentException e) {
            return false;
        } finally {
            server.stop(LONGEST_EXIT);
        }
        if (!platform.exists(host, LESSONS)) {
            return false;
        }
        List<String> assembly = AppServer.command(running.context(), 0, assembling(lessons, cache));
        int code = platform.run(host, NAME + "-cache", Step.Command.tool(assembly, LONGEST_ASSEMBLY), line -> {});
        platform.delete(host, LESSONS);
        return code == 0 && platform.startCache().keep(CACHE);
    }

    /** The first application server under another name. */
    private InstanceSpec pupil(List<String> flags) {
        InstanceSpec first = running.topology().of(Tiers.APP_SERVERS).getFirst();
        InstanceSpec.Builder pupil = InstanceSpec.of(
                        Tiers.TOOLS, NAME, Launch.Command.java(AppServer.command(running.context(), 0, flags), true))
                .on(first.host())
                .ready(first.ready());
        first.files().forEach(pupil::file);
        return pupil.build();
    }

    private static List<String> recording(String lessons) {
        return List.of("-XX:AOTMode=record", "-XX:AOTConfiguration=" + lessons, LONGEST_LESSON);
    }

    private static List<String> assembling(String lessons, String cache) {
        List<String> flags = new ArrayList<>(List.of("-XX:AOTMode=create"));
        flags.add("-XX:AOTConfiguration=" + lessons);
        flags.add("-XX:AOTCache=" + cache);
        return flags;
    }
}
