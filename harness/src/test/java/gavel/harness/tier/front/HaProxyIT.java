package gavel.harness.tier.front;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import gavel.driver.api.http.ServerBounds;
import gavel.harness.collect.InstanceUse;
import gavel.harness.config.Configuration;
import gavel.harness.deploy.RunningTopology;
import gavel.harness.deployment.Deployment;
import gavel.harness.http.Authority;
import gavel.harness.http.Http;
import gavel.harness.http.JdkHttp;
import gavel.harness.platform.local.collect.ProcCollector;
import gavel.harness.tier.RealServers;
import gavel.harness.tier.TierRig;
import gavel.harness.time.Timekeeper;
import gavel.harness.topology.Stage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The real HAProxy in front of real web servers, and of the application alone. */
class HaProxyIT {
    private static final Timekeeper TIME = Timekeeper.system();
    private static final Duration LONG = Duration.ofSeconds(15);
    private static final int SESSIONS = 8;

    @TempDir
    Path home;

    private final List<HttpServer> applications = new ArrayList<>();
    private final JdkHttp http = new JdkHttp();
    private Deployment deployment;
    private RunningTopology servers;
    private Http people;

    private void start(String settings) throws Exception {
        List<String> all = new ArrayList<>(List.of("balancers.implementation=haproxy"));
        all.addAll(List.of(settings.split(" ")));
        Configuration configuration = TierRig.configuration(all.toArray(String[]::new));
        RealServers.require(home, configuration);
        deployment = RealServers.deploy(home, configuration);
        for (int i = 0; i < deployment.ports().app().size(); i++) {
            applications.add(server(deployment.ports().app().get(i)));
            applications.add(server(deployment.ports().management().get(i)));
        }
        servers = RealServers.running(deployment);
        servers.start(Stage.FRONT);
        people = http.trusting(servers.authority());
    }

    @AfterEach
    void stop() {
        RealServers.stop(deployment, LONG);
        applications.forEach(application -> application.stop(0));
        http.close();
    }

    /** Says who it was told that the client is. */
    private static HttpServer server(int port) throws IOException {
        HttpServer server = ServerBounds.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        server.createContext("/", HaProxyIT::answer);
        server.createContext("/port", exchange -> say(exchange, Integer.toString(port)));
        server.createContext("/claims", exchange -> say(exchange, Claims.in(exchange.getRequestHeaders())));
        server.start();
        return server;
    }

    private static void answer(HttpExchange exchange) throws IOException {
        String client = exchange.getRequestHeaders().getFirst("X-Forwarded-For") + " "
                + exchange.getRequestHeaders().getFirst("X-Forwarded-Proto") + " "
                + exchange.getRequestHeaders().getFirst("X-Forwarded-Port");
        say(exchange, client);
    }

    private static void say(HttpExchange exchange, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "webServers.implementation=nginx webServers.count=2",
                "webServers.implementation=httpd webServers.count=2",
                "webServers.implementation=nginx webServers.count=2 balancers.tls=terminate",
                "webServers.implementation=httpd webServers.count=2 balancers.tls=terminate",
                "webServers.implementation=none"
            })
    void peopleDoNotMissWhoIsLostBehindIt(String settings) throws Exception {
        start(settings + " balancers.count=2 appServers.count=2");
        assertThat(servers.doors()).hasSize(2);
        for (URI door : servers.doors()) {
            assertThat(people.get(door, null).body())
                    .as("whose connection it is")
                    .isEqualTo("127.0.0.1 https " + door.getPort());
            assertThat(claims(door)).isEqualTo(Claims.only("127.0.0.1", "https", door.getPort()));
        }
        watched();
        if (!deployment.configuration().webServers().present()) {
            RealServers.comeAndGo(servers, this::answered, () -> answering().size());
        } else {
            fewerAndMore();
        }

        if (deployment.configuration().webServers().present()) {
            servers.of("webServers").getFirst().stop(LONG);
        } else {
            applications.subList(0, 2).forEach(application -> application.stop(0));
        }

        assertThat(TIME.await(this::answered, LONG)).isTrue();
        for (int i = 0; i < 20; i++) {
            assertThat(answered()).isTrue();
        }
    }

    /** Web servers learn of it, and balancers in front of them have no need to. */
    private void fewerAndMore() throws Exception {
        servers.appServers(1);
        servers.reload();
        assertThat(answering()).hasSize(1);
        servers.appServers(2);
        servers.reload();
        assertThat(answered()).isTrue();
    }

    @Test
    void aSessionComesBackToItsWebServerWhileItIsThere() throws Exception {
        start("webServers.implementation=nginx webServers.count=2");
        SSLContext browser = Authority.only(servers.authority());
        // The harness has looked whether the balancer takes connections.
        int[] before = {sessions("nginx1"), sessions("nginx2")};
        for (int i = 0; i < SESSIONS; i++) {
            visit(browser);
        }
        int first = sessions("nginx1") - before[0];
        int second = sessions("nginx2") - before[1];
        assertThat(List.of(first, second)).containsExactlyInAnyOrder(0, SESSIONS);

        servers.of("webServers").get(first > 0 ? 0 : 1).stop(LONG);
        assertThat(TIME.await(this::answered, LONG)).isTrue();
        String other = first > 0 ? "nginx2" : "nginx1";
        int taken = sessions(other);
        visit(browser);
        assertThat(sessions(other)).as("the other one takes it").isEqualTo(taken + 1);
    }

    /** What the application is told after a client has claimed all it can, through everything in front. */
    private String claims(URI door) throws Exception {
        SSLContext authority = Authority.only(servers.authority());
        try (HttpClient liar = HttpClient.newBuilder().sslContext(authority).build()) {
            HttpRequest.Builder request = HttpRequest.newBuilder(door.resolve("/claims"));
            Claims.ALL.forEach(request::header);
            return liar.send(request.build(), BodyHandlers.ofString()).body();
        }
    }

    /** One connection, encrypted with what the last one left. */
    private void visit(SSLContext browser) throws IOException {
        URI door = servers.doors().getFirst();
        try (Socket socket = browser.getSocketFactory().createSocket(door.getHost(), door.getPort())) {
            socket.getOutputStream()
                    .write("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .startsWith("HTTP/1.1 200");
        }
    }

    /** How many connections a web server was given; the eighth figure of its line. */
    private int sessions(String server) throws InterruptedException {
        URI figures = figures();
        return http.get(figures, deployment.secrets().statistics("haproxy1"))
                .body()
                .lines()
                .filter(line -> line.startsWith("servers," + server + ","))
                .mapToInt(line -> Integer.parseInt(line.split(",")[7]))
                .sum();
    }

    private URI figures() {
        return URI.create(
                "http://127.0.0.1:" + deployment.ports().balancers().getFirst().status() + "/;csv");
    }

    private boolean answered() {
        try {
            return people.get(servers.doors().getFirst(), null).ok();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private Set<String> answering() throws InterruptedException {
        Set<String> answering = new HashSet<>();
        for (int i = 0; i < 12; i++) {
            answering.add(people.get(servers.doors().getFirst().resolve("/port"), null)
                    .body());
        }
        return answering;
    }

    private void watched() throws IOException, InterruptedException {
        RealServers.guarded(figures(), deployment.directory().settings("haproxy1.cfg"));
        try (ProcCollector collector = ProcCollector.start(servers.watched(), TIME, System::nanoTime)) {
            collector.beginMeasurement();
            collector.endMeasurement();
            assertThat(collector.collected().problems()).isEmpty();
            InstanceUse use = collector.collected().instances().getLast();
            assertThat(use.tier()).isEqualTo("balancers");
            assertThat(use.server().version()).startsWith("HAProxy ");
            assertThat(use.server().most()).containsEntry("serversUp", 2L);
        }
    }
}
