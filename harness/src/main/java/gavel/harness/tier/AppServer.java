package gavel.harness.tier;

import gavel.harness.collect.Instance;
import gavel.harness.deployment.Deployment;
import gavel.harness.deployment.Installation;
import gavel.harness.host.Host;
import gavel.harness.host.HostProcess;
import gavel.harness.host.ProcessSpec;
import gavel.harness.host.Timekeeper;
import gavel.harness.http.Http;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One application server. Ready means what its readiness probe says. */
public final class AppServer implements Service {
    /** Cores up to which there is no second compiler: it would take much of so small a quota for a quarter of an hour. */
    private static final double ONE_COMPILER = 0.5;

    static final Duration READY = Duration.ofSeconds(180);
    private static final int LINES_OF_A_START = 40;
    private final Deployment deployment;
    private final int index;
    private final HostProcess process;

    private AppServer(Deployment deployment, int index, HostProcess process) {
        this.deployment = deployment;
        this.index = index;
        this.process = process;
    }

    /** Name of the server and of its node. */
    public static String name(int index) {
        return "app" + (index + 1);
    }

    /** The other way round. */
    public static int index(String name) {
        return Integer.parseInt(name.substring(3)) - 1;
    }

    /** Starts it; it is not ready yet. */
    public static AppServer start(Deployment deployment, Installation installation, int index) throws IOException {
        HostProcess process = host(deployment, index)
                .start(new ProcessSpec(
                        name(index),
                        Tiers.APP_SERVERS,
                        command(deployment, installation, index, StartCache.flags(installation)),
                        Map.of(),
                        deployment.directory().path(),
                        0,
                        deployment.temporary()));
        return new AppServer(deployment, index, process);
    }

    /** Writes its settings and says how it is started with them. */
    static List<String> command(Deployment deployment, Installation installation, int index, List<String> more)
            throws IOException {
        Path settings = AppSettings.write(deployment, index);
        long heap = deployment.sizing().appServerHeap();
        // The whole heap at once: one that grows is collected every few megabytes while the users arrive.
        List<String> flags = new ArrayList<>(List.of("-Xms" + heap + "m"));
        int cores = deployment
                .placement()
                .appServerCores(deployment.configuration().appServers().count());
        if (cores > 0) {
            // The quota comes into force later, and a JVM sizes its threads when it starts.
            flags.add("-XX:ActiveProcessorCount=" + cores);
            double quota = deployment.placement().cpu(Tiers.APP_SERVERS, index);
            if (quota > 0 && quota <= ONE_COMPILER) {
                flags.add("-XX:TieredStopAtLevel=1");
                // With one compiler the JVM reserves 48 MB, and makes a full collection for each 7 MB of new code.
                flags.add("-XX:ReservedCodeCacheSize=240m");
                // It does not learn from what it has seen, so it may as well compile at once, while there is no quota.
                flags.add("-XX:CompileThresholdScaling=0.1");
            }
        }
        flags.addAll(deployment.configuration().appServers().flags(cores));
        flags.addAll(more);
        JavaCommand java = new JavaCommand(
                installation.java(), heap, deployment.directory().temporary(), flags);
        return java.jar(installation.appJar(), "serve", "--config=" + settings);
    }

    /** Of a deployment that is up already. */
    public static List<AppServer> found(Deployment deployment, List<HostProcess> running) {
        return running.stream()
                .filter(process -> process.tier().equals(Tiers.APP_SERVERS))
                .map(process -> new AppServer(deployment, index(process.name()), process))
                .toList();
    }

    public void awaitReady(Http http, Timekeeper time) throws InterruptedException {
        time.awaitReady(host(deployment, index), process, () -> ready(http), READY);
    }

    /** Why its JVM did without the start cache, right after the start; empty when it did not, or there is none. */
    public Optional<String> cacheRefusal() {
        return StartCache.refusal(deployment.host().tail(process.log(), LINES_OF_A_START));
    }

    public boolean ready(Http http) {
        return ready(deployment, index, http);
    }

    static boolean ready(Deployment deployment, int index, Http http) {
        try {
            return http.get(management(deployment, index, "/actuator/health/readiness"), null)
                    .ok();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Where people reach it. */
    public URI address() {
        return URI.create("http://" + host(deployment, index).address() + ":"
                + deployment.ports().app().get(index));
    }

    @Override
    public List<HostProcess> processes() {
        return List.of(process);
    }

    @Override
    public List<Instance> instances() {
        return List.of(Instance.of(Tiers.APP_SERVERS, name(index), process.pid())
                .scraping(
                        management(deployment, index, "/actuator/prometheus"),
                        deployment.secrets().management()));
    }

    private static URI management(Deployment deployment, int index, String path) {
        return URI.create("http://" + host(deployment, index).address() + ":"
                + deployment.ports().management().get(index) + path);
    }

    static Host host(Deployment deployment, int index) {
        return deployment.host(Tiers.APP_SERVERS, index);
    }
}
