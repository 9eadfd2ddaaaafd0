package gavel.harness.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.driver.api.IntervalReport.OperationInterval;
import gavel.driver.api.http.ServerBounds;
import gavel.harness.collect.Sample;
import gavel.harness.dashboard.state.RecordedConsole;
import gavel.harness.dashboard.state.SampleLoad;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.kind.RunKind;
import gavel.harness.report.SampleResults;
import gavel.harness.result.RunResult;
import gavel.harness.run.Console;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The server as a browser, Prometheus, and somebody who means harm meet it. */
@Timeout(20)
class DashboardIT {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    @TempDir
    private Path results;

    private final AtomicInteger stops = new AtomicInteger();
    private Dashboard dashboard;
    private Console console;
    private final List<Socket> sockets = new ArrayList<>();
    private final HttpClient http = HttpClient.newHttpClient();

    @BeforeEach
    void open() {
        dashboard = Dashboard.open(0, new RunKind(), results, InstantSource.system(), stops::incrementAndGet);
        console = dashboard.watching(new RecordedConsole());
    }

    @AfterEach
    void close() throws IOException {
        dashboard.close();
        http.shutdownNow();
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    /** Whatever came, head and body. */
    private record Answer(String text) {
        int status() {
            return Integer.parseInt(text.split(" ", 3)[1]);
        }

        String header(String name) {
            return text.lines()
                    .takeWhile(line -> !line.isEmpty())
                    .filter(line -> line.regionMatches(true, 0, name + ": ", 0, name.length() + 2))
                    .map(line -> line.substring(name.length() + 2))
                    .findFirst()
                    .orElse("");
        }

        String body() {
            return text.substring(text.indexOf("\r\n\r\n") + 4);
        }
    }

    private int port() {
        return dashboard.address().getPort();
    }

    private String host() {
        return "127.0.0.1:" + port();
    }

    private Socket send(String request) throws IOException {
        Socket socket = new Socket(InetAddress.getByName("127.0.0.1"), port());
        sockets.add(socket);
        socket.getOutputStream().write((request + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private Answer ask(String method, String path, String... headers) throws IOException {
        String lines = String.join("\r\n", headers);
        String request =
                method + " " + path + " HTTP/1.1\r\nConnection: close" + (lines.isEmpty() ? "" : "\r\n" + lines);
        try (Socket socket = send(request)) {
            return new Answer(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        } catch (ConnectException nobody) {
            throw nobody;
        } catch (SocketException hungUp) {
            return new Answer("");
        }
    }

    private Answer get(String path) throws IOException {
        return ask("GET", path, "Host: " + host());
    }

    @Test
    void whoHasTheAddressOfTheTerminalMayStopTheCommand() throws IOException {
        String secret = dashboard.ownAddress().getFragment().replaceFirst("stop=", "");
        assertThat(secret).matches("[0-9a-f]{32}");

        Answer answer = ask("POST", "/stop", "Host: " + host(), "X-Gavel-Stop: " + secret, "Content-Length: 0");

        assertThat(answer.status()).isEqualTo(202);
        assertThat(stops).hasValue(1);
        assertThat(get("/").body() + get("/lines").body() + get("/metrics").body())
                .as("nobody can read it from the server")
                .doesNotContain(secret);
    }

    @Test
    void nobodyElseStopsIt() throws IOException {
        String secret = dashboard.ownAddress().getFragment().replaceFirst("stop=", "");
        String right = "X-Gavel-Stop: " + secret;
        String none = "Content-Length: 0";
        assertThat(ask("POST", "/stop", "Host: " + host(), none).status()).isEqualTo(403);
        assertThat(ask("POST", "/stop", "Host: " + host(), "X-Gavel-Stop: " + "0".repeat(32), none)
                        .status())
                .isEqualTo(403);
        assertThat(ask("POST", "/stop", "Host: " + host(), right, "Sec-Fetch-Site: cross-site", none)
                        .status())
                .isEqualTo(403);
        assertThat(ask("POST", "/stop", "Host: evil.example", right, none).status())
                .isEqualTo(421);
        assertThat(ask("GET", "/stop", "Host: " + host(), right).status()).isEqualTo(405);
        assertThat(ask("POST", "/", "Host: " + host(), none).status()).isEqualTo(405);
        assertThat(stops).hasValue(0);
    }

    @Test
    void finishedRunsHaveNothingToStop() throws IOException {
        try (Dashboard finished = Dashboard.open(0, null, results, InstantSource.system(), null)) {
            assertThat(finished.ownAddress()).isEqualTo(finished.address());
        }
    }

    private BufferedReader events() throws Exception {
        HttpRequest live =
                HttpRequest.newBuilder(dashboard.address().resolve("/live")).build();
        InputStream body = http.send(live, BodyHandlers.ofInputStream()).body();
        return new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8));
    }

    private Socket watch() throws IOException {
        return send("GET /live HTTP/1.1\r\nHost: " + host());
    }

    private static int status(Socket socket) throws IOException {
        byte[] begin = socket.getInputStream().readNBytes("HTTP/1.1 200".length());
        return new Answer(new String(begin, StandardCharsets.US_ASCII) + " ").status();
    }

    private static JsonNode next(BufferedReader events) throws IOException {
        String line = events.readLine();
        while (line != null && !line.startsWith("data: ")) {
            line = events.readLine();
        }
        return line == null ? null : JSON.readTree(line.substring("data: ".length()));
    }

    @Test
    void thePageBringsAllItNeedsAndMayFetchNothingElse() throws IOException {
        Answer page = get("/");
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.header("Content-Type")).isEqualTo("text/html; charset=utf-8");
        assertThat(page.header("Content-Security-Policy"))
                .startsWith("default-src 'none'; script-src 'self'; style-src 'self';")
                .contains("frame-ancestors 'none'")
                .doesNotContain("unsafe");
        assertThat(page.header("X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(page.body()).doesNotContain("http:", "https:", " style=", "onclick");
        for (String file : List.of("main.js", "live.js", "finished.js", "chart.js", "words.js")) {
            assertThat(get("/" + file).header("Content-Type")).isEqualTo("text/javascript; charset=utf-8");
            assertThat(get("/" + file).body()).doesNotContain("innerHTML", "https:");
        }
        assertThat(get("/dashboard.css").header("Content-Type")).isEqualTo("text/css; charset=utf-8");
        assertThat(get("/nothing.js").status()).isEqualTo(404);
        assertThat(get("/live/more").status()).isEqualTo(404);
    }

    @Test
    void thereIsNothingButReading() throws IOException {
        for (String method : List.of("POST", "PUT", "DELETE", "OPTIONS", "HEAD")) {
            Answer answer = ask(method, "/", "Host: " + host(), "Content-Length: 0");
            assertThat(answer.status()).as(method).isEqualTo(405);
            assertThat(answer.header("Allow")).isEqualTo("GET");
        }
    }

    @Test
    void aNameThatWasMadeToPointHereIsNotAnswered() throws IOException {
        assertThat(ask("GET", "/live", "Host: attacker.example:" + port()).status())
                .isEqualTo(421);
        assertThat(ask("GET", "/", "Host: 127.0.0.1:1").status()).isEqualTo(421);
        assertThat(ask("GET", "/", "Host: localhost:1").body())
                .as("whoever comes by ssh from another port")
                .contains("ssh -L %1$d:127.0.0.1:%1$d".formatted(port()));
        assertThat(ask("GET", "/").status()).isIn(400, 421);
        assertThat(ask("GET", "/", "Host: " + host(), "Host: attacker.example").status())
                .isIn(400, 421);
        assertThat(ask("GET", "/", "Host: localhost:" + port()).status()).isEqualTo(200);
    }

    @Test
    void pagesOfOtherSitesMayLeadHereButNotFetchFromHere() throws IOException {
        String other = "Sec-Fetch-Site: cross-site";
        assertThat(ask("GET", "/live", "Host: " + host(), other, "Sec-Fetch-Mode: no-cors")
                        .status())
                .isEqualTo(403);
        assertThat(ask("GET", "/metrics", "Host: " + host(), "Sec-Fetch-Site: same-site", "Sec-Fetch-Mode: cors")
                        .status())
                .isEqualTo(403);
        assertThat(ask("GET", "/", "Host: " + host(), other, "Sec-Fetch-Mode: navigate")
                        .status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/../index.csv",
                "/results/../../etc/passwd",
                "/results/%2e%2e/%2e%2e/etc/passwd",
                "/results/a/../../report.html",
                "/index.html/../../pom.xml",
                "/%2e%2e/state/DashboardState.class",
                "/Dashboard.class"
            })
    void noPathLeadsOut(String path) throws IOException {
        assertThat(get(path).status()).isIn(400, 404);
    }

    @Test
    void aReportMayShowItselfAndNothingMore() throws IOException {
        RunResult passed = SampleResults.passed();
        Path directory = results.resolve(passed.run().id());
        new RunKind().write(passed, directory);

        JsonNode entry = JSON.readTree(get("/finished").body()).get(0);
        assertThat(entry.get("verdict").asString()).isEqualTo("PASS");
        Answer report = get("/results/" + entry.get("id").asString() + "/report.html");
        assertThat(report.body()).contains("<title>Gavel: " + passed.run().id());
        assertThat(report.header("Content-Security-Policy"))
                .contains("default-src 'none'", "sandbox allow-scripts")
                .doesNotContain("connect-src");
    }

    @Test
    void eachSecondIsToldAndSoIsTheEnd() throws Exception {
        BufferedReader events = events();
        assertThat(next(events).get("load").isNull()).isTrue();

        SampleLoad.begin(console);
        console.second(SampleLoad.second(7, "MEASURE", new OperationInterval("Home", 9, 9, 0, 0, 1_000)), Sample.NONE);
        JsonNode frame = next(events);
        while (frame.get("load").isNull() || frame.get("load").get("second").asInt() == 0) {
            frame = next(events);
        }
        assertThat(frame.get("load").get("second").asInt()).isEqualTo(7);
        assertThat(frame.get("load").get("operations").get(0).get("limitMillis").asInt())
                .isEqualTo(2_000);
        assertThat(JSON.readTree(get("/lines").body()).get("points")).hasSize(1);

        dashboard.concluded(new RunKind(), SampleResults.passed());
        dashboard.close();
        JsonNode last = frame;
        for (JsonNode more = next(events); more != null; more = next(events)) {
            last = more;
        }
        assertThat(last.get("over").asBoolean()).isTrue();
        assertThat(last.get("ending").get("stamp").asString()).isEqualTo("PASS");
        assertThatThrownBy(() -> get("/")).isInstanceOf(ConnectException.class);
    }

    @Test
    void onlySoManyWatchAndWhoLeavesMakesRoom() throws Exception {
        for (int i = 0; i < StreamSlots.MOST; i++) {
            assertThat(status(watch())).isEqualTo(200);
        }
        assertThat(dashboard.watchers()).isEqualTo(StreamSlots.MOST);
        assertThat(get("/live").status()).isEqualTo(503);
        assertThat(get("/metrics").status()).as("others are still answered").isEqualTo(200);

        sockets.getFirst().close();
        do {
            // A connection that has gone is noticed by what is written to it.
            SampleLoad.begin(console);
        } while (status(watch()) != 200);
        assertThat(dashboard.watchers()).isEqualTo(StreamSlots.MOST);
    }

    @Test
    void requestsThatAreNeverFinishedHoldNobodyUp() throws Exception {
        for (int i = 0; i < 300; i++) {
            Socket socket = new Socket(InetAddress.getByName("127.0.0.1"), port());
            sockets.add(socket);
            socket.getOutputStream().write("GET / HTTP/1.1\r\nHost:".getBytes(StandardCharsets.US_ASCII));
        }

        long began = System.nanoTime();
        assertThat(get("/metrics").status()).isEqualTo(200);
        assertThat(status(watch())).isEqualTo(200);
        assertThat(Duration.ofNanos(System.nanoTime() - began))
                .as("before any of them is ended")
                .isLessThan(Duration.ofSeconds(ServerBounds.REQUEST_SECONDS));
    }

    @Test
    void aHeadHasItsBounds() throws IOException {
        String large = "X-Large: " + "a".repeat(20_000);
        assertThat(ask("GET", "/", "Host: " + host(), large).text()).doesNotContain("200 OK");
        String[] many = new String[100];
        Arrays.setAll(many, i -> i == 0 ? "Host: " + host() : "X-" + i + ": 1");
        assertThat(ask("GET", "/", many).text()).doesNotContain("200 OK");
    }

    @Test
    void figuresForPrometheusAreThere() throws IOException {
        Answer page = get("/metrics");
        assertThat(page.header("Content-Type")).isEqualTo("text/plain; version=0.0.4; charset=utf-8");
        assertThat(page.body()).contains("gavel_info{kind=\"run\"");
    }

    @Test
    void aPortInUseIsToldWithTheOption() {
        assertThatThrownBy(() ->
                        Dashboard.open(port(), new RunKind(), results, InstantSource.system(), stops::incrementAndGet))
                .isInstanceOf(EnvironmentException.class)
                .hasMessageContaining("port " + port() + " cannot be listened on")
                .hasMessageContaining("--dashboard");
    }

    @Test
    void onlyTheLoopbackListens() {
        assertThat(dashboard.address()).isEqualTo(URI.create("http://127.0.0.1:" + port() + "/"));
        assertThatThrownBy(() -> new Socket(InetAddress.getByName("127.0.0.2"), port()).close())
                .isInstanceOf(ConnectException.class);
    }
}
