package gavel.auction.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import gavel.auction.testing.Api;
import gavel.auction.testing.TestNode;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Many log in at once where a hash costs a third of a second. */
class PasswordFloodIT {
    private static final int LOG_INS = 30;
    private static final int PLACES = 4;

    @Test
    void aFloodOfLogInsLeavesRoomForEverythingElse() {
        try (TestNode node = TestNode.start("gavel.requests.at-once=" + 2 * PLACES, "gavel.sessions.bcrypt-cost=12");
                HttpClient client = HttpClient.newHttpClient()) {
            Api ada = node.api().registered("ada@example.com");

            List<CompletableFuture<HttpResponse<String>>> flood = IntStream.range(0, LOG_INS)
                    .mapToObj(i -> client.sendAsync(logIn(node, i), BodyHandlers.ofString()))
                    .toList();
            // All but those that have a place are told to come again.
            await().atMost(Duration.ofSeconds(20))
                    .until(() ->
                            flood.stream().filter(CompletableFuture::isDone).count() >= LOG_INS - PLACES
                                    && working(node) <= PLACES);
            assertThat(ada.get("/api/accounts/me").status()).isEqualTo(200);

            assertThat(flood).allSatisfy(request -> {
                HttpResponse<String> answer = request.join();
                assertThat(answer.statusCode()).isIn(401, 503);
                if (answer.statusCode() == 503) {
                    assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
                    assertThat(answer.headers().firstValue("Retry-After")).isPresent();
                }
            });
            assertThat(flood.stream().filter(request -> request.join().statusCode() == 401))
                    .as("looked at")
                    .isNotEmpty();
            assertThat(count(node, "gavel.passwords.refused") + count(node, "gavel.requests.refused"))
                    .isEqualTo(flood.stream()
                            .filter(request -> request.join().statusCode() == 503)
                            .count());
            assertThat(ada.get("/api/accounts/me").status()).isEqualTo(200);
        }
    }

    private static double working(TestNode node) {
        return node.bean(MeterRegistry.class)
                .get("gavel.requests.working")
                .gauge()
                .value();
    }

    private static double count(TestNode node, String meter) {
        return node.bean(MeterRegistry.class).get(meter).counter().count();
    }

    /** Each of another account, so that none waits for another one's outcome. */
    private static HttpRequest logIn(TestNode node, int number) {
        return HttpRequest.newBuilder(URI.create(node.api().address() + "/api/sessions"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(
                        "{\"email\": \"u" + number + "@example.com\", \"password\": \"correct horse\"}"))
                .build();
    }
}
