package gavel.auction.website;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.microsoft.playwright.Route;
import com.sun.net.httpserver.HttpServer;
import gavel.auction.testing.Api;
import gavel.auction.testing.TestNode;
import gavel.auction.website.Browser.Look;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** How the pages are served, and what a browser makes of them at first sight; {@code bench/browser.sh} takes it through everything. */
class SiteIT {
    private static final String ASKING = """
            async ([path, times]) => {
                const { token } = JSON.parse(localStorage.getItem("liveauction.session"));
                for (let n = 0; n < times; n++) {
                    await (await fetch(path, { headers: { Authorization: `Bearer ${token}` } })).text();
                }
            }
            """;

    private static Optional<Browser> browser;
    private static TestNode node;

    @BeforeAll
    static void start() {
        browser = Browser.open();
        node = TestNode.start("gavel.lots.last-call-after=3500ms", "gavel.lots.close-after=500ms");
    }

    @AfterAll
    static void stop() {
        browser.ifPresent(Browser::close);
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
        Api.Answer script = node.api().get(base + "/app.js");

        assertThat(script.header("Content-Type")).isEqualTo("text/javascript;charset=UTF-8");
        assertThat(script.header("Cache-Control")).contains("max-age=31536000", "immutable");
        assertThat(node.api().get(base + "/app.css").header("Content-Type")).isEqualTo("text/css;charset=UTF-8");
        assertThat(node.api()
                        .send(node.api()
                                .request(base + "/app.js")
                                .header("Accept-Encoding", "gzip")
                                .GET())
                        .header("Content-Encoding"))
                .isEqualTo("gzip");
        assertThat(node.api().get(base + "/app.js?n=1").header("Cache-Control"))
                .as("another way to write its address")
                .isEqualTo("no-store");
        assertThat(node.api().get("/ui/another/app.js").status()).isEqualTo(404);
        assertThat(node.api().get(base + "/nothing.js").status()).isEqualTo(404);
    }

    @Test
    void theFirstVisitAsksForWhatTheDriverAsksFor() throws IOException {
        try (Tab visitor = visitor(node.api().address())) {
            visitor.open("/").sees("Every lot has its moment.");

            // Lots of other tests may be running: their pictures come with the showcase, for people's eyes alone.
            assertThat(PageRequests.patterns(visitor.requests()).stream()
                            .filter(request -> !request.equals(PageRequests.PREVIEW)))
                    .containsExactlyElementsOf(PageRequests.of("Home"));
            assertThat(visitor.barriers()).isEmpty();
            assertThat(visitor.moved()).isEmpty();
            assertThat(visitor.troubles()).isEmpty();
        }
    }

    @Test
    void whoFollowsAnAuctionAsksForWhatTheDriverAsksFor() throws IOException {
        Sale sale = Sale.of(node.api().registered("selma@example.com"), "Evening sale", "Gilded clock", "Marble bust");
        node.api().registered("walter@example.com");
        try (Tab watcher = visitor(node.api().address())) {
            watcher.open("/login").logIn("walter@example.com", "correct horse");
            sale.begin();
            Awaitility.await().until(() -> sale.seller().get(sale.path()).text().contains("RUNNING"));
            watcher.turnTo("/auctions?state=RUNNING").sees("Evening sale").forgetRequests();
            watcher.button("Attend").click();

            watcher.sees("Gilded clock, nobody bid.").sees("Marble bust");
            List<String> joining = PageRequests.of("JoinAuction");
            List<String> turning = PageRequests.of("CurrentLot");
            // The follower polls beside everything else; the poll at its beginning sets out with the first picture.
            watcher.until(() -> watcher.requests().size() >= joining.size() + turning.size()
                    && watcher.requests().stream()
                                    .filter(request -> request.contains("/lots/current"))
                                    .count()
                            > 1
                    && watcher.requests().stream()
                                    .filter(request -> request.contains("/images/"))
                                    .count()
                            > 1);
            List<String> asked = followed(watcher);
            assertThat(PageRequests.inTurn("JoinAuction", asked)).isEqualTo(joining);
            assertThat(asked.subList(joining.size(), joining.size() + turning.size()))
                    .isEqualTo(turning);
            assertThat(PageRequests.of("NextBid")).containsExactly(PageRequests.POLL);
            assertThat(PageRequests.patterns(watcher.requests()))
                    .filteredOn(PageRequests.POLL::equals)
                    .hasSizeGreaterThan(2);
            assertThat(watcher.moved()).isEmpty();
            assertThat(watcher.troubles()).isEmpty();
        }
    }

    @Test
    void whoWaitsForAnAuctionToBeginAsksNowAndThen() {
        Sale sale = Sale.of(node.api().registered("serena@example.com"), "Night sale", "Copper kettle");
        node.api().registered("winston@example.com");
        String live = sale.path() + "/live?after=0";
        try (Tab waiting = visitor(node.api().address())) {
            waiting.open("/login").logIn("winston@example.com", "correct horse");
            waiting.turnTo(sale.screen()).button("Attend").click();
            waiting.sees("No lot is open at the moment.").forgetRequests();

            waiting.page().evaluate(ASKING, List.of(live + "&n=1", 80));

            assertThat(waiting.requests())
                    .filteredOn(request -> request.equals("GET " + live))
                    .as("while somebody asked 80 times")
                    .hasSizeLessThan(20);
        }
    }

    @Test
    void whoLogsInNextAttendsNothingThatTheOneBeforeAttended() {
        Sale sale = Sale.of(node.api().registered("selina@example.com"), "Noon sale", "Brass lamp");
        node.api().registered("anna@example.com");
        node.api().registered("bert@example.com");
        try (Tab tab = visitor(node.api().address())) {
            tab.open("/login").logIn("anna@example.com", "correct horse");
            tab.turnTo(sale.screen()).button("Attend").click();
            tab.sees("No lot is open at the moment.");
            tab.page().reload();
            tab.sees("No lot is open at the moment.");
            tab.page().getByText("Log out").click();

            tab.sees("You are logged out.").logIn("bert@example.com", "correct horse");

            tab.turnTo("/attend").sees("You attend no auction.");
        }
    }

    @Test
    void earlierVisitsThatComeLateAreNotShownForOtherDays() {
        Sale sale = Sale.of(node.api().registered("sonia@example.com"), "Dawn sale", "Tin soldier");
        Api pia = node.api().registered("pia@example.com");
        for (int visit = 0; visit < 26; visit++) {
            pia.put(sale.path() + "/attendance", "");
            pia.delete(sale.path() + "/attendance");
        }
        Awaitility.await()
                .until(() -> pia.get("/api/accounts/me/attendance?size=100")
                                .json()
                                .get("items")
                                .size()
                        == 26);
        List<Route> held = new ArrayList<>();
        try (Tab tab = visitor(node.api().address())) {
            tab.open("/login").logIn("pia@example.com", "correct horse");
            tab.turnTo("/me/attendance").sees("Dawn sale");
            tab.page().route(Pattern.compile("/me/attendance\\?.*cursor="), held::add);
            tab.button("Earlier ones").click();
            tab.until(() -> !held.isEmpty());

            tab.turnTo("/me/attendance?to=2001-01-01").sees("No auctions attended in this time.");
            held.getFirst().resume();
            tab.unforgiven();

            tab.sees("No auctions attended in this time.");
            assertThat(tab.page().getByText("Dawn sale").count()).isZero();
        }
    }

    @Test
    void aGuestSeesAnItemAndLogsInOnlyToBid() {
        Sale sale = Sale.of(node.api().registered("sally@example.com"), "Morning sale", "Silver spoon");
        node.api().registered("gustav@example.com");
        String item = sale.seller()
                .get(sale.path() + "/lots")
                .json()
                .at("/items/0/itemId")
                .asString();
        try (Tab guest = visitor(node.api().address())) {
            guest.open("/items/" + item).reads("Silver spoon").sees("Lot 1 of 1 in Morning sale");
            guest.sees("Of a private collection.").sees("€100.00");
            assertThat(guest.page().locator(".gallery img").count()).isPositive();
            assertThat(guest.page().getByText("Watch").count()).isZero();
            assertThat(guest.requests()).noneMatch(request -> request.startsWith("GET /api/items/"));
            assertThat(guest.barriers()).isEmpty();

            guest.button("Attend its auction").click();
            guest.reads("Log in").logIn("gustav@example.com", "correct horse");
            guest.reads("Attending").sees("Morning sale");
            assertThat(guest.troubles()).isEmpty();
        }
    }

    /** What was asked for without the polls of the follower, which are all but the first. */
    private static List<String> followed(Tab watcher) throws IOException {
        List<String> patterns = PageRequests.patterns(watcher.requests());
        int first = patterns.indexOf(PageRequests.POLL);
        return IntStream.range(0, patterns.size())
                .filter(i -> i == first || !patterns.get(i).equals(PageRequests.POLL))
                .mapToObj(patterns::get)
                .toList();
    }

    @Test
    void theRulesOfThePagesHoldInABrowser() throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] file = ruleFile(exchange.getRequestURI().getPath().substring(1));
            boolean page = exchange.getRequestURI().getPath().equals("/rules.html");
            exchange.getResponseHeaders().set("Content-Type", page ? "text/html" : "text/javascript");
            exchange.sendResponseHeaders(200, file.length == 0 ? -1 : file.length);
            exchange.getResponseBody().write(file);
            exchange.close();
        });
        server.start();
        String address = "http://127.0.0.1:" + server.getAddress().getPort();
        try (Tab tab = visitor(address)) {
            tab.page().navigate(address + "/rules.html");

            tab.sees("situations");
            assertThat(tab.page().locator("#result").textContent()).doesNotContain("wrong:");
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

    private static Tab visitor(String address) {
        assumeThat(browser).isPresent();
        return browser.orElseThrow().visitor(address, Look.USUAL);
    }
}
