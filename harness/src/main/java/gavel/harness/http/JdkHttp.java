package gavel.harness.http;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Requests with the JDK's client, over HTTP/1.1; the client is made when first needed. */
public final class JdkHttp implements Http, AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private final String authority;
    private final Map<String, JdkHttp> trusting = new ConcurrentHashMap<>();
    private HttpClient client;

    /** With the certificates that the JVM trusts. */
    public JdkHttp() {
        this(null);
    }

    private JdkHttp(String authority) {
        this.authority = authority;
    }

    @Override
    public Http trusting(String pem) {
        return pem == null ? this : trusting.computeIfAbsent(pem, trusted -> new JdkHttp(trusted));
    }

    @Override
    public Answer send(String method, URI uri, String token, String body) throws InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                .timeout(TIMEOUT)
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .header("Accept", "application/json");
        if (body != null) {
            request.header("Content-Type", "application/json");
        }
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        try {
            var response = client().send(request.build(), BodyHandlers.ofString());
            return new Answer(response.statusCode(), response.body());
        } catch (IOException e) {
            return new Answer(0, "no answer" + reason(e));
        }
    }

    /** Without the address, which is often an inner one: the caller names the server. */
    private static String reason(IOException e) {
        return switch (e) {
            case HttpTimeoutException _ -> " within " + TIMEOUT.toSeconds() + " s";
            case ConnectException _ -> ": nothing takes connections there";
            default -> ": " + (e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage());
        };
    }

    private synchronized HttpClient client() {
        if (client == null) {
            HttpClient.Builder builder =
                    HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(TIMEOUT);
            if (authority != null) {
                builder.sslContext(Authority.only(authority));
            }
            client = builder.build();
        }
        return client;
    }

    @Override
    public synchronized void close() {
        trusting.values().forEach(JdkHttp::close);
        if (client != null) {
            client.shutdownNow();
        }
    }
}
