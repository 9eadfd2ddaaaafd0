package gavel.auction.account;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.auction.testing.TestNode;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Somebody guesses a password as fast as he can, and claims to be somebody else each time. */
class GuessingIT {
    private static final int GUESSES = 2_100;
    private static TestNode node;

    @BeforeAll
    static void start() {
        node = TestNode.start();
        node.api().registered("ada@example.com");
    }

    @AfterAll
    static void stop() {
        node.close();
    }

    @Test
    void theRightPasswordBehindThousandsOfWrongOnesDoesNotOpenTheAccount() throws Exception {
        long begun = System.nanoTime();
        try (HttpClient thief = from("127.0.0.66");
                HttpClient owner = from("127.0.0.7")) {
            List<CompletableFuture<HttpResponse<String>>> guesses = new ArrayList<>();
            for (int i = 0; i < GUESSES; i++) {
                guesses.add(thief.sendAsync(logIn("guess " + i, i), BodyHandlers.ofString()));
                if (guesses.size() % 32 == 0) {
                    guesses.getLast().join();
                }
            }
            long looked = guesses.stream()
                    .filter(guess -> guess.join().statusCode() == 401)
                    .count();
            HttpResponse<String> right = thief.send(logIn("correct horse", GUESSES), BodyHandlers.ofString());

            System.out.printf(
                    "%d guesses in %.1f s, %d looked at%n", GUESSES, (System.nanoTime() - begun) / 1e9, looked);
            assertThat(looked).isBetween(5L, 10L);
            assertThat(guesses)
                    .allMatch(guess ->
                            guess.join().statusCode() == 401 || guess.join().statusCode() == 429);
            assertThat(right.statusCode()).isEqualTo(429);
            assertThat(right.headers().firstValue("Content-Type")).contains("application/problem+json");
            assertThat(right.headers().firstValueAsLong("Retry-After").orElseThrow())
                    .isBetween(1L, 300L);
            assertThat(owner.send(logIn("correct horse", 0), BodyHandlers.ofString())
                            .statusCode())
                    .isEqualTo(201);
        }
    }

    private static HttpClient from(String address) {
        return HttpClient.newBuilder()
                .localAddress(InetAddress.ofLiteral(address))
                .build();
    }

    private static HttpRequest logIn(String password, int number) {
        return HttpRequest.newBuilder(URI.create(node.api().address() + "/api/sessions"))
                .header("Content-Type", "application/json")
                .header("X-Forwarded-For", "10.1." + number / 250 + "." + number % 250)
                .POST(BodyPublishers.ofString(
                        "{\"email\": \"ada@example.com\", \"password\": \"%s\"}".formatted(password)))
                .build();
    }
}
