package gavel.auction.testing;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A small client of one node, for one caller. */
public record Api(String address, String token) {
    private static final JsonMapper JSON = new JsonMapper();
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    /** What came back. */
    public record Answer(HttpResponse<String> response) {
        public int status() {
            return response.statusCode();
        }

        public JsonNode json() {
            return JSON.readTree(response.body());
        }

        public String text() {
            return response.body();
        }

        public String header(String name) {
            return response.headers().firstValue(name).orElse(null);
        }
    }

    public Api as(String otherToken) {
        return new Api(address, otherToken);
    }

    /** Registers someone new and logs him in. */
    public Api registered(String email) {
        String body = """
                {"email": "%s", "password": "correct horse", "firstName": "Ada", "lastName": "Lovelace"}""";
        post("/api/accounts", body.formatted(email));
        return as(post("/api/sessions", "{\"email\": \"%s\", \"password\": \"correct horse\"}".formatted(email))
                .json()
                .get("token")
                .stringValue());
    }

    public Answer get(String path) {
        return send(request(path).GET());
    }

    public Answer post(String path, String body, String... headers) {
        HttpRequest.Builder request = json(path).POST(BodyPublishers.ofString(body));
        return send(headers.length == 0 ? request : request.headers(headers));
    }

    /** A form with a picture as the one part of this name. */
    public HttpRequest.Builder form(String path, String part, byte[] picture) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        String head = "--limit\r\nContent-Disposition: form-data; name=\"" + part
                + "\"; filename=\"a.jpg\"\r\nContent-Type: image/jpeg\r\n\r\n";
        body.writeBytes(head.getBytes(StandardCharsets.US_ASCII));
        body.writeBytes(picture);
        body.writeBytes("\r\n--limit--\r\n".getBytes(StandardCharsets.US_ASCII));
        return request(path)
                .header("Content-Type", "multipart/form-data; boundary=limit")
                .POST(BodyPublishers.ofByteArray(body.toByteArray()));
    }

    public Answer put(String path, String body) {
        return send(json(path).PUT(BodyPublishers.ofString(body)));
    }

    public Answer delete(String path) {
        return send(request(path).DELETE());
    }

    public CompletableFuture<Answer> getLater(String path) {
        return CLIENT.sendAsync(request(path).GET().build(), BodyHandlers.ofString())
                .thenApply(Answer::new);
    }

    public HttpRequest.Builder request(String path) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(address + path)).timeout(Duration.ofSeconds(60));
        return token == null ? request : request.header("Authorization", "Bearer " + token);
    }

    public Answer send(HttpRequest.Builder request) {
        try {
            return new Answer(CLIENT.send(request.build(), BodyHandlers.ofString()));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private HttpRequest.Builder json(String path) {
        return request(path).header("Content-Type", "application/json");
    }
}
