package gavel.auction.website;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class SiteTest {
    private static final Pattern NAMED = Pattern.compile("(?:href|src)=\"(/[^\"]+)\"");
    private static final int FIRST_LOAD_BYTES = 35_000;

    private final Site site = new Site();

    @Test
    void thePageNamesAStyleAndAScriptOfItsVersion() {
        String page = new String(site.page().plain(), StandardCharsets.UTF_8);

        assertThat(NAMED.matcher(page).results().map(found -> found.group(1)))
                .containsExactly("/ui/" + site.version() + "/app.css", "/ui/" + site.version() + "/app.js");
    }

    @Test
    void everythingThatWasWrittenIsPartOfIt() {
        Map<String, String> sources = Site.sources();
        String script = text("app.js") + text("more.js");

        assertThat(sources.keySet().stream().filter(name -> name.endsWith(".js")))
                .hasSizeGreaterThan(20)
                .allMatch(name -> script.contains("// " + name + "\n"));
        assertThat(text("app.css"))
                .contains(Squeezed.css(sources.get("app.css")), Squeezed.css(sources.get("live/live.css")));
    }

    /** CVE-2026-22028: no JSON has a field that is undefined, but one may be null. */
    @Test
    void anObjectOfAnAnswerIsNoMarkup() {
        String framework = Site.sources().get("dist/preact.module.js");

        assertThat(framework)
                .containsPattern("void 0===\\w\\.constructor&&")
                .containsPattern("if\\(void 0!==\\w\\.constructor\\)return null");
    }

    @Test
    void theFirstLoadIsSmall() {
        int bytes = site.page().zipped().length
                + site.file("app.js").orElseThrow().zipped().length
                + site.file("app.css").orElseThrow().zipped().length;

        System.out.println("the first load is " + bytes + " bytes, compressed");
        assertThat(bytes).isLessThan(FIRST_LOAD_BYTES);
    }

    @Test
    void nothingComesFromElsewhereAndNothingIsWrittenAsMarkup() {
        Map<String, String> own = Site.sources().entrySet().stream()
                .filter(source ->
                        !source.getKey().contains("dist/") && !source.getKey().equals("index.html"))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));

        assertThat(own).allSatisfy((name, text) -> assertThat(text)
                .as(name)
                .doesNotContain("http://", "https://", "innerHTML", "eval(", "style="));
        assertThat(site.policy())
                .startsWith("default-src 'none'; script-src 'self';")
                .doesNotContain("unsafe");
    }

    @Test
    void whatFewVisitsNeedComesLater() {
        assertThat(text("app.js"))
                .doesNotContain("// selling.js\n", "// upload.js\n")
                .contains("// later.js\n");
        assertThat(text("more.js"))
                .contains("// selling.js\n", "// upload.js\n")
                .doesNotContain("// later.js\n", "// dist/preact");
    }

    @Test
    void thereIsNoOtherFile() {
        assertThat(site.file("index.html")).isEmpty();
        assertThat(site.file("main.js")).isEmpty();
        assertThat(site.file("../application.yaml")).isEmpty();
    }

    private String text(String name) {
        return new String(site.file(name).orElseThrow().plain(), StandardCharsets.UTF_8);
    }
}
