package gavel.harness.tier.front;

import com.sun.net.httpserver.Headers;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What a client may claim about itself and about the way its request took. */
final class Claims {
    static final Map<String, String> ALL = Map.of(
            "X-Forwarded-For", "8.8.8.8",
            "X-Forwarded-Proto", "gopher",
            "X-Forwarded-Port", "1",
            "X-Forwarded-Host", "evil.example",
            "X-Forwarded-Prefix", "/evil",
            "X-Forwarded-Server", "evil",
            "X-Forwarded-Ssl", "off",
            "X-Forwarded-By", "evil",
            "X-Real-IP", "8.8.8.8",
            "Forwarded", "for=8.8.8.8;host=evil.example;proto=gopher");

    private Claims() {}

    /** All that reached the application, sorted. */
    static String in(Headers headers) {
        return new TreeMap<>(headers)
                .entrySet().stream()
                        .filter(each -> ALL.keySet().stream().anyMatch(name -> name.equalsIgnoreCase(each.getKey())))
                        .map(each -> each.getKey() + "=" + String.join("|", each.getValue()))
                        .collect(Collectors.joining(" "));
    }

    /** What is left when the server in front says it and nobody else. */
    static String only(String address, String scheme, int port) {
        return "X-forwarded-for=" + address + " X-forwarded-port=" + port + " X-forwarded-proto=" + scheme;
    }
}
