package gavel.harness.collect.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import gavel.driver.api.http.ServerBounds;
import gavel.harness.collect.metrics.ServerStatistics.Reading;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What comes from a port where another server listens than was expected, or one that misbehaves. */
class OddPagesTest {
    private HttpServer server;

    @BeforeEach
    void serve() throws IOException {
        server = ServerBounds.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        server.createContext("/", OddPagesTest::answer);
        server.setExecutor(task -> Thread.ofVirtual().start(task));
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private static void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        try (exchange;
                OutputStream out = exchange.getResponseBody()) {
            switch (path) {
                case "/good" -> send(exchange, out, 200, "# TYPE a counter\na 1\n");
                case "/page" -> send(exchange, out, 200, "<html>A welcome page</html>");
                case "/empty" -> send(exchange, out, 200, "");
                case "/refused" -> send(exchange, out, 403, "");
                case "/broken" -> send(exchange, out, 500, "a 1");
                case "/moved" -> send(exchange, out, 302, "");
                case "/huge" -> {
                    exchange.sendResponseHeaders(200, 0);
                    byte[] block = "a 1\n".repeat(1 << 16).getBytes(StandardCharsets.UTF_8);
                    for (int i = 0; i < 200; i++) {
                        out.write(block);
                    }
                }
                case "/slow" -> {
                    exchange.sendResponseHeaders(200, 0);
                    for (int i = 0; i < 200; i++) {
                        out.write('a');
                        out.flush();
                        pause();
                    }
                }
                case "/token" ->
                    send(
                            exchange,
                            out,
                            "Bearer hush".equals(exchange.getRequestHeaders().getFirst("Authorization")) ? 200 : 401,
                            "a 7");
                default -> send(exchange, out, 404, "");
            }
        }
    }

    private static void pause() {
        try {
            Thread.sleep(200);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void send(HttpExchange exchange, OutputStream out, int status, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        if (body.length > 0) {
            out.write(body);
        }
    }

    private PrometheusPage scraped(String path) throws IOException, InterruptedException {
        return scraped(path, new Scraper());
    }

    private PrometheusPage scraped(String path, Scraper with) throws IOException, InterruptedException {
        URI uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
        try (Scraper scraper = with) {
            return scraper.scrape(new GuardedPage(uri, "hush", ""));
        }
    }

    @Test
    void aPageIsReadWithItsToken() throws Exception {
        assertThat(scraped("/good").sum("a")).isEqualTo(1);
        assertThat(scraped("/token").sum("a")).isEqualTo(7);
        assertThat(scraped("/empty").matching(_ -> true)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /page    | not a line of a metrics page: <html>A welcome page</html> (
            /refused | the account may not read them (403 of
            /broken  | metrics page must answer 200: 500 (
            /moved   | metrics page must answer 200: 302 (
            /gone    | metrics page must answer 200: 404 (
            """)
    void whatIsNoPageOfMetricsIsAnErrorOfThePage(String path, String message) {
        assertThatThrownBy(() -> scraped(path))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(message)
                .hasMessageContaining(path)
                .hasMessageNotContaining("hush");
    }

    /** 50 MiB: no metrics of anybody. */
    @Test
    void aPageThatIsLargerThanAnyIsNotReadToItsEnd() {
        assertThatThrownBy(() -> scraped("/huge")).isInstanceOf(IOException.class);
    }

    /** A letter each fifth of a second: without a bound the end of a run would wait for it. */
    @Test
    void aPageWithoutAnEndIsNotWaitedFor() {
        Assertions.assertTimeoutPreemptively(Duration.ofSeconds(30), () -> assertThatThrownBy(
                        () -> scraped("/slow", new Scraper(Duration.ofMillis(500))))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("no whole answer within 0.5 s ("));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "alone",
                "name value",
                "a 1,5",
                "a{b=\"c\" 1",
                "a{b=\"c",
                "a{b=\"c\\",
                "a{b=",
                "a{",
                "a{b=\"c\"}",
                "# TYPE ",
                "# TYPE a",
                "<html>"
            })
    void aLineThatIsNoneIsToldAndNothingElseIsThrown(String line) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PrometheusPage.parse("a 1\n" + line + "\nb 2\n"))
                .withMessage("not a line of a metrics page: " + line);
    }

    @Test
    void aLongLineIsToldByItsBeginning() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PrometheusPage.parse("x".repeat(100_000)))
                .withMessage("not a line of a metrics page: " + "x".repeat(200) + "…");
    }

    @Test
    void anyPageIsReadOrRefusedAndNothingElse() {
        SplittableRandom random = new SplittableRandom(20);
        String alphabet = "ab{}=\",\\ 1.5e+-#\nNaInf_TYPE";
        int read = 0;
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int j = random.nextInt(25); j > 0; j--) {
                text.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            try {
                PrometheusPage.parse(text.toString()).sum("a");
                read++;
            } catch (IllegalArgumentException expected) {
                assertThat(expected).hasMessageStartingWith("not a line of a metrics page: ");
            }
        }
        assertThat(read).isBetween(100, 19_900);
    }

    private static final String HAPROXY =
            "# pxname,svname,qcur,scur,slim,stot,bin,bout,econ,wretr,wredis,status,act,\n";

    @ParameterizedTest
    @ValueSource(strings = {"people", "people,FRONTEND", "people,FRONTEND,,7", "servers,BACKEND,1,2,3", ","})
    void halfALineOfABalancersPageIsTold(String line) {
        assertThatThrownBy(() -> HaProxyStatistics.reading(HAPROXY + line + "\n", "1"))
                .isInstanceOf(IOException.class)
                .hasMessage("an incomplete line of HAProxy's statistics: " + line);
    }

    @Test
    void whatABalancerDoesNotCountIsNothing() throws IOException {
        Reading reading = HaProxyStatistics.reading(
                HAPROXY + "people,FRONTEND,,many,-1,99999999999999999999,,5000,,,,OPEN,,\n\n", "HAProxy");
        assertThat(reading.counters())
                .containsEntry("connections", 0L)
                .containsEntry("inBytes", 0L)
                .containsEntry("outBytes", 5_000L);
        assertThat(reading.gauges()).containsEntry("open", 0L).containsEntry("openLimit", 0L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Active connections: 1", "<html>", "Active connections: x \n"})
    void whatIsNoPageOfAWebServerIsToldByItsBeginning(String text) {
        String longer = text + "y".repeat(1_000);
        for (String each : Arrays.asList(text, longer)) {
            assertThatThrownBy(() -> NginxStatistics.reading(each, "1"))
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith("not a page of stub_status: ")
                    .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(250));
            assertThatThrownBy(() -> HttpdStatistics.reading(each, "1"))
                    .isInstanceOf(IOException.class)
                    .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(250));
            assertThatThrownBy(() -> HaProxyStatistics.reading(each, "1"))
                    .isInstanceOf(IOException.class)
                    .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(250));
        }
    }

    /** Numbers that are none of 64 bits make no page of a server. */
    @Test
    void aNumberThatIsTooLargeIsNoPage() {
        assertThatThrownBy(() -> NginxStatistics.reading("""
                        Active connections: 99999999999999999999
                        server accepts handled requests
                         1 1 1
                        Reading: 0 Writing: 1 Waiting: 0
                        """, "1")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> HttpdStatistics.reading("Total Accesses: 99999999999999999999\nBusyWorkers: 1\n", "1"))
                .isInstanceOf(IOException.class);
    }

    /** Five accepted and four handled: one was dropped. */
    @Test
    void whatAWebServerDroppedIsTheDifference() throws IOException {
        Reading reading = NginxStatistics.reading(
                "Active connections: 3 \nserver accepts handled requests\n 5 4 9 \nReading: 0 Writing: 1 Waiting: 2 \n",
                "Nginx");
        assertThat(reading.counters())
                .containsEntry("connectionsAccepted", 5L)
                .containsEntry("connectionsDropped", 1L)
                .containsEntry("requests", 9L);
        assertThat(reading.gauges()).containsEntry("connections", 3L).containsEntry("waiting", 2L);
    }

    @Test
    void aBrokersPageThatIsNoJsonIsToldWithItsAddress() {
        URI address = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/page?");
        try (Scraper scraper = new Scraper()) {
            assertThatThrownBy(() -> new RabbitManagement(address, "me", "hush").read(scraper))
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith("its answer is no JSON (http://127.0.0.1:")
                    .hasMessageNotContaining("hush");
        }
    }
}
