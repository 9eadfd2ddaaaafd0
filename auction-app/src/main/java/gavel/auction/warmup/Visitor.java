package gavel.auction.warmup;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Makes the requests of a person who only reads: lists, one auction, one item, pictures, histories. Ends after a number of requests, or when it is told. */
final class Visitor implements Callable<Integer> {
    private static final int PATIENCE_MILLIS = 10_000;
    private static final int PICTURES_OF_A_PAGE = 2;
    /** Default of {@code http.maxConnections}. */
    private static final int KEPT = 5;

    private static final String LEAST = "/api/auctions?state=RUNNING&size=1";
    private static final Pattern PICTURE = Pattern.compile("\"(/api/images/[^\"]+)\"");
    private static final String[] OWN = {"", "/bids", "/attendance", "/purchases"};
    private final URI door;
    private final String token;
    private final JsonMapper json;
    private final int number;
    private final BooleanSupplier closing;
    private int left;
    private int sent;

    /**
     * @param number of this visitor, so that each looks at other things
     * @param requests it sends
     * @param closing whether it shall end now
     */
    Visitor(URI door, String token, JsonMapper json, int number, int requests, BooleanSupplier closing) {
        this.door = door;
        this.token = token;
        this.json = json;
        this.number = number;
        this.left = requests;
        this.closing = closing;
    }

    /**
     * Closes the connections that visitors kept: this JVM keeps five at most, and a request that says so takes one of them with it. The node
     * would count itself among its users.
     */
    static void leave(URI door) {
        for (int i = 0; i < KEPT; i++) {
            try {
                HttpURLConnection connection = open(door.resolve(LEAST));
                connection.setRequestProperty("Connection", "close");
                connection.getResponseCode();
                connection.disconnect();
            } catch (IOException e) {
                return;
            }
        }
    }

    /** @return how many requests it sent */
    @Override
    public Integer call() throws IOException {
        for (int round = number; left > 0; round++) {
            auction(chosen(page("/api/auctions?state=RUNNING&size=10"), round));
            JsonNode item = chosen(page("/api/items?size=10&page=" + round % 10), round);
            item(item);
            String words = item.path("title").asString("");
            page("/api/items?size=10&q=" + words.replaceAll("[^A-Za-z]+.*", ""));
            for (String history : OWN) {
                page("/api/accounts/me" + history);
            }
        }
        return sent;
    }

    private void auction(JsonNode auction) throws IOException {
        if (auction.has("id")) {
            String path = "/api/auctions/" + auction.path("id").asLong();
            page(path);
            page(path + "/lots?size=10");
            page(path + "/lots/current");
            page(path + "/live?after=0");
        }
    }

    private void item(JsonNode item) throws IOException {
        if (item.has("id")) {
            page("/api/items/" + item.path("id").asLong());
        }
    }

    private static JsonNode chosen(JsonNode page, int round) {
        JsonNode items = page.path("items");
        return items.path(items.isEmpty() ? 0 : round % items.size());
    }

    /** An answer and some of the pictures it shows. */
    private JsonNode page(String path) throws IOException {
        String body = new String(get(path), StandardCharsets.UTF_8);
        Matcher pictures = PICTURE.matcher(body);
        for (int i = 0; i < PICTURES_OF_A_PAGE && pictures.find(); i++) {
            get(pictures.group(1));
        }
        return json.readTree(body.isEmpty() ? "{}" : body);
    }

    /** Once the requests are used up, or it is told to end, every answer is empty, which ends the round. */
    private byte[] get(String path) throws IOException {
        if (closing.getAsBoolean()) {
            left = 0;
        }
        if (left == 0) {
            return new byte[0];
        }
        left--;
        sent++;
        HttpURLConnection connection = open(door.resolve(path));
        connection.setRequestProperty("Authorization", "Bearer " + token);
        connection.setRequestProperty("Accept", "application/json, image/*");
        if (connection.getResponseCode() != HttpURLConnection.HTTP_OK) {
            throw new IOException("GET " + path + " was answered " + connection.getResponseCode());
        }
        try (InputStream body = connection.getInputStream()) {
            return body.readAllBytes();
        }
    }

    private static HttpURLConnection open(URI page) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) page.toURL().openConnection();
        connection.setConnectTimeout(PATIENCE_MILLIS);
        connection.setReadTimeout(PATIENCE_MILLIS);
        return connection;
    }
}
