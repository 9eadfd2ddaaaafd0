import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * {@code SITE PICTURES [PAGE…]}, for {@code bench/site.sh}: opens pages from files in Chromium, wide and narrow, light and dark, with scripts and
 * without; leaves pictures; ends with 1 where axe finds something, a page is wider than its window, or asks for what is not beside it.
 * Without names of pages: the first page, the differences, and the newest report of each kind.
 */
final class SitePages {
    private static final String JUDGING =
            """
            () => axe.run(document, { resultTypes: ["violations"] }).then((found) => found.violations.map((v) =>
              v.id + " (" + v.impact + "): " + v.nodes.length + " × " + v.nodes[0].target.join(" ") + ": " + v.nodes[0].html.slice(0, 160)))
            """;

    private final Path site;
    private final Path pictures;
    private final String axe;
    private final Set<String> problems = new TreeSet<>();

    private SitePages(Path site, Path pictures, String axe) {
        this.site = site;
        this.pictures = pictures;
        this.axe = axe;
    }

    public static void main(String[] arguments) throws Exception {
        Path site = Path.of(arguments[0]).toRealPath();
        Path pictures = Files.createDirectories(Path.of(arguments[1]));
        List<String> pages = new ArrayList<>(List.of(arguments).subList(2, arguments.length));
        if (pages.isEmpty()) {
            pages.addAll(List.of("index.html", "differences.html"));
            pages.addAll(reports(site));
        }
        String axe;
        try (var script = SitePages.class.getResourceAsStream("/axe.min.js")) {
            axe = new String(script.readAllBytes(), StandardCharsets.UTF_8) + "; undefined";
        }
        SitePages all = new SitePages(site, pictures, axe);
        try (Playwright playwright = Playwright.create(
                        new Playwright.CreateOptions().setEnv(java.util.Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
                Browser browser = playwright
                        .chromium()
                        .launch(new BrowserType.LaunchOptions()
                                .setExecutablePath(Path.of(System.getProperty("chromium", "/usr/bin/chromium")))
                                .setArgs(List.of("--no-sandbox")))) {
            for (String page : pages) {
                all.look(browser, page, 1440, ColorScheme.LIGHT, true);
                all.look(browser, page, 390, ColorScheme.DARK, true);
                all.look(browser, page, 1440, ColorScheme.DARK, false);
                all.look(browser, page, 390, ColorScheme.LIGHT, false);
            }
        }
        all.problems.forEach(problem -> System.out.println("PROBLEM " + problem));
        System.out.println(pages.size() + " pages, " + all.problems.size() + " problems");
        System.exit(all.problems.isEmpty() ? 0 : 1);
    }

    private static List<String> reports(Path site) throws Exception {
        List<String> chosen = new ArrayList<>();
        Set<String> kinds = new TreeSet<>();
        try (Stream<Path> reports = Files.list(site.resolve("reports"))) {
            for (Path report : reports.sorted(java.util.Comparator.reverseOrder()).toList()) {
                String text = Files.readString(report);
                String kind = text.contains("peak.json") ? "peak" : text.contains("scale.json") ? "scale" : "run";
                String stamp = text.replaceFirst("(?s).*?class=\"stamp ([a-z]*)\".*", "$1");
                if (kinds.add(kind + stamp)) {
                    chosen.add("reports/" + report.getFileName());
                }
            }
        }
        return chosen;
    }

    private void look(Browser browser, String page, int width, ColorScheme scheme, boolean scripts) {
        try (BrowserContext context = browser.newContext(new Browser.NewContextOptions()
                .setViewportSize(width, 900)
                .setColorScheme(scheme)
                .setOffline(true)
                .setJavaScriptEnabled(scripts))) {
            Page tab = context.newPage();
            String what = page + " at " + width + (scripts ? "" : " without scripts");
            tab.onRequest(request -> {
                if (!request.url().startsWith("file://" + site)) {
                    problems.add(what + " asks for " + request.url());
                }
            });
            tab.onConsoleMessage(message -> {
                if (message.type().equals("error")) {
                    problems.add(what + " says " + message.text());
                }
            });
            tab.onPageError(error -> problems.add(what + " fails: " + error));
            tab.navigate("file://" + site.resolve(page));
            if (scripts) {
                tab.evaluate(axe);
                ((List<?>) tab.evaluate(JUDGING)).forEach(found -> problems.add(page + ": " + found));
                if ((Boolean) tab.evaluate(
                        "() => document.scrollingElement.scrollWidth > document.documentElement.clientWidth")) {
                    problems.add(what + " is wider than its window");
                }
                System.out.printf("%-60s %5d px wide: %,7d px high%n", page, width, ((Number)
                        tab.evaluate("() => document.documentElement.scrollHeight")).intValue());
            }
            String name = page.replace('/', '_').replace(".html", "") + "-" + width + "-"
                    + scheme.name().toLowerCase(java.util.Locale.ROOT) + (scripts ? "" : "-noscript") + ".png";
            tab.screenshot(new Page.ScreenshotOptions().setPath(pictures.resolve(name)).setFullPage(true));
        }
    }
}
