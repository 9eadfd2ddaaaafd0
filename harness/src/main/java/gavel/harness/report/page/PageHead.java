package gavel.harness.report.page;

import gavel.harness.report.text.Headline.Tile;
import gavel.harness.report.text.Words;
import gavel.harness.result.Disclosure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;

/**
 * What every page begins and ends with.
 *
 * @param id of the result
 * @param tone pass, fail or invalid, or info for what is no verdict
 * @param icon before the stamp, with the space between them; may be empty
 * @param sentence before the one that matters; may be empty
 * @param headline the one that matters
 * @param script the page allows this one and no other, whatever text a result brings; empty for none
 */
record PageHead(String id, String tone, String icon, String stamp, String sentence, String headline, String script) {
    /** Of a page without a script. */
    PageHead(String id, String tone, String stamp, String headline) {
        this(id, tone, "", stamp, "", headline, "");
    }

    /** Up to the headline; {@link #close} goes on. */
    void open(Page page) {
        page.raw("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
                + "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'"
                + (script.isEmpty() ? "" : "; script-src 'sha256-" + sha256(script) + "'")
                + "\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
                + "<meta name=\"color-scheme\" content=\"light dark\">");
        page.element("title", "", "Gavel: " + id + " " + stamp);
        page.raw("<style>" + resource("report.css") + "</style></head><body>");
        page.open("header", tone).raw("<div class=\"inner\"><div class=\"top\">");
        page.element("span", "brand", "Gavel").element("span", "id", id).raw("</div><p class=\"verdict\">");
        page.element("span", "stamp " + tone, icon + stamp).raw("</p><h1>").text(sentence);
        page.element("em", "", headline).raw("</h1>");
    }

    static void tiles(Page page, List<Tile> tiles) {
        if (tiles.isEmpty()) {
            return;
        }
        page.open("div", "tiles");
        for (Tile tile : tiles) {
            page.raw("<div class=\"tile\">")
                    .element("b", "", tile.value())
                    .element("span", "", tile.name())
                    .element("small", "", tile.detail())
                    .raw("</div>");
        }
        page.close("div");
    }

    static void remarks(Page page, List<String> remarks) {
        if (!remarks.isEmpty()) {
            page.raw("<ul class=\"remarks\">");
            remarks.forEach(remark -> page.element("li", "", remark));
            page.raw("</ul>");
        }
    }

    /** The end of the head. */
    static void close(Page page) {
        page.raw("</div></header>\n");
        page.open("main", "");
    }

    /** The end of the page. */
    void end(Page page, String footer) {
        page.close("main");
        page.element("footer", "", footer);
        page.raw((script.isEmpty() ? "" : "<div id=\"tip\" hidden></div><script>" + script + "</script>")
                + "</body></html>\n");
    }

    /** @param disclosure null when nothing was measured */
    static void configuration(Page page, String command, Disclosure disclosure) {
        page.section("disclosure", "Configuration as run", "What somebody needs to make it again.");
        if (disclosure != null) {
            page.open("dl", "facts");
            for (Disclosure.Host host : disclosure.machines()) {
                WorkloadSection.fact(page, "Host", host.name());
                WorkloadSection.fact(page, "CPU", host.cpu() + ", " + Words.plural(host.cores(), "core"));
                WorkloadSection.fact(page, "Memory", Words.bytes(host.memoryBytes()));
            }
            disclosure.versions().forEach((name, version) -> WorkloadSection.fact(page, name, version));
            page.close("dl");
        }
        page.element("pre", "", command + (disclosure == null ? "" : "\n\n" + disclosure.configuration()));
        page.close("section");
    }

    private static String sha256(String script) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    static String resource(String name) {
        try (InputStream in = PageHead.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException("cannot read " + name + " of the report", e);
        }
    }
}
