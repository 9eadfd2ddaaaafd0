package gavel.harness.collect.metrics;

import gavel.driver.api.text.DurationWords;
import gavel.harness.http.Authority;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Fetches metrics pages. One client for all instances; safe for several threads. */
public final class Scraper implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    /** The page of a broker with thousands of queues has some. */
    private static final int MOST_BYTES = 16 << 20;

    private final Duration whole;
    /** By the authority they trust, as PEM text. */
    private final Map<String, HttpClient> clients = new ConcurrentHashMap<>();

    public Scraper() {
        this(TIMEOUT.multipliedBy(2));
    }

    /** @param whole a page may take to its last byte */
    Scraper(Duration whole) {
        this.whole = whole;
    }

    public PrometheusPage scrape(GuardedPage page) throws IOException, InterruptedException {
        try {
            return PrometheusPage.parse(text(page));
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage() + " (" + page.uri() + ")", e);
        }
    }

    private static HttpClient client(String authority) {
        HttpClient.Builder client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(TIMEOUT);
        return (authority.isEmpty() ? client : client.sslContext(Authority.only(authority))).build();
    }

    String text(GuardedPage page) throws IOException, InterruptedException {
        HttpRequest.Builder request = request(page.uri()).header("Authorization", "Bearer " + page.token());
        return text(request, page.authority(), page.uri());
    }

    /** A page with a secret path. */
    String textAtSecretPath(GuardedPage page) throws IOException, InterruptedException {
        return text(request(page.uri().resolve("/" + page.token())), page.authority(), page.uri());
    }

    /** A page that asks for a name and a password. */
    String text(URI uri, String username, String password) throws IOException, InterruptedException {
        String both = Base64.getEncoder().encodeToString((username + ":" + password).getBytes(StandardCharsets.UTF_8));
        return text(
                request(uri).setHeader("Accept", "application/json").header("Authorization", "Basic " + both), "", uri);
    }

    private static HttpRequest.Builder request(URI uri) {
        return HttpRequest.newBuilder(uri).timeout(TIMEOUT).header("Accept", "text/plain; version=0.0.4");
    }

    /** @param shown in errors */
    private String text(HttpRequest.Builder request, String authority, URI shown)
            throws IOException, InterruptedException {
        HttpResponse<String> response =
                whole(clients.computeIfAbsent(authority, Scraper::client), request.build(), shown);
        if (response.statusCode() == 401 || response.statusCode() == 403) {
            throw new IOException("the account may not read them (" + response.statusCode() + " of " + shown + ")");
        }
        if (response.statusCode() != 200) {
            throw new IOException("metrics page must answer 200: " + response.statusCode() + " (" + shown + ")");
        }
        return response.body();
    }

    /** A time-out of the client ends with the head of an answer: a body without an end must not be waited for. */
    private HttpResponse<String> whole(HttpClient http, HttpRequest request, URI shown)
            throws IOException, InterruptedException {
        CompletableFuture<HttpResponse<String>> answer =
                http.sendAsync(request, BodyHandlers.limiting(BodyHandlers.ofString(), MOST_BYTES));
        try {
            return answer.get(whole.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new IOException("no whole answer within " + DurationWords.of(whole) + " (" + shown + ")", e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException failed ? failed : new IOException(e.getCause());
        } finally {
            answer.cancel(true);
        }
    }

    @Override
    public void close() {
        clients.values().forEach(HttpClient::shutdownNow);
    }
}
