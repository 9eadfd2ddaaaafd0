package gavel.harness.report.html;

import gavel.driver.api.text.Sha256;
import gavel.harness.report.text.Headline.Tile;
import gavel.harness.report.text.Words;
import gavel.harness.result.Disclosure;
import gavel.harness.result.RunInfo;
import gavel.harness.result.efficiency.Hardware;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

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
public record PageHead(
        String id, String tone, String icon, String stamp, String sentence, String headline, String script) {
    private static final int EVIDENCE = 3;

    /** Of a page without a script. */
    public PageHead(String id, String tone, String stamp, String headline) {
        this(id, tone, "", stamp, "", headline, "");
    }

    /** Up to the headline; {@link #close} goes on. */
    public void open(Page page) {
        page.raw("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
                + "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'"
                + (script.isEmpty() ? "" : "; script-src 'sha256-" + sha256(script) + "'")
                + "\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
                + "<meta name=\"color-scheme\" content=\"light dark\">");
        page.element("title", "", "Gavel: " + id + " " + stamp);
        page.raw("<style>" + look() + resource(PageHead.class, "report.css") + "</style></head><body>");
        page.open("header", tone).raw("<div class=\"inner\"><div class=\"top\">");
        brand(page);
        page.element("span", "id", id).raw("</div><p class=\"verdict\">");
        page.element("span", "stamp " + tone, icon + stamp).raw("</p><h1>").text(sentence);
        page.element("em", "", headline).raw("</h1>");
    }

    private static void brand(Page page) {
        String overview = page.links().overview();
        if (overview.isEmpty()) {
            page.element("span", "brand", "Gavel");
        } else {
            page.element("span", "brand", "Gavel")
                    .raw("<a href=\"" + Words.escape(overview) + "\">")
                    .text("All results")
                    .raw("</a>");
        }
    }

    /**
     * When, where and with what it was measured.
     *
     * @param disclosure null when nothing was measured
     */
    public static void about(Page page, RunInfo run, Disclosure disclosure) {
        page.open("dl", "about");
        if (run.startedAt() != null && run.finishedAt() != null) {
            page.fact("When", Words.span(run.startedAt(), run.finishedAt()));
        }
        if (disclosure != null) {
            page.fact("Machine", machine(disclosure));
            page.fact("Software", software(disclosure));
        }
        page.close("dl");
    }

    /** The one, or several in few words. */
    public static String machine(Disclosure disclosure) {
        List<Disclosure.Host> hosts = disclosure.machines();
        return hosts.size() == 1 ? machine(hosts.getFirst()) : machines(disclosure);
    }

    public static String software(Disclosure disclosure) {
        return disclosure.versions().entrySet().stream()
                .filter(version -> !version.getKey().equals(Disclosure.PROFILE))
                .map(version -> software(version.getKey(), version.getValue().strip()))
                .collect(Collectors.joining(" · "));
    }

    /** Of a JDK its vendor's version, which has the runtime's in it; the whole is in the disclosure. */
    static String software(String name, String version) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "gavel" -> "Gavel " + version;
            case "jdk" -> "JDK " + version.split(" ")[0];
            default -> version;
        };
    }

    private static String machine(Disclosure.Host host) {
        return host.name() + " · " + host.cpu().strip() + " · " + Words.plural(host.cores(), "core") + " · "
                + Words.bytes(host.memoryBytes()) + " · " + host.os() + ", kernel " + host.kernel();
    }

    private static String machines(Disclosure disclosure) {
        List<Disclosure.Host> hosts = disclosure.machines();
        Hardware all = disclosure.hardware();
        return hosts.isEmpty()
                ? "not known"
                : hosts.size() + " hosts · "
                        + hosts.stream()
                                .map(host -> host.cpu().strip())
                                .distinct()
                                .collect(Collectors.joining(", "))
                        + (all.cores() == 0
                                ? ""
                                : " · " + Words.plural(all.cores(), "core") + " · " + Words.bytes(all.memoryBytes()));
    }

    public static void tiles(Page page, List<Tile> tiles) {
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

    /** A statement with its evidence, of which the strongest is shown. */
    public static void callout(Page page, String name, String statement, List<String> evidence) {
        page.open("div", "callout").element("small", "", name).element("strong", "", statement);
        List<String> shown = evidence.stream().limit(EVIDENCE).toList();
        if (!shown.isEmpty()) {
            page.open("ul", "plain");
            shown.forEach(line -> page.element("li", "", line));
            page.close("ul");
        }
        if (evidence.size() > EVIDENCE) {
            page.fold((evidence.size() - EVIDENCE) + " more").open("ul", "plain");
            evidence.stream().skip(EVIDENCE).forEach(line -> page.element("li", "", line));
            page.close("ul").endFold();
        }
        page.close("div");
    }

    public static void remarks(Page page, List<String> remarks) {
        if (!remarks.isEmpty()) {
            page.raw("<ul class=\"remarks\">");
            remarks.forEach(remark -> page.element("li", "", remark));
            page.raw("</ul>");
        }
    }

    /** The last remark about a search or an experiment. */
    public static String took(double seconds, double predictedSeconds) {
        return "It took " + Words.time(seconds) + ", predicted: " + Words.time(predictedSeconds) + ".";
    }

    /** The end of the head. */
    public static void close(Page page) {
        page.raw("</div></header>\n");
        page.navigation().open("main", "");
    }

    /**
     * The end of the page of a result.
     *
     * @param files that hold its figures
     * @param parts where reports of its parts are; empty where it has none
     */
    public void end(Page page, String files, String parts) {
        boolean beside = page.links().parts();
        end(
                page,
                "Gavel. Figures: " + files + (beside ? " beside this page" : " in the result's own directory")
                        + (parts.isEmpty() ? "" : "; " + parts + (beside ? "" : " there")) + ".");
    }

    /** The end of a page. */
    public void end(Page page, String footer) {
        page.close("main");
        page.element("footer", "", footer);
        page.raw((script.isEmpty() ? "" : "<div id=\"tip\" hidden></div><script>" + script + "</script>")
                + "</body></html>\n");
    }

    /** @param disclosure null when nothing was measured */
    public static void configuration(Page page, String command, Disclosure disclosure) {
        page.section("disclosure", "Configuration as run", "What you need to repeat it.");
        page.element("pre", "", command);
        if (disclosure != null) {
            page.fold("Machines and versions").open("dl", "facts");
            for (Disclosure.Host host : disclosure.machines()) {
                page.fact("Host", host.name());
                page.fact("CPU", host.cpu() + ", " + Words.plural(host.cores(), "core"));
                page.fact("Memory", Words.bytes(host.memoryBytes()));
            }
            disclosure.versions().forEach(page::fact);
            page.close("dl").endFold();
            page.fold("Configuration, every default filled in")
                    .element("pre", "", disclosure.configuration())
                    .endFold();
        }
        page.close("section");
    }

    private static String sha256(String script) {
        return Base64.getEncoder().encodeToString(Sha256.of(script.getBytes(StandardCharsets.UTF_8)));
    }

    /** Type, colours and parts that reports and the live page have in common. */
    public static String look() {
        return resource(PageHead.class, "look.css");
    }

    /** The script of the pages of single results. */
    public static String reportScript() {
        return resource(PageHead.class, "report.js");
    }

    /** @param owner class in whose package the file is */
    public static String resource(Class<?> owner, String name) {
        try (InputStream in = owner.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException("cannot read " + name + " of the pages", e);
        }
    }
}
