package gavel.auction.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import gavel.auction.testing.Api;
import gavel.auction.testing.Rows;
import gavel.auction.testing.TestNode;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AdmissionIT {
    private static final String PROFILE = """
            {"firstName": "Ada", "lastName": "King", "version": 0}""";

    @Test
    void anOverloadedNodeTellsSoAtOnceAndHeldRequestsAreNoLoad() throws Exception {
        try (TestNode node = TestNode.start("gavel.requests.at-once=1", "gavel.live.hold=4s")) {
            Rows rows = new Rows(node.database());
            Api ada = node.api().registered("ada@example.com");
            long seller = rows.account("seller@example.com");
            long auction = rows.auction(seller, "RUNNING");
            rows.openLot(auction, rows.item(seller, "Mantel clock"), Duration.ofMinutes(10));
            String page = "/api/auctions/" + auction;

            List<CompletableFuture<Api.Answer>> held = IntStream.rangeClosed(1, 3)
                    .mapToObj(count -> {
                        CompletableFuture<Api.Answer> poll = ada.getLater(page + "/live?after=1");
                        awaitValue(node, "gavel.live.held", count);
                        awaitValue(node, "gavel.requests.working", 0);
                        return poll;
                    })
                    .toList();
            // A body that does not end is waited for, and keeps nobody from working.
            try (Socket sender = halfALogin(ada.address())) {
                awaitValue(node, "gavel.requests.arriving", 1);
                awaitValue(node, "gavel.requests.working", 0);
                assertThat(ada.get(page).status()).isEqualTo(200);
            }
            // Its sender is gone: it is refused, and what is left of it is given up, which takes turns at arriving and
            // at work.
            await().during(Duration.ofMillis(300))
                    .until(() -> value(node, "gavel.requests.arriving") + value(node, "gavel.requests.working") == 0);
            Api.Answer refused;
            CompletableFuture<Api.Answer> rename;
            // A row that somebody else has locked keeps its request at work.
            try (Connection lock = node.database().dataSource().getConnection()) {
                lock.setAutoCommit(false);
                lock.createStatement().execute("update account set version = version where email = 'ada@example.com'");
                rename = CompletableFuture.supplyAsync(() -> ada.put("/api/accounts/me", PROFILE));
                // It leaves work once more while its body arrives, and stays from then on.
                await().pollInterval(Duration.ofMillis(5))
                        .during(Duration.ofMillis(300))
                        .until(() -> value(node, "gavel.requests.working") == 1);
                refused = ada.get(page);
                lock.rollback();
            }
            assertThat(rename.join().status()).isEqualTo(200);
            awaitValue(node, "gavel.requests.working", 0);

            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.header("Retry-After")).isEqualTo("1");
            assertThat(refused.json().get("title").stringValue()).isEqualTo("Service Unavailable");
            assertThat(ada.get(page).status()).isEqualTo(200);
            assertThat(held).allSatisfy(poll -> assertThat(poll.join().status()).isEqualTo(204));
            assertThat(value(node, "gavel.requests.refused")).isEqualTo(1);
        }
    }

    @Test
    void oneAddressHasSoManyConnectionsAndNoMore() throws Exception {
        try (TestNode node = TestNode.start("gavel.requests.connections-per-address=20")) {
            List<Socket> open = new ArrayList<>();
            try {
                for (int i = 0; i < 30; i++) {
                    open.add(halfALogin(node.api().address()));
                }
                await().untilAsserted(() -> assertThat(open.stream()
                                .filter(AdmissionIT::isClosedByTheServer)
                                .count())
                        .isBetween(10L, 12L));
            } finally {
                for (Socket socket : open) {
                    socket.close();
                }
            }
            await().ignoreExceptions()
                    .until(() -> node.api().get("/api/auctions").status() < 500);
        }
    }

    private static boolean isClosedByTheServer(Socket socket) {
        try {
            socket.setSoTimeout(1);
            return socket.getInputStream().read() < 0;
        } catch (SocketTimeoutException open) {
            return false;
        } catch (IOException reset) {
            return true;
        }
    }

    private static Socket halfALogin(String address) throws IOException {
        URI server = URI.create(address);
        Socket sender = new Socket(server.getHost(), server.getPort());
        sender.getOutputStream().write("""
                POST /api/sessions HTTP/1.1\r
                Host: localhost\r
                Content-Type: application/json\r
                Content-Length: 100\r
                \r
                {""".getBytes(StandardCharsets.US_ASCII));
        return sender;
    }

    private static void awaitValue(TestNode node, String meter, double wanted) {
        await().atMost(Duration.ofSeconds(10))
                .pollInterval(Duration.ofMillis(5))
                .until(() -> value(node, meter) == wanted);
    }

    private static double value(TestNode node, String meter) {
        return node.bean(MeterRegistry.class)
                .get(meter)
                .meter()
                .measure()
                .iterator()
                .next()
                .getValue();
    }
}
