package gavel.auction.website;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.FilePayload;
import com.microsoft.playwright.options.WaitForSelectorState;
import gavel.auction.image.TestPictures;
import gavel.auction.testing.Api;
import gavel.auction.website.Browser.Look;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.imageio.ImageIO;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** People in their browsers, in a whole auction house. {@code bench/browser.sh} runs it. */
@EnabledIfSystemProperty(named = "gavel.browser", matches = "true")
class BrowserIT {
    private static final Path SCREENS = Path.of("target", "screens");
    private static final Path PICTURES = Path.of("..", "docs", "images");
    private static final long LARGEST_PICTURE_BYTES = 120_000;
    private static final int FIRST_LOAD_BYTES = 150_000;
    private static final int FIRST_PAINT_MILLIS = 1_000;
    private static final long PERSON = 2;

    private static Optional<Browser> browser;
    private static House house;
    private static List<String> screens;

    @BeforeAll
    static void open() throws Exception {
        browser = Browser.open();
        assumeThat(browser).isPresent();
        house = new House();
        screens = screens();
    }

    @AfterAll
    static void close() throws Exception {
        browser.ifPresent(Browser::close);
        if (house != null) {
            house.close();
        }
    }

    static List<Look> looks() {
        List<Look> looks = new ArrayList<>();
        for (int width : new int[] {390, 800, 1_440}) {
            looks.add(new Look(width, ColorScheme.LIGHT));
            looks.add(new Look(width, ColorScheme.DARK));
        }
        return looks;
    }

    @ParameterizedTest
    @MethodSource("looks")
    void everyScreenIsForEveryone(Look look) throws IOException {
        List<String> barriers = new ArrayList<>();
        try (Tab tab = visitor(look)) {
            for (String screen : List.of("/", "/login", "/register")) {
                look(tab.open(screen), look, screen, barriers);
            }
            String item = screens.stream()
                    .filter(each -> each.matches("/items/\\d+"))
                    .findFirst()
                    .orElseThrow();
            look(tab.open(item), look, "/guest" + item, barriers);
            tab.open("/login").logIn(house.email(PERSON), house.password());
            for (String screen : screens) {
                look(tab.turnTo(screen), look, screen, barriers);
            }
            List<Long> running = running();
            tab.turnTo("/auctions/" + running.getFirst())
                    .page()
                    .locator(".now h2 a")
                    .waitFor();
            look(tab, look, "/auctions-running", barriers);
            for (int i = 0; i < 3; i++) {
                tab.turnTo("/auctions/" + running.get(i)).button("Attend").click();
                tab.page().locator(".stall .price").nth(i).waitFor();
            }
            look(tab, look, "/attend-three", barriers);
            tab.turnTo("/");

            assertThat(barriers).isEmpty();
            assertThat(tab.moved()).isEmpty();
            assertThat(tab.troubles()).isEmpty();
        }
    }

    private static void look(Tab tab, Look look, String screen, List<String> barriers) throws IOException {
        tab.barriers().forEach(barrier -> barriers.add(screen + ": " + barrier));
        if (tab.isWiderThanItsWindow()) {
            barriers.add(screen + " is wider than its window");
        }
        Files.createDirectories(SCREENS);
        String name = look.width() + "-" + look.colours() + screen.replaceAll("\\W+", "-") + ".png";
        tab.picture(SCREENS.resolve(name), 0);
    }

    /** Every address there is, and some with nothing to show. */
    private static List<String> screens() {
        Api person = house.api(PERSON);
        long item = first(person, "/api/items?size=1");
        long past = first(person, "/api/auctions?state=COMPLETE&size=1");
        Sale own = Sale.of(person, "Cabinet of curiosities", "Brass sextant", "Ivory chess set");
        long draft = person.post("/api/items", """
                        {"title": "Painted globe", "condition": "good", "category": "Books and maps", "startingPrice": 80}""").json().get("id").longValue();
        return List.of(
                "/",
                "/auctions?state=RUNNING",
                "/auctions?state=COMPLETE",
                "/auctions?q=nothing+fits",
                "/auctions/" + past,
                "/items",
                "/items?q=clock&maxPrice=900",
                "/items?minPrice=9&maxPrice=8",
                "/items/" + item,
                "/attend",
                "/watching",
                "/me/bids",
                "/me/purchases",
                "/me/attendance?from=2020-01-01&to=2020-02-01",
                "/mine/items",
                "/mine/items/new",
                "/mine/items/" + draft,
                "/mine/auctions",
                "/mine/auctions/new",
                "/mine/auctions/" + own.auction(),
                "/profile",
                "/nowhere");
    }

    private static long first(Api person, String path) {
        return person.get(path).json().at("/items/0/id").longValue();
    }

    private static List<Long> running() {
        List<Long> ids = new ArrayList<>();
        for (JsonNode auction :
                house.api(PERSON).get("/api/auctions?state=RUNNING").json().get("items")) {
            ids.add(auction.get("id").longValue());
        }
        return ids;
    }

    @Test
    void whatReplacesAListMovesNothing() {
        try (Tab tab = visitor(Look.USUAL)) {
            tab.open("/login").logIn(house.email(PERSON), house.password());
            for (String screen : List.of(
                    "/items",
                    "/items?q=clock&maxPrice=900",
                    "/items?page=1",
                    "/items?q=violin",
                    "/auctions?state=COMPLETE",
                    "/auctions")) {
                tab.turnTo(screen).unforgiven();
            }

            assertThat(tab.moved()).isEmpty();
        }
    }

    @Test
    void theFirstLoadIsSmallAndSoonThere() {
        try (Tab tab = visitor(Look.USUAL)) {
            tab.countBytes();
            tab.open("/").sees("Every lot has its moment.");

            System.out.printf(
                    "first load: %d bytes, first contentful paint after %.0f ms%n",
                    tab.bytesReceived(), tab.firstPaintMillis());
            assertThat(tab.bytesReceived()).isBetween(5_000L, (long) FIRST_LOAD_BYTES);
            assertThat(tab.firstPaintMillis()).isLessThan(FIRST_PAINT_MILLIS);
            assertThat(tab.moved()).isEmpty();
        }
    }

    @Test
    void everythingIsReachedByKeyboard() {
        try (Tab tab = visitor(Look.USUAL)) {
            tab.open("/").reach("Log in").press("Enter").reads("Log in");
            tab.reach("email").type(house.email(3)).reach("password").type(house.password());
            tab.press("Enter").sees("Under the hammer now");
            for (String[] entry : new String[][] {
                {"Auctions", "Auctions"},
                {"Explore", "Explore"},
                {"History", "My bids"},
                {"Watching", "Watching"},
                {"Selling", "My items"},
                {"Profile", "Profile"},
                {"Attending", "Attending"}
            }) {
                tab.fromTheTop().reach(entry[0]).enters(entry[1]);
            }
            tab.reach("Find an auction").enters("Auctions");
            tab.reach("Attend ").press("Enter").reads("Attending").sees("Another amount");
            tab.reach("Bid €").press("Enter");
            tab.page().locator(".outcome.good, .outcome.bad").waitFor();
            tab.reach("Leave ").press("Enter").sees("You attend no auction.");
            tab.fromTheTop()
                    .reach("History")
                    .press("Enter")
                    .reach("Purchases")
                    .press("Enter")
                    .reads("Purchases");
            tab.fromTheTop().reach("Log out").press("Enter").sees("You are logged out.");
            assertThat(tab.troubles()).isEmpty();
        }
    }

    @Test
    void somebodySellsWithPicturesAndChangesHisMind() {
        try (Tab seller = visitor(Look.USUAL)) {
            seller.open("/register");
            seller.field("First name").fill("Selma");
            seller.field("Last name").fill("Seller");
            seller.field("E-mail address").fill("selma@example.com");
            seller.field("Password").fill("correct horse");
            seller.button("Register").click();
            seller.sees("All running auctions").turnTo("/mine/items").sees("You sell nothing yet.");

            seller.button("Add an item").click();
            seller.field("Title").fill("Gilded clock");
            seller.field("Starting price").fill("much");
            seller.button("Add").click();
            seller.sees("An amount looks like 125 or 125.50.");
            seller.field("Starting price").fill("1,200.50");
            seller.button("Add").click();
            seller.reads("Gilded clock");
            seller.page().locator("input[type=file]").setInputFiles(new FilePayload[] {
                new FilePayload("photo.jpg", "image/jpeg", TestPictures.gradient("jpeg", 640, 480)),
                new FilePayload("note.txt", "text/plain", new byte[9])
            });
            seller.page().locator(".thumbs img[alt='Picture 1']").waitFor();
            seller.sees("Pictures are JPEG or PNG files.");

            seller.turnTo("/mine/auctions")
                    .sees("You run no auction yet.")
                    .button("Create an auction")
                    .click();
            seller.field("Name").fill("Evening sale");
            seller.button("Create").click();
            seller.reads("Evening sale").button("Consign Gilded clock").click();
            seller.sees("Gilded clock is in the queue.").sees("Lot 1");
            seller.field("Begins")
                    .fill(LocalDateTime.now(ZoneOffset.UTC)
                            .truncatedTo(ChronoUnit.MINUTES)
                            .toString());
            seller.button("Save").click();
            seller.sees("Saved.").button("Cancel the auction").click();
            seller.sees("Cancelled").turnTo("/mine/auctions").sees("Evening sale");
            seller.turnTo("/mine/items").sees("With you").button("Gilded clock").click();
            seller.button("Withdraw").click();
            seller.sees("You sell nothing yet.");
            assertThat(seller.troubles()).isEmpty();
        }
    }

    @Test
    void whatWasTypedWrongIsSaidAtItsField() {
        try (Tab tab = visitor(Look.USUAL)) {
            tab.open("/login");
            tab.field("E-mail address").fill(house.email(4));
            tab.field("Password").fill("wrong horse");
            tab.button("Log in").click();
            assertThat(tab.page().getByRole(AriaRole.ALERT).textContent()).isNotBlank();
            tab.logIn(house.email(4), house.password());
            tab.turnTo("/items?minPrice=9&maxPrice=8").sees("The lowest price is above the highest.");
            assertThat(tab.field("Price from").getAttribute("aria-invalid")).isEqualTo("true");
            tab.turnTo("/me/bids?from=2026-02-01&to=2026-01-01").sees("The first day is after the last one.");
            assertThat(tab.field("From").getAttribute("aria-invalid")).isEqualTo("true");
            tab.turnTo("/items/999999999").reads("Not found");
            tab.turnTo("/mine/auctions/1").sees("This auction belongs to another account.");
        }
    }

    @Test
    void aSessionThatHasEndedIsNoticed() {
        try (Tab tab = visitor(Look.USUAL)) {
            tab.open("/login").logIn(house.email(5), house.password());
            Tab other = tab.another().open("/profile");
            tab.page().getByText("Log out").click();
            other.sees("You logged out in another tab.");

            other.logIn(house.email(5), house.password());
            tab.turnTo("/profile").reads("Profile");
            String token = (String) tab.page().evaluate("() => JSON.parse(localStorage['liveauction.session']).token");
            house.nodes().getFirst().api().as(token).delete("/api/sessions/current");
            Awaitility.await().until(() -> house.nodes().stream()
                    .allMatch(
                            node -> node.api().as(token).get("/api/accounts/me").status() == 401));
            tab.turnTo("/me/bids").sees("Your session has ended. Please log in again.");
            tab.logIn(house.email(5), house.password());
            tab.reads("My bids");
        }
    }

    @Test
    void aLostConnectionIsSaidAndSurvived() {
        try (Tab tab = visitor(Look.USUAL)) {
            tab.open("/login").logIn(house.email(6), house.password());
            tab.turnTo("/auctions/" + running().getFirst()).button("Attend").click();
            tab.sees("Another amount");
            tab.offline(true).sees("You are offline.");
            tab.offline(false).sees("Connected again.");
            house.front().away(true);
            tab.sees("The connection is lost.").sees("The price below may be out of date.");
            house.front().away(false);
            tab.sees("Connected again.");
            tab.page()
                    .getByText("The price below may be out of date.")
                    .waitFor(new Locator.WaitForOptions().setState(WaitForSelectorState.DETACHED));
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "gavel.pictures", matches = "true")
    void thePicturesOfTheDocuments() throws IOException {
        Files.createDirectories(PICTURES);
        List<Long> running = running();
        try (Tab ada = visitor(new Look(1_200, ColorScheme.LIGHT));
                Tab phone = visitor(new Look(360, ColorScheme.DARK))) {
            ada.open("/login").logIn(house.email(PERSON), house.password());
            ada.turnTo("/items?q=clock").picture(PICTURES.resolve("explore.png"), 480);
            for (int i = 0; i < 3; i++) {
                ada.turnTo("/auctions/" + running.get(i)).button("Attend").click();
                ada.page().locator(".stall .price").nth(i).waitFor();
            }
            ada.page().locator(".stall").nth(0).locator(".bid").click();
            ada.page().locator(".stall").nth(1).locator(".bid").click();
            ada.sees("You lead.");
            outbid(running.get(1));
            ada.sees("You were outbid.");
            ada.picture(PICTURES.resolve("attending.png"), 690);

            phone.open("/login").logIn(house.email(3), house.password());
            phone.turnTo("/auctions/" + running.getFirst()).button("Attend").click();
            phone.sees("Another amount").picture(PICTURES.resolve("phone.png"), 620);
            phone.turnTo("/auctions/" + first(house.api(3), "/api/auctions?state=COMPLETE&size=1"));
            phone.picture(PICTURES.resolve("phone-catalogue.png"), 620);
        }
        assertThat(List.of("explore", "attending", "phone", "phone-catalogue"))
                .allSatisfy(name ->
                        assertThat(thin(PICTURES.resolve(name + ".png"))).isLessThan(LARGEST_PICTURE_BYTES));
    }

    /** Leaves every colour its upper five bits but on even grounds, which nobody sees and which saves a third; returns the size. */
    private static long thin(Path file) throws IOException {
        BufferedImage picture = ImageIO.read(file.toFile());
        BufferedImage thin = new BufferedImage(picture.getWidth(), picture.getHeight(), BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < picture.getHeight(); y++) {
            for (int x = 0; x < picture.getWidth(); x++) {
                int colour = picture.getRGB(x, y);
                boolean even = x > 0 && colour == picture.getRGB(x - 1, y);
                thin.setRGB(x, y, even ? colour : colour & 0xF8F8F8 | colour >> 5 & 0x070707);
            }
        }
        ImageIO.write(thin, "png", file.toFile());
        return Files.size(file);
    }

    private static void outbid(long auction) {
        Api other = house.api(3);
        other.put("/api/auctions/" + auction + "/attendance", "");
        JsonNode lot = other.get("/api/auctions/" + auction + "/live").json().get("lot");
        String body = "{\"lotId\": %d, \"amount\": %s}"
                .formatted(lot.get("id").longValue(), lot.get("minimumBid").decimalValue());
        Api.Answer answer =
                other.post("/api/auctions/" + auction + "/bids", body, "Idempotency-Key", "outbid-" + auction);
        assertThat(answer.text()).contains("ACCEPTED");
    }

    private static Tab visitor(Look look) {
        return browser.orElseThrow().visitor(house.front().address(), look);
    }
}
