package gavel.harness.report.page;

import gavel.harness.report.text.Words;
import gavel.harness.result.Disclosure;
import java.util.List;

/** What the pages of searches and sweeps begin and end with. */
final class SearchHead {
    private SearchHead() {}

    /**
     * Up to the first sentence; {@link #close} goes on.
     *
     * @param kind pass, fail or invalid, or info for what is no verdict
     */
    static void open(Page page, String kind, String id, String stamp, String sentence) {
        page.raw("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
                + "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
                + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
                + "<meta name=\"color-scheme\" content=\"light dark\">");
        page.element("title", "", "Gavel: " + id + " " + stamp);
        page.raw("<style>" + ReportPage.resource("report.css") + "</style></head><body>");
        page.open("header", kind).raw("<div class=\"inner\"><div class=\"top\">");
        page.element("span", "brand", "Gavel").element("span", "id", id).raw("</div><p class=\"verdict\">");
        page.element("span", "stamp " + kind, stamp).raw("</p><h1>");
        page.element("em", "", sentence).raw("</h1>");
    }

    static void close(Page page, List<String> remarks) {
        page.raw("<ul class=\"remarks\">");
        remarks.forEach(remark -> page.element("li", "", remark));
        page.raw("</ul></div></header>\n");
    }

    /** @param disclosure null when nothing was measured */
    static void configuration(Page page, String command, Disclosure disclosure) {
        page.section("disclosure", "Configuration as run", "What somebody needs to make it again.");
        if (disclosure != null) {
            Disclosure.Host host = disclosure.host();
            page.open("dl", "facts");
            if (host != null) {
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
}
