package gavel.auction.website;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.sun.net.httpserver.HttpServer;
import gavel.auction.testing.Api;
import gavel.auction.testing.TestNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SiteIT {
    private static TestNode node;

    @TempDir
    private Path scratch;

    @BeforeAll
    static void start() {
        node = TestNode.start();
    }

    @AfterAll
    static void stop() {
        node.close();
    }

    @Test
    void thePageMayRunTheFilesOfThisServerOnly() {
        Api.Answer page = node.api().get("/");

        assertThat(page.status()).isEqualTo(200);
        assertThat(page.header("Content-Type")).isEqualTo("text/html;charset=UTF-8");
        assertThat(page.header("Content-Security-Policy"))
                .isEqualTo(node.bean(Site.class).policy());
        assertThat(page.header("X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(page.header("Cache-Control")).isEqualTo("no-cache");
        assertThat(node.api()
                        .send(node.api()
                                .request("/")
                                .header("If-None-Match", page.header("ETag"))
                                .GET())
                        .status())
                .isEqualTo(304);
    }

    @Test
    void filesOfThisVersionAreKeptForEver() {
        String base = "/ui/" + node.bean(Site.class).version();
        Api.Answer module = node.api().get(base + "/app.js");

        assertThat(module.header("Content-Type")).isEqualTo("text/javascript;charset=UTF-8");
        assertThat(module.header("Cache-Control")).contains("max-age=31536000", "immutable");
        assertThat(node.api().get(base + "/app.css").header("Content-Type")).isEqualTo("text/css;charset=UTF-8");
        assertThat(node.api()
                        .send(node.api()
                                .request(base + "/app.js")
                                .header("Accept-Encoding", "gzip")
                                .GET())
                        .header("Content-Encoding"))
                .isEqualTo("gzip");
        assertThat(node.api().get("/ui/another/main.js").status()).isEqualTo(404);
        assertThat(node.api().get(base + "/nothing.js").status()).isEqualTo(404);
    }

    @Test
    void aBrowserShowsThePageUnderItsPolicy() throws Exception {
        assertThat(seen(node.api().address() + "/")).contains("Every lot has its moment.", "href=\"#/login\"");
        assertThat(seen(node.api().address() + "/#/auctions/7")).contains("current-password");
    }

    @Test
    void theRulesOfThePagesHoldInABrowser() throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] file = ruleFile(exchange.getRequestURI().getPath().substring(1));
            boolean page = exchange.getRequestURI().getPath().equals("/rules.html");
            exchange.getResponseHeaders().set("Content-Type", page ? "text/html" : "text/javascript");
            exchange.sendResponseHeaders(200, file.length);
            exchange.getResponseBody().write(file);
            exchange.close();
        });
        server.start();
        try {
            String page = seen("http://127.0.0.1:" + server.getAddress().getPort() + "/rules.html");
            assertThat(page)
                    .contains("<p id=\"result\">")
                    .doesNotContain("not run")
                    .doesNotContain("wrong:");
        } finally {
            server.stop(0);
        }
    }

    private static byte[] ruleFile(String name) throws IOException {
        if (name.equals("rules.html")) {
            return "<p id=\"result\">not run</p><script type=\"module\" src=\"/rules.js\"></script>"
                    .getBytes(StandardCharsets.UTF_8);
        }
        String path = name.equals("rules.js") ? "/gavel/auction/website/rules.js" : "/website/" + name;
        try (var file = SiteIT.class.getResourceAsStream(path)) {
            return file == null ? new byte[0] : file.readAllBytes();
        }
    }

    private String seen(String address) throws IOException, InterruptedException {
        Optional<Chromium> browser = Chromium.installed();
        assumeThat(browser).isPresent();
        return browser.get().elements(address, scratch);
    }
}
