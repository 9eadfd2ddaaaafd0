package gavel.auction.connection;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.auction.testing.RawHttp;
import gavel.auction.testing.TestNode;
import java.net.URI;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said about a request by whoever sends it is believed of the proxies that are named, and of the host by nobody. */
class ForwardedIT {
    private static final String CLAIMS =
            "X-Forwarded-For: 8.8.8.8\r\nX-Forwarded-Proto: https\r\nX-Forwarded-Port: 444\r\n"
                    + "X-Forwarded-Host: evil.example\r\nX-Forwarded-Prefix: /evil\r\nX-Forwarded-Server: evil.example\r\n"
                    + "X-Forwarded-Ssl: on\r\nX-Real-IP: 8.8.8.8\r\n"
                    + "Forwarded: for=8.8.8.8;host=evil.example;proto=https\r\n";

    @ParameterizedTest
    @CsvSource({
        "gavel.node=alone, false",
        "server.forward-headers-strategy=native, false",
        "server.forward-headers-strategy=native server.tomcat.remoteip.internal-proxies=10.0.0.1/32, false",
        "server.forward-headers-strategy=native server.tomcat.remoteip.internal-proxies=127.0.0.1/32, true",
    })
    void onlyAProxyThatIsNamedIsBelieved(String settings, boolean believed) {
        try (TestNode node = TestNode.start(settings.split(" "))) {
            RawHttp raw = new RawHttp(URI.create(node.api().address()));

            RawHttp.Answer document = raw.send("GET", "/v3/api-docs", CLAIMS, new byte[0]);

            assertThat(document.head().toLowerCase(Locale.ROOT).contains("strict-transport-security"))
                    .as("taken for encrypted")
                    .isEqualTo(believed);
            assertThat(document.status()).isEqualTo(200);
            assertThat(document.body()).contains("\"servers\":[{\"url\":\"/\"}]");
            for (String page : new String[] {"/v3/api-docs", "/", "/api/items", "/api/nothing", "/ui"}) {
                RawHttp.Answer answer = raw.send("GET", page, CLAIMS, new byte[0]);
                assertThat(answer.head() + answer.body())
                        .as(page)
                        .doesNotContain("evil")
                        .doesNotContain(":444");
            }
        }
    }
}
