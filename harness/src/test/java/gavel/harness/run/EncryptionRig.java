package gavel.harness.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.collect.metrics.GuardedPage;
import gavel.harness.collect.metrics.MongoStatistics;
import gavel.harness.collect.metrics.Scraper;
import gavel.harness.config.Configuration;
import gavel.harness.config.Sizing;
import gavel.harness.deploy.AppCommands;
import gavel.harness.deploy.FrontDoorCheck;
import gavel.harness.deploy.RunningTopology;
import gavel.harness.deploy.certificate.Certificates;
import gavel.harness.deployment.Deployment;
import gavel.harness.deployment.Deployments;
import gavel.harness.deployment.Installation;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.http.Http;
import gavel.harness.http.JdkHttp;
import gavel.harness.platform.local.host.HostProcess;
import gavel.harness.platform.local.host.LocalHost;
import gavel.harness.tier.Handshakes;
import gavel.harness.tier.RealServers;
import gavel.harness.tier.TierRig;
import gavel.harness.time.Timekeeper;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * Deployments whose tiers encrypt: they serve, every port refuses what is plain, and every client refuses a server whose certificate another
 * authority signed, though it has the same name.
 */
abstract class EncryptionRig {
    private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();
    private static final String LOOPBACK = "127.0.0.1";
    private static final Duration REFUSED = Duration.ofSeconds(20);
    /** Ports whose servers keep to the loopback and encrypt nothing, or have a key of their own. */
    private static final Set<String> EXCEPT = Set.of("rabbitmq-epmd.names", "rabbitmq1.others");

    @TempDir
    Path home;

    Deployment deployment;
    Deployer deployer;

    private JdkHttp http;
    private String foreign;

    /** What is done once all of them serve. */
    @FunctionalInterface
    interface Work {
        void on() throws Exception;
    }

    @BeforeEach
    void builtProgramsAreNeeded() {
        boolean built = Files.exists(PROJECT.resolve("auction-app/target/auction-app.jar"));
        if (!built) {
            System.err.println("NOT TESTED: auction-app is not built; mvn package builds it");
        }
        Assumptions.assumeTrue(built, "auction-app is not built");
    }

    /** Those of the servers that are installed here; says loudly which are not, for then something is not tested. */
    final Configuration configuration(String... servers) {
        List<String> settings = new ArrayList<>(List.of("load.users=20", "encryption.betweenTiers=true"));
        for (String server : servers) {
            if (!server.contains(".implementation=") || RealServers.installed(home, TierRig.configuration(server))) {
                settings.add(server);
            }
        }
        return TierRig.configuration(settings.toArray(String[]::new));
    }

    final void deployed(Configuration configuration, Work work) throws Exception {
        deployed(configuration, true, work);
    }

    /** @param data whether there are data, and people are served */
    final void deployed(Configuration configuration, boolean data, Work work) throws Exception {
        Deployments deployments = new Deployments(home.resolve(".gavel"), new SplittableRandom(System.nanoTime()));
        Timekeeper time = Timekeeper.system();
        foreign = new Certificates(home.resolve("foreign"), "mine", time).authority();
        try (JdkHttp client = new JdkHttp();
                Deployment made = deployments.create(
                        "mine", configuration, true, time.instant(), new LocalHost(home)::portFree)) {
            http = client;
            deployment = made;
            Environment environment = new Environment(
                    new Installation(PROJECT, Path.of(System.getProperty("java.home"), "bin", "java")),
                    deployments,
                    client,
                    time,
                    new Console() {
                        @Override
                        public void line(String text) {}

                        @Override
                        public void status(String text) {}

                        @Override
                        public int width() {
                            return 0;
                        }
                    },
                    null,
                    RealServers.platforms(client),
                    new Interruption(Thread.currentThread()));
            deployer = new Deployer(deployment, environment, new Progress(environment.console(), time));
            try {
                deployer.startDataServices();
                if (data) {
                    load();
                }
                deployer.startAppServers();
                deployer.startFrontServers();
                if (data) {
                    deployer.verify();
                }
                work.on();
            } catch (EnvironmentException e) {
                throw new AssertionError(e.getMessage() + "\n" + String.join("\n", e.evidence()), e);
            } finally {
                deployer.close();
            }
        }
    }

    /** As a deployer does, but for a start cache: training one takes longer than all starts of these tests save by it. */
    private void load() throws IOException, InterruptedException {
        Configuration made = deployment.made();
        assertThat(new AppCommands(deployment, RealServers.running(deployment), _ -> {})
                        .load(Sizing.setUsers(made), made.load().seed(), null))
                .as("what is not as loaded")
                .isEmpty();
    }

    /** By instance and purpose. */
    private Map<String, Integer> ports() {
        Map<String, Integer> ports = new LinkedHashMap<>();
        RunningTopology running = RealServers.running(deployment);
        running.attach();
        running.instances().forEach(instance -> instance.spec()
                .ports()
                .forEach((purpose, port) -> ports.put(instance.spec().name() + "." + purpose, port)));
        ports.keySet().removeAll(EXCEPT);
        if (deployment.configuration().passedThrough()) {
            // It speaks with nobody who does not say first whose connection it is; people's handshake is that at the
            // balancer.
            ports.remove("nginx1.https");
        }
        return ports;
    }

    final void everyPortEncrypts() throws IOException {
        String own = deployer.authority();
        assertThat(ports()).hasSizeGreaterThanOrEqualTo(3);
        for (Map.Entry<String, Integer> port : ports().entrySet()) {
            String name = port.getKey();
            assertThat(Handshakes.plain(name, port.getValue()))
                    .as("plain text to " + name)
                    .isEmpty();
            Handshakes.trusting(name, port.getValue(), own, LOOPBACK);
            assertThatThrownBy(() -> Handshakes.trusting(name, port.getValue(), foreign, LOOPBACK))
                    .as("another authority at " + name)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("PKIX path");
            assertThatThrownBy(() -> Handshakes.trusting(name, port.getValue(), own, "elsewhere.example"))
                    .as("another name at " + name)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("elsewhere.example");
        }
    }

    final void theApplicationServesAtItsOwnDoor() throws InterruptedException {
        URI door = URI.create(
                "https://" + LOOPBACK + ":" + deployment.ports().app().getFirst());
        new FrontDoorCheck(http.trusting(deployer.authority()), door, Timekeeper.system())
                .check("u1@gavel.example", deployment.secrets().accounts());
    }

    private Path foreignFile() throws IOException {
        return Files.writeString(home.resolve("foreign.pem"), foreign);
    }

    final void theDatabaseIsChecked() throws Exception {
        boolean mariadb = deployment.configuration().relational().mariadb();
        String url = "jdbc:" + (mariadb ? "mariadb" : "postgresql") + "://127.0.0.1:"
                + deployment.ports().database() + "/gavel";
        String checked = mariadb ? "?sslMode=verify-full&serverSslCert=" : "?sslmode=verify-full&sslrootcert=";
        Path own = deployment.directory().settings("authority.pem");

        login(url + checked + own);
        assertThatThrownBy(() -> login(url + checked + foreignFile())).isInstanceOf(SQLException.class);
        assertThatThrownBy(() -> login(url + (mariadb ? "?sslMode=disable" : "?sslmode=disable")))
                .isInstanceOf(SQLException.class)
                .as("plain text, with the same password")
                .hasMessageMatching("(?s).*(no encryption|secure transport|Access denied).*");
        assertThatThrownBy(() -> login(url.replace(LOOPBACK, "127.0.0.2") + checked + own))
                .as("an address that the certificate does not name, or where nobody listens")
                .isInstanceOf(SQLException.class);
    }

    private void login(String url) throws SQLException {
        DriverManager.getConnection(url, "gavel", deployment.secrets().database())
                .close();
    }

    final void documentsAreChecked() throws IOException {
        String uri = "mongodb://gavel:" + deployment.secrets().documents() + "@127.0.0.1:"
                + deployment.ports().documents() + "/gavel?authSource=admin";

        assertThat(new MongoStatistics(uri + "&tls=true", deployer.authority(), "it")
                        .read(null)
                        .gauges())
                .containsKey("open");
        assertThatThrownBy(() -> new MongoStatistics(uri + "&tls=true", foreign, "it").read(null))
                .isInstanceOf(IOException.class);
        assertThatThrownBy(() -> new MongoStatistics(uri, "", "it").read(null)).isInstanceOf(IOException.class);
    }

    final void theApplicationIsChecked() throws Exception {
        URI app = URI.create(
                "https://127.0.0.1:" + deployment.ports().management().getFirst() + "/actuator/prometheus");
        String token = deployment.secrets().management();
        try (Scraper scraper = new Scraper()) {
            assertThat(scraper.scrape(new GuardedPage(app, token, deployer.authority()))
                            .named("jvm_memory_used_bytes"))
                    .isNotEmpty();
            assertThatThrownBy(() -> scraper.scrape(new GuardedPage(app, token, foreign)))
                    .isInstanceOf(IOException.class);
            assertThatThrownBy(() -> scraper.scrape(new GuardedPage(app, token, "")))
                    .isInstanceOf(IOException.class);
        }
        URI node = app.resolve("/actuator/node");
        assertThat(http.trusting(deployer.authority()).get(node, token).status())
                .isEqualTo(200);
        assertThat(http.trusting(foreign).get(node, token).status()).isZero();
    }

    /** The tools of the application have its clients: with the foreign authority in their file they reach nothing. */
    final void theApplicationChecksItsServices() throws Exception {
        List<String> said = startedWithForeignAuthority();
        assertThat(said).anyMatch(line -> line.contains("PKIX path"));
    }

    /** A server like the first, on ports of its own, that trusts somebody else. */
    private List<String> startedWithForeignAuthority() throws Exception {
        Path settings = deployment.directory().settings("app1.yaml");
        String text = Files.readString(settings)
                .replace(
                        deployment.directory().settings("authority.pem").toString(),
                        foreignFile().toString())
                .replaceAll(
                        "port: (?:" + deployment.ports().app().getFirst() + "|"
                                + deployment.ports().management().getFirst() + ")\\b",
                        "port: 0")
                .replace("node: \"app1\"", "node: \"stranger\"");
        Path own = home.resolve("stranger.yaml");
        Files.deleteIfExists(own);
        Files.copy(settings, own);
        Files.writeString(own, text);
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-jar",
                        PROJECT.resolve("auction-app/target/auction-app.jar").toString(),
                        "serve",
                        "--config=" + own)
                .redirectErrorStream(true)
                .start();
        try {
            List<String> lines = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            assertThat(process.waitFor()).as(String.join("\n", lines)).isNotZero();
            return lines;
        } finally {
            process.destroyForcibly();
        }
    }

    /** Where another authority stands in its file, it sends nobody to an application server. */
    final void theServerInFrontChecks(String server, String signal) throws Exception {
        Files.writeString(deployment.directory().settings("authority.pem"), foreign);
        HostProcess process = RealServers.host(deployment).recorded().stream()
                .filter(each -> each.name().equals(server))
                .findFirst()
                .orElseThrow();
        process.signal(signal, false);

        URI page = deployer.frontDoors().getFirst().resolve("/api/auctions?size=1");
        String own = deployer.authority();
        assertThat(Timekeeper.system().await(() -> answer(own, page).status() >= 500, REFUSED))
                .as(() -> "refused by " + server + ": " + answer(own, page).brief())
                .isTrue();
        // Without waiting for it to change its mind.
        assertThatThrownBy(() -> new FrontDoorCheck(http.trusting(own), page, new FakeTime())
                        .check("u1@gavel.example", deployment.secrets().accounts()))
                .isInstanceOf(EnvironmentException.class);
    }

    final Http.Answer answer(String authority, URI page) {
        try {
            return http.trusting(authority).get(page, null);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
