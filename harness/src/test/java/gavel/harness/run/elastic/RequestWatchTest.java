package gavel.harness.run.elastic;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import gavel.driver.api.http.ServerBounds;
import gavel.harness.collect.Instance;
import gavel.harness.collect.metrics.GuardedPage;
import gavel.harness.dashboard.state.SampleCollector;
import gavel.harness.elastic.RequestCounts.Look;
import gavel.harness.time.Timekeeper;
import gavel.harness.topology.Tiers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a look reads of the page of a server, whose own 4,000 requests have warmed it up. */
class RequestWatchTest {
    private static final String COLD = """
            # TYPE http_server_requests_seconds summary
            http_server_requests_seconds_count{uri="/api/auctions"} 4000
            http_server_requests_seconds_count{uri="/actuator/health"} 70
            """;

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Timekeeper time = Timekeeper.system();
    private volatile String page = COLD;
    private HttpServer server;

    @BeforeEach
    void serve() throws IOException {
        server = ServerBounds.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        server.createContext("/", exchange -> {
            byte[] bytes = page.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void aServerSaysHowLongAgoTheFirstRequestCame() throws InterruptedException {
        URI uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
        Instance app2 = Instance.of(Tiers.APP_SERVERS, "app2", 2).scraping(new GuardedPage(uri, "token", ""));
        try (RequestWatch watch = new RequestWatch(new SampleCollector(), List.of(app2), time)) {
            assertThat(time.await(() -> last(watch).counts().getOrDefault("app2", 0L) == 4_000, PATIENCE))
                    .isTrue();
            assertThat(last(watch).came()).isEmpty();

            long before = time.millis();
            page = COLD + "gavel_requests_first_age_seconds 2.25\n";
            assertThat(time.await(() -> last(watch).came().containsKey("app2"), PATIENCE))
                    .isTrue();
            assertThat(last(watch).came().get("app2")).isBetween(before - 2_250, time.millis() - 2_250);
        }
    }

    private static Look last(RequestWatch watch) {
        List<Look> looks = watch.counts().looks();
        return looks.isEmpty() ? new Look(0, Map.of(), Map.of()) : looks.getLast();
    }
}
