package gavel.harness.report.page;

import gavel.harness.report.text.FirstSentence;
import gavel.harness.report.text.Throughput;
import gavel.harness.report.text.Words;
import gavel.harness.result.Figures;
import gavel.harness.result.RunResult;
import gavel.harness.result.Tail;
import gavel.harness.verdict.Marginals;
import gavel.harness.verdict.Verdict;
import gavel.harness.verdict.Verdict.Reason;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Locale;

/** A result as one HTML page that opens without a network: style, script and drawings are part of it. */
public final class ReportPage {
    private ReportPage() {}

    public static String render(RunResult result) {
        Highlights highlights = Highlights.of(result);
        Charts charts = new Charts(result, highlights);
        Page page = new Page();
        head(page, result);
        header(page, result);
        page.open("main", "");
        if (result.load() != null) {
            LatencySection.write(page, result.load());
            ChartSection.percentiles(page, charts.percentiles());
        }
        if (!result.intervals().isEmpty()) {
            ChartSection.timelines(page, charts.timelines());
        }
        if (!result.tiers().isEmpty()) {
            TierSection.write(page, result, charts);
        }
        if (result.load() != null) {
            if (result.load().news() != null) {
                WorkloadSection.news(page, result.load().news());
            }
            WorkloadSection.mix(page, result.load());
        }
        JudgementSection.audit(page, result);
        if (result.load() != null) {
            JudgementSection.rules(page, result.load().rules());
            WorkloadSection.driver(page, result.load());
            WorkloadSection.failures(page, result.load());
        }
        DisclosureSection.write(page, result);
        page.close("main");
        page.element(
                "footer",
                "",
                "Gavel, result schema " + result.schemaVersion() + ". Figures: result.json, intervals.csv and"
                        + " *.hlog beside this page.");
        page.raw("<div id=\"tip\" hidden></div><script>" + resource("report.js") + "</script></body></html>\n");
        return page.toString();
    }

    private static void head(Page page, RunResult result) {
        page.raw("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
                + "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline';"
                + " script-src 'sha256-" + sha256(resource("report.js")) + "'\">"
                + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
                + "<meta name=\"color-scheme\" content=\"light dark\">");
        page.element("title", "", "Gavel: " + result.run().id() + " " + shown(result.verdict()));
        page.raw("<style>" + resource("report.css") + "</style></head><body>");
    }

    private static String shown(Verdict verdict) {
        return verdict.word();
    }

    private static void header(Page page, RunResult result) {
        Verdict verdict = result.verdict();
        String kind = verdict.status().name().toLowerCase(Locale.ROOT);
        page.open("header", kind);
        page.raw("<div class=\"inner\"><div class=\"top\">");
        page.element("span", "brand", "Gavel")
                .element("span", "id", result.run().id())
                .raw("</div>");
        page.raw("<p class=\"verdict\">")
                .element("span", "stamp " + kind, icon(verdict) + " " + shown(verdict))
                .raw("</p>");
        page.raw("<h1>").text(FirstSentence.measured(result) + " " + FirstSentence.counts(verdict) + " ");
        page.element("em", "", verdict.headline()).raw("</h1>");
        tiles(page, result);
        notes(page, result);
        page.raw("</div></header>\n");
    }

    private static String icon(Verdict verdict) {
        return switch (verdict.status()) {
            case PASS -> "✓";
            case FAIL -> "✕";
            case INVALID -> "!";
        };
    }

    private static void tiles(Page page, RunResult result) {
        boolean counts = result.verdict().trusted() && result.load() != null;
        if (!counts) {
            return;
        }
        Figures figures = Figures.of(result.load());
        page.open("div", "tiles");
        tile(
                page,
                "users",
                Words.count(result.run().users()),
                "for " + result.run().phases().measureSeconds() + " s");
        tile(
                page,
                "operations a second",
                Words.decimal(figures.operationsPerSecond(), 1),
                Throughput.share(figures) + (figures.held() == 0 ? "" : "; " + Throughput.held(figures) + " apart"));
        figures.worst()
                .ifPresent(w -> tile(
                        page,
                        "nearest to its limit",
                        Words.percent(w.ofLimit()),
                        w.operation() + ": " + Words.tail(w.tail()) + " of " + Words.limit(w.limitMillis())));
        if (result.load().news() != null && result.load().news().pairs() > 0) {
            Tail news = Tail.of(result.load().news().latency());
            tile(
                    page,
                    "news of a bid, " + news.name(),
                    Words.latency(news.micros()),
                    Words.count(result.load().news().pairs()) + " pairs");
        }
        if (result.auditAfter() != null) {
            tile(
                    page,
                    "violations",
                    Words.count(result.auditAfter().violations()),
                    "in " + Words.plural(result.auditAfter().invariants().size(), "audited invariant"));
        }
        page.close("div");
    }

    private static void tile(Page page, String name, String value, String detail) {
        page.raw("<div class=\"tile\">")
                .element("b", "", value)
                .element("span", "", name)
                .element("small", "", detail)
                .raw("</div>");
    }

    private static void notes(Page page, RunResult result) {
        Verdict verdict = result.verdict();
        if (verdict.reasons().size() > 1) {
            page.raw("<details class=\"reasons\"><summary>")
                    .text(Words.plural(verdict.reasons().size() - 1L, "further reason"))
                    .raw("</summary><ol start=\"2\">");
            verdict.reasons().stream().skip(1).map(Reason::message).forEach(m -> page.element("li", "", m));
            page.raw("</ol></details>");
        }
        Marginals marginals =
                Marginals.of(result.load() == null ? List.of() : result.load().rules());
        if (!verdict.remarks().isEmpty() || !verdict.marginal().isEmpty() || marginals.tooFew() > 0) {
            page.raw("<ul class=\"remarks\">");
            marginals.near().forEach(m -> page.element("li", "", "Marginal: " + m));
            marginals.suspicious().forEach(m -> page.element("li", "", "Too few: " + m));
            if (marginals.tooFew() > 0) {
                page.element("li", "", "Rules: " + marginals.tooFewSentence());
            }
            verdict.remarks().forEach(m -> page.element("li", "", m));
            page.raw("</ul>");
        }
    }

    /** The page allows this one script and no other, whatever text a result brings. */
    private static String sha256(String script) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    static String resource(String name) {
        try (InputStream in = ReportPage.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException("cannot read " + name + " of the report", e);
        }
    }
}
