package gavel.auction.corpus;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Lines and heads of requests: paths, parameters and headers that nobody sends who means well; a further one is a line more. */
final class HostileQueries {
    private static final List<String> PAGES =
            List.of("/api/auctions", "/api/items", "/api/accounts/me/bids", "/api/showcase", "/");

    private static final List<String> QUERIES = List.of(
            "=x",
            "=",
            "&&&&",
            "a&b&c",
            "%00=1",
            "page=%00",
            "page=%ff%fe",
            "page=%ed%a0%80",
            "page=%c0%80",
            "page=-1",
            "page=2147483648",
            "page=1e2147483647",
            "page=0x10",
            "page=١",
            "page=1&page=2",
            "size=0",
            "size=-5",
            "size=1000000",
            "size=99999999999999999999",
            "state=nonsense",
            "state[]=RUNNING",
            "state=RUNNING%0d%0aSet-Cookie:%20a=b",
            "caller[accountId]=1",
            "caller.accountId=1",
            "class.module.classLoader=x",
            "sort=password,desc",
            "from=+5874898-01-01",
            "from=-5000-01-01T00:00:00Z",
            "cursor=AAAA",
            "cursor=%27%20or%201=1--",
            "${jndi:ldap://127.0.0.1/a}=1",
            "%");

    private static final List<String> PATHS = List.of(
            "/api/auctions/0",
            "/api/auctions/-1",
            "/api/auctions/9223372036854775808",
            "/api/auctions/1e9",
            "/api/auctions/%31%00",
            "/api/auctions/..",
            "/api/auctions/../accounts/me",
            "/api/../WEB-INF/web.xml",
            "/api/%2e%2e/%2e%2e/etc/passwd",
            "/api/..;/actuator/prometheus",
            "/api/auctions;a=b/1",
            "//api//auctions",
            "/api\\auctions",
            "/api/%5cauctions",
            "/api/%2fauctions",
            "/api/auctions/%",
            "/api/auctions/%zz",
            "/api/auctions/%ff",
            "/api/auctions/%ed%a0%80",
            "/api/auctions/%e2%80%ae",
            "/api/images/../../../etc/passwd",
            "/api/images/1-1?size=nonsense",
            "/api/showcase/lots/1,2,%00",
            "/api/showcase/lots/" + "1,".repeat(2_000) + "1",
            "/api/showcase/items/1%27%20or%201=1--",
            "/api/showcase/auctions/9223372036854775807,-9223372036854775808",
            "/api/lots/-1/bids?page=1000000&size=100",
            "/ui/../../application.yaml",
            "/WEB-INF/web.xml",
            "/META-INF/MANIFEST.MF",
            "/error?status=500",
            "/api/" + "a/".repeat(1_000),
            "/api/" + "a".repeat(5_000),
            "/api/auctions?" + "a=b&".repeat(1_200),
            "*",
            "http://elsewhere.example/api/auctions",
            "nonsense");

    private static final List<String> METHODS =
            List.of("TRACE", "CONNECT", "PATCH", "PROPFIND", "get", "X".repeat(100));

    private static final List<String> HEADERS = List.of(
            "Accept: nonsense",
            "Accept: a/b/c, ;;;",
            "Accept: */*;q=x",
            "Accept: " + "text/html;q=0.1,".repeat(200),
            "Accept-Language: " + "de,".repeat(1_000),
            "Accept-Encoding: gzip;q=nonsense",
            "Accept-Charset: utf-99",
            "Range: bytes=0-,0-,0-,0-,0-,0-,0-,0-",
            "If-None-Match: \"",
            "If-Modified-Since: +5874898-01-01",
            "Expect: nonsense",
            "Authorization: Basic AAAA",
            "Authorization: Bearer",
            "Authorization: Bearer " + "a".repeat(4_000),
            "Authorization: Bearer a.b.c",
            "Cookie: " + "a=b;".repeat(1_000),
            "Cookie: session=\"",
            "X-Big: " + "a".repeat(7_000),
            "X-Forwarded-For: 127.0.0.1, " + "1.1.1.1,".repeat(100),
            "X-Forwarded-Proto: nonsense",
            "X-Forwarded-Port: -1",
            "Forwarded: for=\"[::1\"",
            "X-HTTP-Method-Override: DELETE",
            "Origin: null",
            "Origin: nonsense",
            "Upgrade: websocket\r\nConnection: Upgrade",
            "Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAAQAAP__",
            "Content-Encoding: gzip",
            "Transfer-Encoding: nonsense",
            "Content-Length: -1",
            "Content-Length: 99999999999999999999",
            "Content-Length: 5\r\nTransfer-Encoding: chunked",
            "Host: elsewhere.example",
            "No colon",
            "Sp ace: 1",
            "X-Zero: a\u0000b",
            "X-Text: \u00ff\u00fe",
            " X-Folded: 1",
            "X: 1\r\n".repeat(150) + "Y: 1");

    /** What may be answered: nothing is wrong here, and nothing was done that should not be. */
    private static final Set<Integer> ANY = Set.of(
            200, 204, 301, 302, 304, 400, 401, 403, 404, 405, 406, 408, 411, 413, 414, 415, 416, 417, 421, 431, 501,
            505);

    private HostileQueries() {}

    static List<Hostile> all() {
        List<Hostile> all = new ArrayList<>();
        for (String page : PAGES) {
            for (String query : QUERIES) {
                all.add(request("GET", page + "?" + bytes(query), List.of()));
            }
        }
        PATHS.forEach(path -> all.add(request("GET", bytes(path), List.of())));
        METHODS.forEach(method -> all.add(request(method, "/api/auctions", List.of())));
        for (String header : HEADERS) {
            all.add(request("GET", "/api/auctions", List.of(header)));
            all.add(request("GET", "/nowhere", List.of(header)));
        }
        return all;
    }

    /** Each byte as a character, as they are sent. */
    private static String bytes(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }

    private static Hostile request(String method, String path, List<String> headers) {
        String name = method + " " + path + (headers.isEmpty() ? "" : " " + headers);
        return new Hostile(
                name.length() > 100 ? name.substring(0, 100) + "..." : name,
                method,
                path,
                headers,
                Hostile.NONE,
                () -> new byte[0],
                ANY);
    }
}
