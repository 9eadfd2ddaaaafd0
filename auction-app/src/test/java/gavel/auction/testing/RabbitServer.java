package gavel.auction.testing;

import com.rabbitmq.client.ConnectionFactory;
import gavel.auction.settings.Settings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;

/**
 * One RabbitMQ node of this machine's package, on ports, with files, a user and a port mapper (epmd) of its own, on loopback only. It keeps its messages while
 * it is stopped or killed, and comes back on the same port.
 *
 * <p>Where this process is root the broker runs as the user {@code rabbitmq}. Ready after about 8 s.
 */
public final class RabbitServer implements AutoCloseable {
    private static final Path BINARIES = Path.of("/usr/lib/rabbitmq/bin");
    private static final String OWNER = "rabbitmq";
    private static final String USER = "gavel";
    private static final Duration LONGEST_START = Duration.ofSeconds(60);
    private static final Duration LONGEST_STOP = Duration.ofSeconds(20);

    private static RabbitServer shared;

    private final Path directory;
    private final int port = EmbeddedServices.freePort();
    private final int portMapperPort = EmbeddedServices.freePort();
    private final Map<String, String> environment;
    private final String password = secret();
    private final Thread atExit = new Thread(this::end, "rabbit-at-exit");
    private final Process portMapper;
    private Process server;

    private RabbitServer() throws IOException {
        directory = Files.createTempDirectory("gavel-rabbit");
        environment = environment();
        write("cookie-home/.erlang.cookie", secret());
        write("rabbitmq.conf", """
                listeners.tcp.1 = 127.0.0.1:%s
                default_user = %s
                default_pass = %s
                log.file.level = warning
                disk_free_limit.absolute = 50MB
                """.formatted(port, USER, password));
        write("plugins", "[].");
        giveAway();
        portMapper = launch("epmd.log", "epmd", "-port", Integer.toString(portMapperPort), "-address", "127.0.0.1");
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    public static boolean isInstalled() {
        return Files.isExecutable(BINARIES.resolve("rabbitmq-server"));
    }

    /** Skips the test, loudly, where there is no RabbitMQ. */
    public static void assumeInstalled() {
        if (!isInstalled()) {
            System.err.println("NOT RUN: needs RabbitMQ in " + BINARIES + " (package rabbitmq-server)");
        }
        Assumptions.assumeTrue(isInstalled(), "RabbitMQ is not installed in " + BINARIES);
    }

    /** One for all tests of this JVM, which ends with it; the test is skipped, loudly, where there is no RabbitMQ. */
    public static synchronized RabbitServer shared() {
        assumeInstalled();
        try {
            shared = shared == null ? launch() : shared;
            return shared;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A new broker, ready for connections. */
    public static RabbitServer launch() throws IOException {
        RabbitServer rabbit = new RabbitServer();
        try {
            rabbit.start();
            return rabbit;
        } catch (IOException | RuntimeException e) {
            rabbit.close();
            throw e;
        }
    }

    /** Starts it, or starts it again after {@link #stop} or {@link #kill}; returns when it takes connections. */
    public void start() throws IOException {
        server = launch("server.log", BINARIES.resolve("rabbitmq-server").toString(), "-noinput");
        try {
            Awaitility.await("RabbitMQ takes connections")
                    .atMost(LONGEST_START)
                    .pollInterval(Duration.ofMillis(200))
                    .until(this::takesConnections);
        } catch (RuntimeException e) {
            throw new IOException("RabbitMQ did not start:\n" + Files.readString(directory.resolve("server.log")), e);
        }
    }

    /** Asks it to end, and waits; what is durable stays. */
    public void stop() {
        server.destroy();
        awaitEnd(server);
    }

    /** Ends it at once, as a power cut would. */
    public void kill() {
        server.destroyForcibly();
        awaitEnd(server);
    }

    /** What a resource alarm does: from now on it takes nothing from connections that publish. */
    public void block() throws IOException {
        control("eval", "rabbit_alarm:set_alarm({{resource_limit, disk, node()}, []}).");
    }

    public void unblock() throws IOException {
        control("eval", "rabbit_alarm:clear_alarm({resource_limit, disk, node()}).");
    }

    /** Runs {@code rabbitmqctl}; takes a second or two. */
    public String control(String... arguments) throws IOException {
        List<String> command =
                new ArrayList<>(List.of(BINARIES.resolve("rabbitmqctl").toString(), "--quiet"));
        command.addAll(List.of(arguments));
        Process process = launch("control.log", command.toArray(String[]::new));
        awaitEnd(process);
        String output = Files.readString(directory.resolve("control.log"));
        if (process.exitValue() != 0) {
            throw new IOException("rabbitmqctl " + List.of(arguments) + " failed: " + output);
        }
        return output;
    }

    public int port() {
        return port;
    }

    public long pid() {
        return server.pid();
    }

    /** What it wrote to its log so far. */
    public String log() throws IOException {
        StringBuilder text = new StringBuilder();
        try (Stream<Path> files = Files.walk(directory.resolve("log"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                text.append(Files.readString(file));
            }
        }
        return text.toString();
    }

    /** As a node's settings name it. */
    public Settings.Broker settings() {
        return new Settings.Broker("127.0.0.1", port, List.of(), "/", USER, password, Settings.Broker.Queues.CLASSIC);
    }

    public ConnectionFactory connections() {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setHost("127.0.0.1");
        factory.setPort(port);
        factory.setUsername(USER);
        factory.setPassword(password);
        factory.setAutomaticRecoveryEnabled(false);
        factory.setTopologyRecoveryEnabled(false);
        return factory;
    }

    /** To a virtual host of its own, so that queues of the same names may be of another kind. */
    public ConnectionFactory connections(String virtualHost) {
        try {
            control("add_vhost", virtualHost);
            control("set_permissions", "-p", virtualHost, USER, ".*", ".*", ".*");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        ConnectionFactory factory = connections();
        factory.setVirtualHost(virtualHost);
        return factory;
    }

    /** Ends broker and port mapper and removes their files. */
    @Override
    public void close() {
        if (portMapper.isAlive()) {
            Runtime.getRuntime().removeShutdownHook(atExit);
        }
        end();
    }

    private void end() {
        if (server != null) {
            stop();
        }
        portMapper.destroy();
        awaitEnd(portMapper);
        try (Stream<Path> files = Files.exists(directory) ? Files.walk(directory) : Stream.empty()) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            System.err.println("the files of a RabbitMQ could not be removed: " + e);
        }
    }

    private boolean takesConnections() throws Exception {
        if (!server.isAlive()) {
            throw new IllegalStateException("its process ended with exit code " + server.exitValue());
        }
        try (var _ = connections().newConnection()) {
            return true;
        } catch (ConnectException e) {
            return false;
        }
    }

    private Map<String, String> environment() throws IOException {
        return Map.ofEntries(
                Map.entry("HOME", directory.resolve("cookie-home").toString()),
                Map.entry("RABBITMQ_NODENAME", "gavel" + port + "@localhost"),
                Map.entry("RABBITMQ_DIST_PORT", Integer.toString(EmbeddedServices.freePort())),
                Map.entry("RABBITMQ_MNESIA_BASE", directory.resolve("data").toString()),
                Map.entry("RABBITMQ_LOG_BASE", directory.resolve("log").toString()),
                Map.entry("RABBITMQ_PID_FILE", directory.resolve("pid").toString()),
                Map.entry(
                        "RABBITMQ_ENABLED_PLUGINS_FILE",
                        directory.resolve("plugins").toString()),
                Map.entry(
                        "RABBITMQ_CONFIG_FILE",
                        directory.resolve("rabbitmq.conf").toString()),
                Map.entry("RABBITMQ_CONF_ENV_FILE", "/dev/null"),
                Map.entry("RABBITMQ_ALLOW_INPUT", "true"),
                Map.entry("RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS", "-kernel inet_dist_use_interface {127,0,0,1}"),
                Map.entry("ERL_EPMD_PORT", Integer.toString(portMapperPort)),
                Map.entry("ERL_EPMD_ADDRESS", "127.0.0.1"));
    }

    /** The process itself, not a shell around it, so that its pid is the one to kill or freeze. */
    private Process launch(String log, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        if (isRoot()) {
            command.addAll(List.of("setpriv", "--reuid=" + OWNER, "--regid=" + OWNER, "--clear-groups", "--"));
        }
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(directory.resolve(log).toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("RABBITMQ_") || name.startsWith("ERL_"));
        builder.environment().putAll(environment);
        return builder.start();
    }

    private void write(String name, String content) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, content);
    }

    private void giveAway() throws IOException {
        if (!isRoot()) {
            return;
        }
        var owner = directory.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(OWNER);
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.toList()) {
                Files.setOwner(file, owner);
            }
        }
    }

    private static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    private static void awaitEnd(Process process) {
        try {
            if (!process.waitFor(LONGEST_STOP.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private static String secret() {
        byte[] bytes = new byte[16];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
