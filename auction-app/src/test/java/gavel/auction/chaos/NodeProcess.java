package gavel.auction.chaos;

import gavel.auction.testing.Api;
import gavel.auction.testing.EmbeddedServices;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;

/** One application server as a process of its own, which can be killed, frozen and drained, and started again under its name and ports. */
public final class NodeProcess implements AutoCloseable {
    private static final Duration LONGEST_START = Duration.ofSeconds(60);
    private static final Duration LONGEST_END = Duration.ofSeconds(60);
    private static final Duration ANSWER = Duration.ofSeconds(2);

    private final String name;
    private final Site site;
    private final Path settings;
    private final Api api;
    private final Api management;
    private volatile Process process;

    public NodeProcess(String name, Site site) throws IOException {
        this.name = name;
        this.site = site;
        int port = EmbeddedServices.freePort();
        int managementPort = EmbeddedServices.freePort();
        this.settings = site.write(name + ".yaml", """
                server: {address: 127.0.0.1, port: %s}
                management: {server: {address: 127.0.0.1, port: %s}}
                """.formatted(port, managementPort) + site.settings(name));
        this.api = new Api("http://127.0.0.1:" + port, null);
        Runtime.getRuntime().addShutdownHook(new Thread(this::close, name + "-at-exit"));
        this.management = new Api("http://127.0.0.1:" + managementPort, Site.MANAGEMENT_TOKEN);
    }

    String name() {
        return name;
    }

    public ProcessHandle handle() {
        return process.toHandle();
    }

    /** With the token of the management port. */
    public Api management() {
        return management;
    }

    /** Its API, for a caller who has not logged in. */
    public Api api() {
        return api;
    }

    public void start() throws IOException {
        process = site.java(name + ".log", "serve", "--config=" + settings);
    }

    public void awaitReady() {
        Awaitility.await(name + " is ready")
                .atMost(LONGEST_START)
                .pollInterval(Duration.ofMillis(50))
                .until(this::isReady);
    }

    private boolean isReady() {
        if (!process.isAlive()) {
            throw new IllegalStateException(name + " ended with exit code " + process.exitValue());
        }
        return status("/actuator/health/readiness") == 200;
    }

    /** SIGKILL: nothing is handed over. */
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** SIGSTOP: connections stay open, and nobody answers. */
    void freeze() throws IOException, InterruptedException {
        signal("STOP");
    }

    void resume() throws IOException, InterruptedException {
        signal("CONT");
    }

    private void signal(String signal) throws IOException, InterruptedException {
        int code = new ProcessBuilder("sh", "-c", "kill -" + signal + " " + process.pid())
                .start()
                .waitFor();
        if (code != 0) {
            throw new IOException(name + " did not get the signal " + signal);
        }
    }

    void drain() {
        management.send(management
                .request("/actuator/drain")
                .POST(BodyPublishers.noBody())
                .timeout(ANSWER));
    }

    /** SIGTERM, as a node is stopped that is not needed any more. */
    void end() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(LONGEST_END.toMillis(), TimeUnit.MILLISECONDS)) {
            process.destroyForcibly().waitFor();
            throw new IllegalStateException(name + " did not end within " + LONGEST_END);
        }
    }

    /** What it says it decides; nothing when it does not answer. */
    public Set<Integer> partitions() {
        Set<Integer> partitions = new TreeSet<>();
        try {
            JsonNode node = management
                    .send(management.request("/actuator/node").GET().timeout(ANSWER))
                    .json();
            node.get("partitions").forEach(partition -> partitions.add(partition.intValue()));
        } catch (IllegalStateException unreachable) {
            return Set.of();
        }
        return partitions;
    }

    /** Batches it could not commit, by its own count; among them those it slept through. */
    long failedBatches() {
        return Math.round(management
                .send(management.request("/actuator/prometheus").GET().timeout(ANSWER))
                .text()
                .lines()
                .filter(line -> line.startsWith("gavel_engine_failures_total"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                .sum());
    }

    private int status(String path) {
        try {
            return management
                    .send(management.request(path).GET().timeout(ANSWER))
                    .status();
        } catch (IllegalStateException unreachable) {
            return 0;
        }
    }

    @Override
    public void close() {
        if (process != null) {
            process.destroyForcibly().onExit().join();
        }
    }
}
