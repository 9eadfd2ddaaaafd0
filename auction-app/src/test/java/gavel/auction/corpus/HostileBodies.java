package gavel.auction.corpus;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** Bodies that are too long, too deep, of other kinds than they should be, or not whole; a further one is a line more. */
final class HostileBodies {
    /** Endpoints that read JSON, with whether anybody may call them. */
    private static final List<String> READERS = List.of(
            "POST /api/sessions",
            "POST /api/accounts",
            "PUT /api/accounts/me",
            "PUT /api/accounts/me/login",
            "POST /api/items",
            "PUT /api/items/1",
            "POST /api/auctions",
            "POST /api/auctions/1/bids");

    private static final List<String> OTHER_TYPES = List.of(
            "application/yaml",
            "application/x-yaml",
            "text/yaml",
            "application/vnd.oai.openapi",
            "application/xml",
            "text/xml",
            "application/cbor",
            "application/x-jackson-smile",
            "application/x-protobuf",
            "application/x-java-serialized-object",
            "application/x-www-form-urlencoded",
            "multipart/form-data; boundary=b",
            "multipart/mixed; boundary=b",
            "text/plain",
            "application/octet-stream",
            "application/vnd.api+json",
            "application/json; charset=utf-16",
            "application/json; charset=utf-7",
            "application/json, application/yaml",
            "*/*",
            "nonsense");

    private static final List<String> OTHER_ANSWERS = List.of(
            "application/yaml",
            "application/x-yaml",
            "application/xml",
            "text/xml",
            "application/cbor",
            "application/x-jackson-smile",
            "text/csv",
            "text/html");

    private static final String JSON = "application/json";

    /** Bids ask for it before they look at their body; nobody else looks at it. */
    private static final String KEY = "Idempotency-Key: corpus";

    private HostileBodies() {}

    static List<Hostile> all() {
        List<Hostile> all = new ArrayList<>();
        for (String reader : READERS) {
            for (String type : OTHER_TYPES) {
                all.add(body(reader, "as " + type, type, () -> text("a: b\n"), 415));
            }
            all.addAll(shapes(reader));
            all.addAll(lengths(reader));
        }
        for (String path :
                List.of("/api/auctions", "/api/items", "/api/accounts/me", "/api/accounts/me/bids", "/v3/api-docs")) {
            for (String type : OTHER_ANSWERS) {
                all.add(new Hostile(
                        "GET " + path + " as " + type,
                        "GET",
                        path,
                        List.of("Accept: " + type),
                        Hostile.NONE,
                        () -> new byte[0],
                        Set.of(406)));
            }
        }
        for (String path : List.of(
                "/v3/api-docs.yaml",
                "/v3/api-docs/swagger-config",
                "/swagger-ui.html",
                "/swagger-ui/index.html",
                "/webjars/preact/package.json",
                "/error",
                "/actuator",
                "/actuator/health",
                "/actuator/prometheus",
                "/actuator/heapdump")) {
            all.add(new Hostile("GET " + path, "GET", path, List.of(), Hostile.NONE, () -> new byte[0], Set.of(404)));
        }
        all.add(body(
                "POST /api/sessions?_method=DELETE",
                "under another method",
                "application/x-www-form-urlencoded",
                () -> text("_method=DELETE"),
                415));
        all.addAll(forms());
        return all;
    }

    private static List<Hostile> shapes(String reader) {
        return List.of(
                body(reader, "of 5,000 open brackets", JSON, () -> text("[".repeat(5_000)), 400),
                body(reader, "of 5,000 open objects", JSON, () -> text("{\"a\":".repeat(5_000)), 400),
                body(reader, "of 9 levels", JSON, () -> text("{\"title\":" + "[".repeat(9) + "]".repeat(9) + "}"), 400),
                body(
                        reader,
                        "with a text of 60,000",
                        JSON,
                        () -> text("{\"email\":\"" + "a".repeat(60_000) + "\"}"),
                        400),
                body(
                        reader,
                        "with a text that does not end",
                        JSON,
                        () -> text("{\"email\":\"" + "a".repeat(60_000)),
                        400),
                body(reader, "with a name of 60,000", JSON, () -> text("{\"" + "a".repeat(60_000) + "\":1}"), 400),
                body(
                        reader,
                        "with a number of 60,000 digits",
                        JSON,
                        () -> text("{\"email\":" + "9".repeat(60_000) + "}"),
                        400),
                body(reader, "with 10,000 fields", JSON, () -> text(fields(6_000)), 400),
                body(reader, "with 30,000 elements", JSON, () -> text("[" + "1,".repeat(30_000) + "1]"), 400),
                body(reader, "of nothing but spaces", JSON, () -> text(" ".repeat(60_000)), 400),
                body(reader, "of nothing", JSON, () -> new byte[0], 400),
                body(reader, "of zeros", JSON, () -> new byte[60_000], 400),
                body(reader, "of bytes that are no text", JSON, () -> text("{\"email\":\"\u00c0\u0080\u00ff\"}"), 400),
                body(reader, "of null", JSON, () -> text("null"), 400),
                body(reader, "of two", JSON, () -> text("{} {}"), 400));
    }

    private static List<Hostile> lengths(String reader) {
        return List.of(
                announced(reader, "announced a byte too long", 64 * 1024 + 1, 413),
                announced(reader, "announced with 8,000,200 bytes", 8_000_200, 413),
                announced(reader, "announced with 1 TB", 1L << 40, 413),
                chunked(reader, "of 70,000 bytes in chunks", 70_000, 413),
                chunked(reader, "of 1,000,000 bytes in chunks", 1_000_000, 413));
    }

    private static List<Hostile> forms() {
        String head = "Content-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n";
        String part = "--b\r\n" + head + "GIF89a\r\n";
        return List.of(
                form("without a boundary", "multipart/form-data", part + "--b--\r\n", 400),
                form("with an empty boundary", "multipart/form-data; boundary=\"\"", part + "--b--\r\n", 400),
                form(
                        "with a boundary of 2,000",
                        "multipart/form-data; boundary=" + "b".repeat(2_000),
                        part + "--b--\r\n",
                        400),
                form("without an end", "multipart/form-data; boundary=b", part, 400),
                form(
                        "that ends in a head",
                        "multipart/form-data; boundary=b",
                        "--b\r\nContent-Disposition: form-data",
                        400),
                form(
                        "with a head of 20,000",
                        "multipart/form-data; boundary=b",
                        "--b\r\nA: " + "a".repeat(20_000) + "\r\n\r\nx\r\n--b--\r\n",
                        400),
                form(
                        "with a name that does not end",
                        "multipart/form-data; boundary=b",
                        "--b\r\nContent-Disposition: form-data; name=\"fi\r\n\r\nx\r\n--b--\r\n",
                        400),
                form("without a name", "multipart/form-data; boundary=b", "--b\r\n\r\nx\r\n--b--\r\n", 400),
                form(
                        "with another name",
                        "multipart/form-data; boundary=b",
                        part.replace("file\"", "other\"") + "--b--\r\n",
                        400),
                form("with two files", "multipart/form-data; boundary=b", part + part + "--b--\r\n", 400),
                form(
                        "with 1,000 parts",
                        "multipart/form-data; boundary=b",
                        part.replace("file\"", "x\"").repeat(1_000) + "--b--\r\n",
                        400),
                form("with something before it", "multipart/form-data; boundary=b", "x\r\n" + part + "--b--\r\n", 400),
                form("of another boundary", "multipart/form-data; boundary=c", part + "--b--\r\n", 400),
                form("of nothing like a form", "multipart/form-data; boundary=b", "\r\n--".repeat(50_000), 400),
                form("that is a JSON body", JSON, "{}", 415),
                form("of a whole picture as it is", "image/jpeg", "x", 415),
                form("with a proper end and no picture", "multipart/form-data; boundary=b", part + "--b--\r\n", 415),
                announced("POST /api/items/{item}/images", "announced with 9 MB", 9_000_000, 413));
    }

    private static Hostile form(String name, String type, String form, int status) {
        return body("POST /api/items/{item}/images", name, type, () -> text(form), status);
    }

    private static Hostile body(String operation, String name, String type, Supplier<byte[]> body, int status) {
        String[] words = operation.split(" ");
        return new Hostile(
                operation + " " + name,
                words[0],
                words[1],
                List.of("Content-Type: " + type, KEY),
                body.get().length,
                body,
                statuses(words[1], status));
    }

    /** Of which nothing comes. */
    private static Hostile announced(String operation, String name, long length, int status) {
        String[] words = operation.split(" ");
        String type = words[1].endsWith("/images") ? "multipart/form-data; boundary=b" : JSON;
        return new Hostile(
                operation + " " + name,
                words[0],
                words[1],
                List.of("Content-Type: " + type, KEY),
                length,
                () -> text("{\"email\":\"aaaa"),
                statuses(words[1], status));
    }

    private static Hostile chunked(String operation, String name, int length, int status) {
        String[] words = operation.split(" ");
        return new Hostile(
                operation + " " + name,
                words[0],
                words[1],
                List.of("Content-Type: " + JSON, KEY),
                Hostile.CHUNKED,
                () -> text("{\"email\":\"" + "a".repeat(length)),
                statuses(words[1], status));
    }

    /** There is no item or auction 1, which may be said first. */
    private static Set<Integer> statuses(String path, int status) {
        return path.contains("/1") && status == 400 ? Set.of(400, 404) : Set.of(status);
    }

    private static String fields(int count) {
        StringBuilder body = new StringBuilder("{");
        for (int i = 0; i < count; i++) {
            body.append("\"f").append(i).append("\":1,");
        }
        return body.append("\"z\":1}").toString();
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
