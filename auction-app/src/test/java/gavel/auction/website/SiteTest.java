package gavel.auction.website;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class SiteTest {
    private static final Pattern NAMED = Pattern.compile("\"(/ui/[^\"]+)\"");
    private static final Pattern IMPORT = Pattern.compile("(?m)^(?:import|export)\\b[^;]*?from ?\"([^\"]+)\"");
    private static final Set<String> MAPPED = Set.of("preact", "preact/hooks");
    private static final int FIRST_LOAD_BYTES = 150_000;

    private final Site site = new Site();

    @Test
    void everyFileThatIsNamedExists() {
        assertThat(reached()).contains("main.js", "app.css", "lib/preact.js", "lib/preact-hooks.js", "pages/attend.js");
    }

    @Test
    void theFirstLoadIsSmall() {
        int bytes = site.page().zipped().length;
        for (String name : reached()) {
            bytes += site.file(name).orElseThrow().zipped().length;
        }

        assertThat(bytes).isLessThan(FIRST_LOAD_BYTES);
    }

    @Test
    void nothingComesFromElsewhereAndNothingIsWrittenAsMarkup() {
        for (String name : reached()) {
            if (!name.startsWith("lib/")) {
                assertThat(text(name)).as(name).doesNotContain("http://", "https://", "innerHTML", "eval(", "style=");
            }
        }
        assertThat(site.policy())
                .startsWith("default-src 'none'; script-src 'self' 'sha256-")
                .doesNotContain("unsafe");
    }

    @Test
    void thereIsNoOtherFile() {
        assertThat(site.file("index.html")).isEmpty();
        assertThat(site.file("../application.yaml")).isEmpty();
    }

    /** The files the page names, and the modules those import, all the way. */
    private Set<String> reached() {
        Set<String> reached = new TreeSet<>();
        Deque<String> left = new ArrayDeque<>();
        String page = new String(site.page().plain(), StandardCharsets.UTF_8);
        NAMED.matcher(page).results().forEach(found -> {
            String path = found.group(1);
            assertThat(path).startsWith("/ui/" + site.version() + "/");
            left.add(path.substring(("/ui/" + site.version() + "/").length()));
        });
        while (!left.isEmpty()) {
            String name = left.remove();
            if (reached.add(name) && name.endsWith(".js")) {
                IMPORT.matcher(text(name))
                        .results()
                        .map(found -> found.group(1))
                        .filter(module -> !MAPPED.contains(module))
                        .forEach(module ->
                                left.add(URI.create(name).resolve(module).toString()));
            }
        }
        return reached;
    }

    private String text(String name) {
        return site.file(name)
                .map(file -> new String(file.plain(), StandardCharsets.UTF_8))
                .orElseThrow(() -> new AssertionError("there is no file " + name));
    }
}
