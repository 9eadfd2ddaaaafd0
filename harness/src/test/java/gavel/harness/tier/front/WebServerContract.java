package gavel.harness.tier.front;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import gavel.driver.api.http.ServerBounds;
import gavel.harness.collect.InstanceUse;
import gavel.harness.collect.metrics.ServerUse;
import gavel.harness.config.Configuration;
import gavel.harness.config.WebServerSettings;
import gavel.harness.deploy.RunningTopology;
import gavel.harness.deployment.Deployment;
import gavel.harness.http.Authority;
import gavel.harness.http.JdkHttp;
import gavel.harness.platform.local.collect.ProcCollector;
import gavel.harness.platform.local.host.HostProcess;
import gavel.harness.tier.RealServers;
import gavel.harness.tier.TierRig;
import gavel.harness.time.Timekeeper;
import gavel.harness.topology.Stage;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What every kind of web server does, shown with the real one in front of two servers that say what they were asked. */
abstract class WebServerContract {
    static final Timekeeper TIME = Timekeeper.system();

    @TempDir
    Path home;

    private final List<HttpServer> applications = new ArrayList<>();
    private final AtomicInteger pictures = new AtomicInteger();
    private final CountDownLatch news = new CountDownLatch(1);
    Deployment deployment;
    RunningTopology running;
    URI door;
    private HttpClient browser;

    abstract WebServerSettings.Implementation kind();

    /** Whether it answers for pictures out of a cache of its own. */
    boolean keepsPictures() {
        return true;
    }

    /** Whether it sends a bid to another server when the one it tried has gone. */
    boolean repeatsBids() {
        return true;
    }

    /** What it says about itself after some requests. */
    abstract void describesItself(ServerUse use);

    @BeforeEach
    void start() throws Exception {
        Configuration configuration = TierRig.configuration(
                "webServers.implementation=" + kind().name().toLowerCase(Locale.ROOT), "appServers.count=2");
        RealServers.require(home, configuration);
        deployment = RealServers.deploy(home, configuration);
        for (int port : deployment.ports().app()) {
            applications.add(application(port));
        }
        running = RealServers.running(deployment);
        running.start(Stage.FRONT);
        door = running.doors().getFirst();
        browser = browser();
    }

    private HttpClient browser() {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_2)
                .sslContext(Authority.only(running.authority()))
                .build();
    }

    @AfterEach
    void stop() {
        RealServers.stop(deployment, Duration.ofSeconds(10));
        applications.forEach(application -> application.stop(0));
        if (browser != null) {
            browser.shutdownNow();
        }
    }

    private HttpServer application(int port) throws IOException {
        HttpServer application = ServerBounds.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        application.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        application.createContext(
                "/api/headers",
                exchange -> answer(
                        exchange,
                        exchange.getRequestHeaders().getFirst("X-Forwarded-For") + " "
                                + exchange.getRequestHeaders().getFirst("X-Forwarded-Proto") + " "
                                + exchange.getRequestHeaders().getFirst("X-Forwarded-Port")));
        application.createContext("/api/claims", exchange -> answer(exchange, Claims.in(exchange.getRequestHeaders())));
        for (String unchanging : List.of("/api/images/", "/ui/")) {
            application.createContext(unchanging, exchange -> {
                pictures.incrementAndGet();
                exchange.getResponseHeaders().add("Cache-Control", "max-age=31536000, public, immutable");
                answer(exchange, "picture");
            });
        }
        application.createContext(
                "/api/port",
                exchange -> answer(exchange, "" + exchange.getLocalAddress().getPort()));
        application.createContext("/api/auctions/1/live", this::hold);
        application.createContext("/api/auctions/1/bids", exchange -> answer(exchange, "bid taken"));
        application.start();
        return application;
    }

    private static void answer(HttpExchange exchange, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    /** Sends a little, then waits until the client says that it has it. */
    private void hold(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, 0);
        exchange.getResponseBody().write('1');
        exchange.getResponseBody().flush();
        try {
            news.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        exchange.close();
    }

    private HttpRequest.Builder to(String path) {
        return HttpRequest.newBuilder(door.resolve(path)).timeout(Duration.ofSeconds(20));
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return browser.send(to(path).build(), BodyHandlers.ofString());
    }

    @Test
    void itIsWhatTheTierPromises() throws Exception {
        encryptedForThisDeploymentOnly();
        addressesAreThoseOfTheConnection();
        if (keepsPictures()) {
            picturesComeFromTheCache();
        }
        newsPassesAtOnce();
        watched();
        RealServers.comeAndGo(running, () -> get("/api/headers").statusCode() == 200, () -> answering()
                .size());
        aLostApplicationServerIsNotMissed();

        HostProcess process = RealServers.host(deployment).recorded().getFirst();
        assertThat(process.stop(Duration.ofSeconds(10))).as("ends by itself").isTrue();
        assertThat(RealServers.host(deployment).recorded()).isEmpty();
        assertThat(RealServers.host(deployment)
                        .portFree(deployment.ports().web().getFirst().https()))
                .isTrue();
    }

    private void encryptedForThisDeploymentOnly() throws Exception {
        assertThat(get("/api/headers").version()).isEqualTo(HttpClient.Version.HTTP_2);
        try (JdkHttp stranger = new JdkHttp()) {
            assertThat(stranger.get(door, null).status()).isZero();
            String authority = running.authority();
            assertThat(stranger.trusting(authority)
                            .get(door.resolve("/api/headers"), null)
                            .ok())
                    .isTrue();
        }
    }

    private void addressesAreThoseOfTheConnection() throws Exception {
        HttpRequest lying =
                to("/api/headers").header("X-Forwarded-For", "8.8.8.8").build();
        assertThat(browser.send(lying, BodyHandlers.ofString()).body()).isEqualTo("127.0.0.1 https " + door.getPort());
        HttpRequest.Builder liar = to("/api/claims");
        Claims.ALL.forEach(liar::header);
        assertThat(browser.send(liar.build(), BodyHandlers.ofString()).body())
                .isEqualTo(Claims.only("127.0.0.1", "https", door.getPort()));
    }

    private void picturesComeFromTheCache() throws Exception {
        assertThat(cache("/api/images/7-1?size=full")).startsWith("MISS");
        assertThat(cache("/api/images/7-1?size=full")).startsWith("HIT");
        assertThat(cache("/api/images/7-1?size=thumbnail"))
                .as("another size is another picture")
                .startsWith("MISS");
        assertThat(cache("/ui/1/app.js")).as("the pages' script").startsWith("MISS");
        assertThat(cache("/ui/1/app.js")).startsWith("HIT");
        assertThat(pictures).hasValue(3);
    }

    private String cache(String path) throws Exception {
        return get(path).headers().firstValue("X-Cache").orElse("");
    }

    private void newsPassesAtOnce() throws Exception {
        HttpResponse<InputStream> response =
                browser.send(to("/api/auctions/1/live?after=3").build(), BodyHandlers.ofInputStream());
        try (InputStream body = response.body()) {
            assertThat(body.read()).as("the rest is still to come").isEqualTo('1');
            bothServersWork();
            news.countDown();
            assertThat(body.read()).isEqualTo(-1);
        }
    }

    /** A request that waits for news costs its server nothing, so it is no reason to give it less to do. */
    private void bothServersWork() throws Exception {
        assertThat(answering()).hasSize(2);
    }

    /** Told by people who come now: others may still be with a process that was there before. */
    private Set<String> answering() throws IOException, InterruptedException {
        Set<String> answered = new HashSet<>();
        try (HttpClient newcomer = browser()) {
            for (int i = 0; i < 12; i++) {
                // Not in step with whoever else asks: servers in turn would share themselves out between the two.
                Thread.sleep(i);
                answered.add(newcomer.send(to("/api/port").build(), BodyHandlers.ofString())
                        .body());
            }
        }
        return answered;
    }

    private void watched() throws IOException, InterruptedException {
        URI figures = URI.create(
                "http://127.0.0.1:" + deployment.ports().web().getFirst().status());
        String settings = kind().name().toLowerCase(Locale.ROOT) + "1.conf";
        for (String page : List.of("/status", "/server-status?auto")) {
            RealServers.guarded(figures.resolve(page), deployment.directory().settings(settings));
        }
        try (ProcCollector collector = ProcCollector.start(running.watched(), TIME, System::nanoTime)) {
            collector.beginMeasurement();
            collector.endMeasurement();
            assertThat(collector.collected().problems()).isEmpty();
            InstanceUse use = collector.collected().instances().getFirst();
            assertThat(use.tier()).isEqualTo("webServers");
            assertThat(use.server().version())
                    .matches(running.versions().get("webServers").replaceFirst(" .*", "") + " .*\\d.*");
            describesItself(use.server());
        }
    }

    private void aLostApplicationServerIsNotMissed() throws Exception {
        applications.removeFirst().stop(0);
        browser.shutdownNow();
        browser = browser();
        for (int i = 0; i < 20; i++) {
            assertThat(get("/api/headers").statusCode()).isEqualTo(200);
            if (repeatsBids()) {
                HttpRequest bid = to("/api/auctions/1/bids")
                        .POST(BodyPublishers.ofString("{}"))
                        .build();
                assertThat(browser.send(bid, BodyHandlers.ofString()).statusCode())
                        .isEqualTo(200);
            }
        }
    }
}
