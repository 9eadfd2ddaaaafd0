package gavel.harness.site;

import gavel.harness.report.html.Links;
import gavel.harness.report.html.Page;
import gavel.harness.report.html.PageHead;
import gavel.harness.report.text.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** By what the disclosures of any two results differ, and by what the results differ at all. */
final class DifferencesPage {
    private static final int MOST_VALUES = 4;
    private static final String ABSENT = "absent";

    private final List<SiteEntry> entries;
    private final Set<String> names = new LinkedHashSet<>();

    DifferencesPage(List<SiteEntry> entries) {
        this.entries = List.copyOf(entries);
        entries.forEach(entry -> names.addAll(entry.disclosed().keySet()));
    }

    String render() {
        Page page = new Page(new Links(Site.INDEX, false));
        PageHead head = new PageHead(
                "",
                "info",
                "",
                "Differences",
                "",
                "What the disclosures of two results do not have in common.",
                PageHead.resource(DifferencesPage.class, "differences.js"));
        head.open(page);
        PageHead.close(page);
        page.section(
                "pair",
                "Two results",
                "What the run rules fix and differs makes two results incomparable; all other differences are permitted, and"
                        + " disclosed.");
        page.raw(
                "<noscript><p class=\"lead\">Choosing two results needs scripts. The table below does not.</p></noscript>");
        page.raw("<form hidden><label>First <select id=\"first\"></select></label>"
                + "<label>Second <select id=\"second\"></select></label></form>");
        page.raw("<p class=\"lead\" role=\"status\" id=\"told\"></p><div id=\"table\"></div>");
        data(page);
        page.close("section");
        overall(page);
        head.end(page, "Made by gavel site. Long values are cut; the report of each result has all of them.");
        return page.toString();
    }

    /** Each value stands there once. */
    private void data(Page page) {
        Map<String, Integer> values = new LinkedHashMap<>();
        List<String> results = new ArrayList<>();
        for (SiteEntry entry : entries) {
            String known = names.stream()
                    .map(name -> entry.disclosed().get(name))
                    .map(value ->
                            value == null ? "-1" : String.valueOf(values.computeIfAbsent(value, _ -> values.size())))
                    .collect(Collectors.joining(","));
            results.add("{\"name\":" + Page.quoted(entry.id() + ", " + entry.configuration() + " on " + entry.machine())
                    + ",\"page\":" + Page.quoted(entry.page()) + ",\"values\":[" + known + "]}");
        }
        page.raw("<script type=\"application/json\" id=\"data\">{\"names\":[" + quoted(names) + "],\"values\":["
                + quoted(values.keySet()) + "],\"results\":[" + String.join(",", results) + "]}</script>");
    }

    private static String quoted(Set<String> texts) {
        return texts.stream().map(Page::quoted).collect(Collectors.joining(","));
    }

    private void overall(Page page) {
        page.section(
                "overall",
                "By what these results differ",
                "Each setting and each property of the machine that is not the same in all results, with the number of results"
                        + " that have each value.");
        page.table("", "Name", "Values|n", "The most frequent");
        for (String name : names) {
            Map<String, Long> counts = entries.stream()
                    .collect(Collectors.groupingBy(
                            entry -> entry.disclosed().getOrDefault(name, ABSENT),
                            LinkedHashMap::new,
                            Collectors.counting()));
            if (counts.size() > 1) {
                page.row()
                        .raw("<th scope=\"row\">")
                        .text(name)
                        .raw("</th>")
                        .number(Words.count(counts.size()))
                        .cell("code", frequent(counts))
                        .endRow();
            }
        }
        page.endTable().close("section");
    }

    private static String frequent(Map<String, Long> counts) {
        String shown = counts.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .limit(MOST_VALUES)
                .map(each -> each.getKey() + " (" + each.getValue() + ")")
                .collect(Collectors.joining(", "));
        return shown + (counts.size() > MOST_VALUES ? ", …" : "");
    }
}
