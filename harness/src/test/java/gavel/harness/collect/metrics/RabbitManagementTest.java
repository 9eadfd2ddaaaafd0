package gavel.harness.collect.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import gavel.driver.api.http.ServerBounds;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RabbitManagementTest {
    private static final Map<String, String> PAGES = Map.of("/api/overview", """
                    {"rabbitmq_version": "3.13.1", "erlang_version": "26.2",
                     "message_stats": {"publish": 100, "confirm": 90, "deliver_get": 80, "ack": 70},
                     "queue_totals": {"messages_ready": 5, "messages_unacknowledged": 2},
                     "object_totals": {"queues": 9, "consumers": 8, "connections": 7, "channels": 6}}""", "/api/nodes", """
                    [{"name": "a", "mem_used": 10, "mem_limit": 100, "mem_alarm": false, "disk_free_alarm": false},
                     {"name": "b", "mem_used": 20, "mem_limit": 100, "mem_alarm": true, "disk_free_alarm": false}]""");

    private HttpServer plugIn;

    @BeforeEach
    void serve() throws IOException {
        plugIn = ServerBounds.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        String entry = "Basic " + Base64.getEncoder().encodeToString("me:right".getBytes(StandardCharsets.UTF_8));
        plugIn.createContext("/", exchange -> {
            boolean known = entry.equals(exchange.getRequestHeaders().getFirst("Authorization"));
            byte[] body =
                    PAGES.getOrDefault(exchange.getRequestURI().getPath(), "{}").getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(known ? 200 : 401, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        plugIn.start();
    }

    @AfterEach
    void stop() {
        plugIn.stop(0);
    }

    private ServerStatistics.Reading read(String password) throws IOException, InterruptedException {
        URI address = URI.create("http://127.0.0.1:" + plugIn.getAddress().getPort() + "/");
        try (Scraper scraper = new Scraper()) {
            return new RabbitManagement(address, "me", password).read(scraper);
        }
    }

    @Test
    void messagesOfAllQueuesAndMemoryOfAllNodes() throws Exception {
        ServerStatistics.Reading reading = read("right");

        assertThat(reading.version()).isEqualTo("RabbitMQ 3.13.1, Erlang 26.2");
        assertThat(reading.counters())
                .containsEntry("received", 100L)
                .containsEntry("delivered", 80L)
                .containsEntry("redelivered", 0L);
        assertThat(reading.gauges())
                .containsEntry("messagesReady", 5L)
                .containsEntry("consumers", 8L)
                .containsEntry("memoryBytes", 30L)
                .containsEntry("memoryLimitBytes", 200L)
                .containsEntry("memoryAlarm", 1L)
                .containsEntry("diskAlarm", 0L);
    }

    @Test
    void anAccountThatMayNotIsSaidInOneLineWithoutItsPassword() {
        assertThatThrownBy(() -> read("wrong"))
                .hasMessageMatching("the account may not read them \\(401 of http://127.0.0.1:\\d+/api/overview\\)");
    }
}
