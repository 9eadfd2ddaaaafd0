package gavel.auction.warmup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class VisitorTest {
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final List<String> tokens = new CopyOnWriteArrayList<>();
    private final List<String> methods = new CopyOnWriteArrayList<>();
    private final List<Integer> connections = new CopyOnWriteArrayList<>();
    private volatile String items = "{\"items\":[{\"id\":7,\"title\":\"Walnut clock, 1790\","
            + "\"thumbnail\":\"/api/images/ab?size=thumbnail\"}]}";
    private volatile int status = 200;
    private int closesAfter = Integer.MAX_VALUE;
    private HttpServer server;

    @BeforeEach
    void listen() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void close() {
        server.stop(0);
    }

    @Test
    void sendsAsManyRequestsAsItWasTold() throws IOException {
        visitor(37).call();
        assertThat(asked).hasSize(37);
    }

    @Test
    void leavesNoConnectionBehind() throws IOException {
        visitor(10).call();
        int kept = connections.getLast();
        Visitor.leave(door());
        assertThat(connections.get(10)).as("it was kept so far").isEqualTo(kept);

        visitor(1).call();
        assertThat(connections.getLast()).isNotIn(connections.subList(0, connections.size() - 1));
    }

    @Test
    void endsWhenItIsTold() throws IOException {
        closesAfter = 12;
        assertThat(visitor(10_000).call()).isEqualTo(12);
        assertThat(asked).hasSize(12);
    }

    @Test
    void onlyReadsAndAlwaysAsItsAccount() throws IOException {
        visitor(40).call();
        assertThat(methods).containsOnly("GET");
        assertThat(tokens).containsOnly("Bearer secret");
    }

    @Test
    void seesEveryKindOfPage() throws IOException {
        visitor(40).call();
        assertThat(asked)
                .contains(
                        "/api/auctions/7",
                        "/api/auctions/7/lots?size=10",
                        "/api/auctions/7/lots/current",
                        "/api/auctions/7/live?after=0",
                        "/api/items/7",
                        "/api/items?size=10&q=Walnut",
                        "/api/images/ab?size=thumbnail",
                        "/api/accounts/me",
                        "/api/accounts/me/purchases");
    }

    @Test
    void findsItsWayRoundAnEmptyHouse() throws IOException {
        items = "{\"items\":[]}";
        visitor(30).call();
        assertThat(asked).hasSize(30).noneMatch(path -> path.startsWith("/api/auctions/"));
    }

    @Test
    void saysWhatWasAnsweredWrong() {
        status = 503;
        assertThatThrownBy(() -> visitor(10).call())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("/api/auctions")
                .hasMessageContaining("503");
    }

    private Visitor visitor(int requests) {
        return new Visitor(
                door(), "secret", JsonMapper.builder().build(), 0, requests, () -> asked.size() >= closesAfter);
    }

    private URI door() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    private void answer(HttpExchange exchange) throws IOException {
        asked.add(exchange.getRequestURI().toString());
        tokens.add(exchange.getRequestHeaders().getFirst("Authorization"));
        methods.add(exchange.getRequestMethod());
        connections.add(exchange.getRemoteAddress().getPort());
        byte[] body = items.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }
}
