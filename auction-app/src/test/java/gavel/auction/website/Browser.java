package gavel.auction.website;

import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The Chromium of this machine, without a window. Used by one thread. */
final class Browser implements AutoCloseable {
    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome");

    private static final String DRIVER = "/driver/linux/node";

    private final Playwright playwright;
    private final com.microsoft.playwright.Browser chromium;

    private Browser(Path program) {
        playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        chromium = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(program)
                        .setArgs(List.of("--no-sandbox", "--disable-dev-shm-usage")));
    }

    /** Empty, and loudly so, where there is none, or nothing to drive it with. */
    static Optional<Browser> open() {
        Optional<Path> program = Stream.of(System.getenv("PATH").split(":"))
                .flatMap(directory -> NAMES.stream().map(name -> Path.of(directory, name)))
                .filter(Files::isExecutable)
                .findFirst();
        if (program.isEmpty()) {
            return not("none of " + NAMES + " is installed (deploy/install-servers.sh chromium)");
        }
        if (Browser.class.getResource(DRIVER) == null) {
            return not("its driver was not asked for (mvn -Pbrowser)");
        }
        return program.map(Browser::new);
    }

    private static Optional<Browser> not(String reason) {
        System.out.println("NOT TESTED: the web pages in a browser, as " + reason);
        return Optional.empty();
    }

    /**
     * How somebody looks at the pages.
     *
     * @param width of the window in pixels
     */
    record Look(int width, ColorScheme colours) {
        static final Look USUAL = new Look(1_400, ColorScheme.LIGHT);

        int height() {
            return width < 600 ? 740 : 900;
        }

        @Override
        public String toString() {
            return width + " px, " + colours.name().toLowerCase(Locale.ROOT);
        }
    }

    /** Somebody else each time: with a storage and a cache of one's own. */
    Tab visitor(String address, Look look) {
        return new Tab(
                chromium.newContext(new com.microsoft.playwright.Browser.NewContextOptions()
                        .setBaseURL(address)
                        .setLocale("en-GB")
                        .setTimezoneId("UTC")
                        .setColorScheme(look.colours())
                        .setViewportSize(look.width(), look.height())),
                address);
    }

    @Override
    public void close() {
        chromium.close();
        playwright.close();
    }
}
