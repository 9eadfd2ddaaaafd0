package gavel.auction.website;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import gavel.auction.broker.Topology;
import gavel.auction.chaos.NodeProcess;
import gavel.auction.website.Browser.Look;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * What people come for: two who bid for a lot to the hammer, through two servers of which one is killed; one who searches, watches, wins,
 * and changes a password. {@code bench/browser.sh} runs it.
 */
@EnabledIfSystemProperty(named = "gavel.browser", matches = "true")
class TwoPeopleIT {
    private static final long ADA = 2;
    private static final long BEN = 3;
    private static final long SELLER = 4;
    private static final int LONGEST_TAKEOVER_MILLIS = 30_000;
    private static final Pattern SHOWN = Pattern.compile("(.*) \\| €([0-9,.]+) \\| (.*)");

    /** Keeps every price and lead that stood on the screen, however shortly. */
    private static final String KEEPING = """
            () => {
              window.shown = [];
              const look = () => document.querySelectorAll(".stall .lot").forEach((lot) => {
                const line = ["h3", ".price strong", ".leader"].map((part) => lot.querySelector(part).textContent).join(" | ");
                if (shown.at(-1) !== line) shown.push(line);
              });
              new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
              look();
            }
            """;

    private static Optional<Browser> browser;
    private static House house;

    @BeforeAll
    static void open() throws Exception {
        browser = Browser.open();
        assumeThat(browser).isPresent();
        house = new House();
    }

    @AfterAll
    static void close() throws Exception {
        browser.ifPresent(Browser::close);
        if (house != null) {
            house.close();
        }
    }

    @Test
    void bothSeePricesAndLeadsAsTheyAreAlthoughAServerIsKilled() throws Exception {
        Sale sale = Sale.of(house.api(SELLER), "A sale for two", "Rosewood cabinet");
        try (Tab ada = enters(ADA, sale);
                Tab ben = enters(BEN, sale)) {
            sale.begin();
            bid(ada, "100.00");
            sees(ada, ben, "100.00", ADA);
            bid(ben, "101.00");
            sees(ben, ada, "101.00", BEN);

            ownerOf(sale).kill();
            bid(ada, "102.01");
            sees(ada, ben, "102.01", ADA);
            ben.field("Another amount").fill("150");
            ben.button("Bid$").click();
            sees(ben, ada, "150.00", BEN);

            ada.hears("Rosewood cabinet to bidder " + BEN + " for €150.00.", LONGEST_TAKEOVER_MILLIS);
            ben.hears("Rosewood cabinet to you for €150.00.", LONGEST_TAKEOVER_MILLIS);
            ada.sees("This auction is over.");
            assertThat(accepted(sale)).containsExactly("100.00 by 2", "101.00 by 3", "102.01 by 2", "150.00 by 3");
            // Nothing else, nothing twice, nothing out of order; a price that was outbid at once may not have been
            // seen.
            assertThat(told(sale)).containsSubsequence(shownTo(ada, ADA)).containsSubsequence(shownTo(ben, BEN));
        }
    }

    @Test
    void aGuestWinsAndFindsItAmongThePurchasesByKeyboardAlone() {
        Sale sale = Sale.of(
                house.api(SELLER),
                "A sale by keyboard",
                "Maple globe",
                "Maple globe",
                "Maple globe",
                "Maple globe",
                "Maple globe");
        try (Tab guest = visitor()) {
            guest.open("/").sees("Under the hammer now");
            sale.begin();
            guest.sees("Maple globe");
            guest.reach("Attend A sale by keyboard").press("Enter").reads("Log in");
            guest.reach("email").type(house.email(7)).reach("password").type(house.password());
            guest.press("Enter").reads("Attending").sees("Another amount");
            guest.reach("Bid €").press("Enter");
            guest.hears("You lead.", LONGEST_TAKEOVER_MILLIS);

            PlaywrightAssertions.assertThat(guest.page().locator(".win"))
                    .containsText(
                            "Maple globe",
                            new LocatorAssertions.ContainsTextOptions().setTimeout(LONGEST_TAKEOVER_MILLIS));
            assertThat(guest.page().locator(".win").textContent()).contains("You won", "€100.00", "your purchases");
            guest.reach("your purchases")
                    .press("Enter")
                    .reads("Purchases")
                    .sees("Maple globe")
                    .sees("Won");
            assertThat(guest.page().locator(".win").count()).isZero();
            guest.reach("My bids")
                    .press("Enter")
                    .reads("My bids")
                    .sees("Maple globe")
                    .sees("Won")
                    .sees("A sale by keyboard");
            assertThat(guest.troubles()).isEmpty();
        }
    }

    @Test
    void aPageBidsUpToAMaximumAndNoFurther() {
        Sale sale = Sale.of(house.api(SELLER), "A sale of limits", "Teak cabinet");
        try (Tab ada = enters(ADA, sale);
                Tab ben = enters(BEN, sale)) {
            sale.begin();
            ada.hears("Teak cabinet", LONGEST_TAKEOVER_MILLIS);
            ada.page().getByText("Bid for me up to a maximum").click();
            ada.field("Your maximum").fill("99");
            ada.button("Start").click();
            ada.sees("The least is €100.00.");
            ada.field("Your maximum").fill("110");
            ada.button("Start").click();
            sees(ada, ben, "100.00", ADA);
            bid(ben, "101.00");
            sees(ada, ben, "102.01", ADA);
            ben.field("Another amount").fill("110");
            ben.button("Bid$").click();
            sees(ben, ada, "110.00", BEN);

            ada.hears("Others bid more than your maximum of €110.00.", LONGEST_TAKEOVER_MILLIS);
            assertThat(accepted(sale)).containsExactly("100.00 by 2", "101.00 by 3", "102.01 by 2", "110.00 by 3");
            ada.turnTo("/me/bids").page().getByText("2 bids").first().click();
            assertThat(ada.page().locator("details.bids").first().textContent())
                    .contains("€102.01Outbid", "€100.00Outbid");
            assertThat(ada.barriers()).isEmpty();
        }
    }

    @Test
    void fromASearchToABidInTwoClicks() {
        Sale sale =
                Sale.of(house.api(4), "Sale of one kind", "Rosewood etagere", "Rosewood etagere", "Rosewood etagere");
        try (Tab tab = visitor()) {
            tab.open("/login").logIn(house.email(8), house.password());
            sale.begin();
            tab.turnTo("/items?q=etagere").sees("Rosewood etagere");

            tab.button("Bid now").click();
            tab.page().locator(".bid").click();

            tab.page().locator(".outcome.good").waitFor();
            tab.sees("Sale of one kind");
            assertThat(tab.troubles()).isEmpty();
        }
    }

    @Test
    void whatIsWatchedIsFoundAgainAndLeadsToItsAuction() {
        try (Tab tab = visitor()) {
            tab.open("/login").logIn(house.email(9), house.password());
            tab.turnTo("/watching").sees("You watch nothing yet.");
            long item = house.api(9)
                    .get("/api/items?size=1")
                    .json()
                    .at("/items/0/id")
                    .longValue();
            tab.turnTo("/items/" + item).button("Watch").click();
            tab.sees("Watched");
            String title = tab.page().locator("main h1").textContent();
            tab.turnTo("/watching").sees(title).button("Watched").click();
            tab.sees("You watch nothing yet.").turnTo("/items/" + item);
            tab.page().locator(".offered a").click();
            tab.sees("Catalogue").sees(title);
            assertThat(tab.troubles()).isEmpty();
        }
    }

    @Test
    void somebodyChangesAddressAndPassword() {
        try (Tab tab = visitor()) {
            tab.open("/register");
            tab.field("First name").fill("Paula");
            tab.field("Last name").fill("Password");
            tab.field("E-mail address").fill("paula@example.com");
            tab.field("Password").fill("correct horse");
            tab.button("Register").click();
            tab.sees("All running auctions").turnTo("/profile");

            tab.field("New password").fill("battery staple");
            tab.field("Present password").last().fill("wrong horse");
            tab.button("Change the password").click();
            tab.sees("This is not your current password.");
            tab.field("Present password").last().fill("correct horse");
            tab.button("Change the password").click();
            tab.sees("The password is changed.");
            tab.field("New e-mail address").fill("paola@example.com");
            tab.field("Present password").first().fill("battery staple");
            tab.button("Change the address").click();
            tab.sees("From now on you log in with this address.");
            tab.page().getByText("Log out").click();
            tab.sees("You are logged out.").logIn("paola@example.com", "battery staple");
        }
    }

    private static Tab visitor() {
        return browser.orElseThrow().visitor(house.front().address(), Look.USUAL);
    }

    private static Tab enters(long account, Sale sale) {
        Tab tab = visitor();
        tab.open("/login").logIn(house.email(account), house.password());
        tab.turnTo(sale.screen()).button("Attend").click();
        tab.sees("No lot is open at the moment.").page().evaluate(KEEPING);
        return tab;
    }

    private static void bid(Tab tab, String amount) {
        tab.button("Bid €" + amount).click();
    }

    private static void sees(Tab leader, Tab other, String price, long leads) {
        for (Tab tab : List.of(leader, other)) {
            tab.hears("€" + price, LONGEST_TAKEOVER_MILLIS);
        }
        leader.hears("You lead.", LONGEST_TAKEOVER_MILLIS);
        other.hears("Bidder " + leads + " leads.", LONGEST_TAKEOVER_MILLIS);
        leader.hears("Your bid of €" + price + " was accepted.", LONGEST_TAKEOVER_MILLIS);
    }

    private static NodeProcess ownerOf(Sale sale) {
        int partition = Topology.partitionOf(sale.auction());
        Awaitility.await().until(() -> house.nodes().stream()
                .anyMatch(node -> node.partitions().contains(partition)));
        return house.nodes().stream()
                .filter(node -> node.partitions().contains(partition))
                .findFirst()
                .orElseThrow();
    }

    /** Prices and leads in the order in which they stood on somebody's screen. */
    @SuppressWarnings("unchecked")
    private static List<String> shownTo(Tab tab, long account) {
        return ((List<String>) tab.page().evaluate("() => shown"))
                .stream()
                        .map(SHOWN::matcher)
                        .filter(Matcher::matches)
                        .map(shown -> shown.group(2)
                                + switch (shown.group(3)) {
                                    case "Nobody has bid yet." -> "";
                                    case "You lead." -> " by " + account;
                                    default -> " by " + shown.group(3).replaceAll("\\D", "");
                                })
                        .toList();
    }

    private static List<String> told(Sale sale) {
        List<String> all = new ArrayList<>(List.of("100.00"));
        all.addAll(accepted(sale));
        return all;
    }

    /** What was decided, in its order. */
    private static List<String> accepted(Sale sale) {
        return house.site()
                .sql()
                .sql("select amount || ' by ' || account_id from bid_decision"
                        + " where auction_id = ? and outcome = 'ACCEPTED' order by seq")
                .param(sale.auction())
                .query(String.class)
                .list();
    }
}
