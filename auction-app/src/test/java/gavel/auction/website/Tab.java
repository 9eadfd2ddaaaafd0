package gavel.auction.website;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ScreenshotAnimations;
import com.microsoft.playwright.options.WaitForSelectorState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;

/** The pages as one person has them open, and what the browser has to say about them. */
final class Tab implements AutoCloseable {
    /** Movements that anybody could notice, and violations, are kept in the page itself from its first moment. */
    private static final String OBSERVING = """
            window.observed = { moved: [], refused: [] };
            new PerformanceObserver((list) => list.getEntries().filter((entry) => !entry.hadRecentInput && entry.value >= 0.0005).forEach((entry) =>
                observed.moved.push(`${entry.value.toFixed(4)} at ${location.hash}: `
                    + entry.sources.map((source) => source.node?.parentElement?.className + " > " + source.node?.className + " "
                        + source.node?.textContent?.slice(0, 30)).join(", "))))
                .observe({ type: "layout-shift", buffered: true });
            document.addEventListener("securitypolicyviolation", (event) =>
                observed.refused.push(`${event.violatedDirective} ${event.blockedURI}`));
            """;
    /** Axe calls what keeps people out serious or critical. */
    private static final String JUDGING = """
            () => axe.run(document, { resultTypes: ["violations"] }).then((found) => found.violations
                .filter((each) => ["serious", "critical"].includes(each.impact))
                .flatMap((each) => each.nodes.map((node) => `${each.id}: ${node.html.slice(0, 160)} ${node.failureSummary}`)))
            """;

    private static final String FOCUSED = """
            () => { const it = document.activeElement; return [it.textContent, it.getAttribute("aria-label"), it.name,
                it.labels?.[0]?.textContent].filter(Boolean).join(" | "); }
            """;
    private static final String VISIBLE_FOCUS =
            "() => getComputedStyle(document.activeElement).outlineStyle !== 'none'";
    private static final int PATIENCE_MILLIS = 15_000;
    private static final int MOST_KEYS = 80;

    private final BrowserContext context;
    private final Page page;
    private final String address;
    private final List<String> troubles = new ArrayList<>();
    private final List<String> requests = new ArrayList<>();
    private long bytes;

    Tab(BrowserContext context, String address) {
        this.context = context;
        this.address = address;
        page = context.newPage();
        page.addInitScript(OBSERVING);
        page.setDefaultTimeout(PATIENCE_MILLIS);
        page.onConsoleMessage(message -> {
            if (message.type().equals("error")) {
                troubles.add(message.text() + " " + message.location());
            }
        });
        page.onPageError(troubles::add);
        page.onRequest(this::sent);
        page.onDialog(dialog -> dialog.accept());
    }

    private void sent(Request request) {
        String url = request.url();
        if (url.startsWith(address)) {
            requests.add(request.method() + " " + url.substring(address.length()));
        } else if (!url.startsWith("data:") && !url.startsWith("blob:")) {
            troubles.add("a request to elsewhere: " + url);
        }
    }

    Page page() {
        return page;
    }

    /** Method, path and query of what was asked for so far, in its order. */
    List<String> requests() {
        return List.copyOf(requests);
    }

    void forgetRequests() {
        requests.clear();
    }

    /** Opens the page itself, at a screen. */
    Tab open(String screen) {
        page.navigate(address + "/#" + screen);
        return settled();
    }

    /** Turns to a screen of the open page, as a link would. */
    Tab turnTo(String screen) {
        page.evaluate("screen => { location.hash = screen; }", screen);
        return settled();
    }

    /** Waits until what was asked for is there. */
    private Tab settled() {
        page.locator("main h1, .stall .price").first().waitFor();
        page.locator(".skeleton").first().waitFor(new Locator.WaitForOptions().setState(WaitForSelectorState.DETACHED));
        return this;
    }

    Tab logIn(String email, String password) {
        page.getByLabel("E-mail address").fill(email);
        page.getByLabel("Password").fill(password);
        button("Log in").click();
        page.locator("#menu").getByText("Log out").waitFor(attached());
        return settled();
    }

    private static Locator.WaitForOptions attached() {
        return new Locator.WaitForOptions().setState(WaitForSelectorState.ATTACHED);
    }

    /** The button or link with a name that begins so, within the content. */
    Locator button(String name) {
        Pattern begin = Pattern.compile("^" + name);
        Locator main = page.locator("main");
        return main.getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName(begin))
                .or(main.getByRole(AriaRole.LINK, new Locator.GetByRoleOptions().setName(begin)))
                .first();
    }

    Locator field(String label) {
        return page.getByLabel(label, new Page.GetByLabelOptions().setExact(true));
    }

    /** Waits until the content says so. */
    Tab sees(String text) {
        PlaywrightAssertions.assertThat(page.locator("body")).containsText(text);
        return this;
    }

    /** Waits for what the browser tells: it is heard only while something is asked of it. */
    void until(BooleanSupplier condition) {
        page.waitForCondition(condition);
    }

    /** Like {@link #sees}, with more patience. */
    Tab hears(String text, int patienceMillis) {
        PlaywrightAssertions.assertThat(page.locator("main"))
                .containsText(text, new LocatorAssertions.ContainsTextOptions().setTimeout(patienceMillis));
        return this;
    }

    Tab reads(String title) {
        PlaywrightAssertions.assertThat(page.locator("main h1")).hasText(title);
        return this;
    }

    /** Follows the link that has the focus. The page then moves the focus to its content, a moment after it is shown. */
    Tab enters(String title) {
        press("Enter").reads(title);
        PlaywrightAssertions.assertThat(page.locator("main")).isFocused();
        return this;
    }

    /** Goes from one thing that can be focused to the next until one of this name has the focus, and shows it. */
    Tab reach(String name) {
        for (int keys = 0; keys < MOST_KEYS; keys++) {
            page.keyboard().press("Tab");
            if (((String) page.evaluate(FOCUSED)).startsWith(name)) {
                if (!(Boolean) page.evaluate(VISIBLE_FOCUS)) {
                    throw new AssertionError(name + " does not show that it has the focus");
                }
                return this;
            }
        }
        throw new AssertionError(name + " is not reached by keyboard at " + page.url());
    }

    /** The next key goes on from the first thing of the page. */
    Tab fromTheTop() {
        page.evaluate("() => document.querySelector('.skip').focus()");
        return this;
    }

    Tab type(String text) {
        page.keyboard().type(text);
        return this;
    }

    Tab press(String key) {
        page.keyboard().press(key);
        return this;
    }

    /** As if the machine had lost its network, or had it again. */
    Tab offline(boolean isOffline) {
        context.setOffline(isOffline);
        return this;
    }

    /** Another page of the same person. */
    Tab another() {
        return new Tab(context, address);
    }

    /** From now on; to be said before the page is opened. */
    void countBytes() {
        CDPSession network = context.newCDPSession(page);
        network.on(
                "Network.loadingFinished",
                event -> bytes += event.get("encodedDataLength").getAsLong());
        network.send("Network.enable");
    }

    /** As they came over the wire, heads included. */
    long bytesReceived() {
        return bytes;
    }

    double firstPaintMillis() {
        return ((Number) page.evaluate("() => performance.getEntriesByName('first-contentful-paint')[0].startTime"))
                .doubleValue();
    }

    /** Also where something in a card or a list is cut off that does not say so by an ellipsis. */
    boolean isWiderThanItsWindow() {
        return (Boolean) page.evaluate("""
                () => [document.scrollingElement, ...document.querySelectorAll(".card, .card *, .rows, .rows *")]
                  .some((part) => part.scrollWidth > part.clientWidth && part.clientWidth > 1
                    && (part === document.scrollingElement
                      || getComputedStyle(part).overflowX === "hidden" && getComputedStyle(part).textOverflow !== "ellipsis"))
                """);
    }

    /** Errors, violations of the policy and requests to elsewhere, so far. */
    List<String> troubles() {
        List<String> all = new ArrayList<>(troubles);
        all.addAll(observed("refused"));
        return all;
    }

    /**
     * Browsers forgive what moves within half a second after a key, a click, or another size of the window, which every picture of the
     * whole page is for a moment. Waits until nothing is forgiven any more.
     */
    Tab unforgiven() {
        page.evaluate("() => new Promise((over) => setTimeout(over, 600))");
        return this;
    }

    /** What jumped without having been touched, since the page was opened. */
    List<String> moved() {
        return observed("moved");
    }

    @SuppressWarnings("unchecked")
    private List<String> observed(String what) {
        return (List<String>) page.evaluate("what => observed[what]", what);
    }

    /** What keeps people with impairments out of the present screen. */
    @SuppressWarnings("unchecked")
    List<String> barriers() {
        if (!(Boolean) page.evaluate("() => Boolean(window.axe)")) {
            page.evaluate(axe());
        }
        return (List<String>) page.evaluate(JUDGING);
    }

    private static String axe() {
        try (var script = Tab.class.getResourceAsStream("/axe.min.js")) {
            return new String(script.readAllBytes(), StandardCharsets.UTF_8) + "; undefined";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @param height of the picture in pixels; 0 for all of the page */
    void picture(Path file, int height) {
        Page.ScreenshotOptions options =
                new Page.ScreenshotOptions().setPath(file).setAnimations(ScreenshotAnimations.DISABLED);
        if (height == 0) {
            options.setFullPage(true);
        } else {
            options.setClip(0, 0, page.viewportSize().width, height);
        }
        page.screenshot(options);
    }

    @Override
    public void close() {
        context.close();
    }
}
