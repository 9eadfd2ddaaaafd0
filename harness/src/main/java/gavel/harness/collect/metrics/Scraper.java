package gavel.harness.collect.metrics;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;

/** Fetches metrics pages. One client for all instances; safe for several threads. */
public final class Scraper implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(TIMEOUT)
            .build();

    public PrometheusPage scrape(GuardedPage page) throws IOException, InterruptedException {
        return PrometheusPage.parse(text(page));
    }

    String text(GuardedPage page) throws IOException, InterruptedException {
        return text(request(page.uri()).header("Authorization", "Bearer " + page.token()), page.uri());
    }

    /** A page whose path nobody else knows. */
    String textAtSecretPath(URI server, String path) throws IOException, InterruptedException {
        return text(request(server.resolve("/" + path)), server);
    }

    /** A page that asks for a name and a password. */
    String text(URI uri, String username, String password) throws IOException, InterruptedException {
        String both = Base64.getEncoder().encodeToString((username + ":" + password).getBytes(StandardCharsets.UTF_8));
        return text(request(uri).setHeader("Accept", "application/json").header("Authorization", "Basic " + both), uri);
    }

    private static HttpRequest.Builder request(URI uri) {
        return HttpRequest.newBuilder(uri).timeout(TIMEOUT).header("Accept", "text/plain; version=0.0.4");
    }

    /** @param shown in errors */
    private String text(HttpRequest.Builder request, URI shown) throws IOException, InterruptedException {
        HttpResponse<String> response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() == 401 || response.statusCode() == 403) {
            throw new IOException("the account may not read them (" + response.statusCode() + " of " + shown + ")");
        }
        if (response.statusCode() != 200) {
            throw new IOException("metrics page must answer 200: " + response.statusCode() + " (" + shown + ")");
        }
        return response.body();
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
