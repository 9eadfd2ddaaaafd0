package gavel.harness.site;

import static java.util.Locale.ROOT;

import gavel.harness.collect.TierNames;
import gavel.harness.peak.Peak;
import gavel.harness.report.html.Links;
import gavel.harness.report.html.Page;
import gavel.harness.report.html.PageHead;
import gavel.harness.report.text.EfficiencyWords;
import gavel.harness.report.text.Words;
import gavel.harness.result.IndexCsv;
import gavel.harness.result.efficiency.Efficiency;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The first page of a site: all results in a table, their peaks and their scaling curves. */
final class IndexPage {
    private static final DateTimeFormatter WHEN = DateTimeFormatter.ofPattern("d MMM yyyy, HH:mm 'UTC'", ROOT);
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("d MMM yyyy", ROOT);

    private final List<SiteEntry> entries;
    private final List<LeftOut> leftOut;
    private final List<String> units;

    /** @param entries the newest first, at least one */
    IndexPage(List<SiteEntry> entries, List<LeftOut> leftOut) {
        this.entries = List.copyOf(entries);
        this.leftOut = List.copyOf(leftOut);
        this.units = entries.stream()
                .flatMap(entry -> entry.figures().efficiency().stream())
                .map(Efficiency::unit)
                .distinct()
                .toList();
    }

    String render() {
        Page page = new Page(new Links("", false));
        String many = Words.plural(entries.size(), "result");
        PageHead head =
                new PageHead("", "info", "", many, "", sentence(), PageHead.resource(IndexPage.class, "index.js"));
        head.open(page);
        SiteCharts charts = new SiteCharts(entries);
        PageHead.close(page);
        charts.peaks(page);
        charts.curves(page);
        table(page);
        leftOut(page);
        page.leadingTo(Site.DIFFERENCES, "Differences between two results");
        head.end(
                page,
                "Made by gavel site. The figures are those of the results; gavel verify-result checks whether the parts of a result agree.");
        return page.toString();
    }

    private String sentence() {
        String newest = day(entries.getFirst());
        String oldest = day(entries.getLast());
        return count(SiteEntry::configuration, "configuration") + " on " + count(SiteEntry::machine, "machine") + ", "
                + (oldest.equals(newest) ? newest : oldest + " to " + newest) + ".";
    }

    private String count(Function<SiteEntry, String> what, String noun) {
        return Words.plural(entries.stream().map(what).distinct().count(), noun);
    }

    private static String day(SiteEntry entry) {
        return DAY.format(entry.run().startedAt().atOffset(ZoneOffset.UTC));
    }

    private void table(Page page) {
        page.section(
                "results",
                "Results",
                "The newest first. Each leads to its report. Users of a search or a sweep are its peak, with the 90 % interval"
                        + " that it gives itself, or the bound that it found.");
        List<String> columns = new ArrayList<>(List.of(
                "Result",
                "Configuration|wide",
                "Machine|wide",
                "Ended",
                "Users|n",
                "Operations a second|n wide",
                "Of its limit|n wide"));
        units.forEach(unit -> columns.add("Users per " + unit + "|n wide"));
        columns.add("Limited by|wide");
        page.table("sortable", columns.toArray(String[]::new));
        entries.forEach(entry -> row(page, entry));
        page.endTable().close("section");
    }

    private void row(Page page, SiteEntry entry) {
        IndexCsv.Line line = entry.line();
        page.row()
                .raw("<th scope=\"row\" data-v=\"" + entry.run().startedAt().toEpochMilli() + "\"><a href=\""
                        + Words.escape(entry.page()) + "\">")
                .text(entry.id())
                .raw("</a>")
                .element("small", "", WHEN.format(entry.run().startedAt().atOffset(ZoneOffset.UTC)))
                .raw("</th>");
        two(page, "wide", entry.configuration(), entry.kind());
        two(page, "wide", entry.machine(), entry.hardware());
        page.raw("<td>")
                .element(
                        "span",
                        "badge " + entry.tone(),
                        SiteEntry.cut(line.verdict()).replace('_', ' '));
        if (line.users() == null && line.rule() != null) {
            page.element(
                    "small", "brief", SiteEntry.cut(line.rule()) + Words.after(": ", SiteEntry.cut(line.subject())));
        }
        page.raw("</td>");
        Peak peak = entry.figures().peak();
        number(
                page,
                "n",
                line.users() == null ? Double.NaN : line.users().doubleValue(),
                users(line.users()),
                peak == null ? bound(line) : Words.interval(peak));
        IndexCsv.Measured measured = line.measured();
        figure(page, measured.operationsPerSecond(), value -> Words.decimal(value, 1), "");
        figure(page, measured.worstOfLimit(), Words::percent, SiteEntry.cut(measured.worstOperation()));
        for (String unit : units) {
            Optional<Efficiency> of = entry.figures().efficiency().stream()
                    .filter(each -> each.unit().equals(unit))
                    .findFirst();
            number(
                    page,
                    "n wide",
                    of.map(Efficiency::middle).orElse(Double.NaN),
                    of.map(each -> EfficiencyWords.figure(each.middle())).orElse("–"),
                    of.map(each -> each.atLeast()
                                    ? "at least"
                                    : EfficiencyWords.figure(each.lower()) + " to "
                                            + EfficiencyWords.figure(each.upper()))
                            .orElse(""));
        }
        String limited = line.bottleneck() == null ? "–" : TierNames.words(SiteEntry.cut(line.bottleneck()));
        page.raw("<td class=\"wide\"><span class=\"brief\" title=\"" + Words.escape(limited) + "\">")
                .text(limited)
                .raw("</span></td>")
                .endRow();
    }

    /** With a decimal where they were found, as few are. */
    private static String users(Number users) {
        return switch (users) {
            case null -> "–";
            case Integer whole -> Words.count(whole);
            default -> Words.users(users.doubleValue());
        };
    }

    /** What its users are of a search without a peak; empty of other results. */
    private static String bound(IndexCsv.Line line) {
        return switch (line.verdict()) {
            case "AT_LEAST", "BEYOND_MEMORY", "BEYOND_DESCRIPTORS" -> "at least";
            case "NONE" -> "fewer than";
            default -> "";
        };
    }

    private static void two(Page page, String style, String text, String detail) {
        page.raw("<td class=\"" + style + "\">").text(text);
        if (!detail.isEmpty()) {
            page.element("small", "brief", detail);
        }
        page.raw("</td>");
    }

    /** @param value as the index has it; null where it is not known */
    private static void figure(Page page, String value, Function<Double, String> words, String detail) {
        double number = value == null ? Double.NaN : Double.parseDouble(value);
        number(page, "n wide", number, value == null ? "–" : words.apply(number), value == null ? "" : detail);
    }

    private static void number(Page page, String style, double value, String text, String detail) {
        page.raw("<td class=\"" + style + "\""
                        + (Double.isNaN(value) ? "" : String.format(ROOT, " data-v=\"%.6g\"", value)) + ">")
                .text(text);
        if (!detail.isEmpty()) {
            page.element("small", "", detail);
        }
        page.raw("</td>");
    }

    private void leftOut(Page page) {
        if (leftOut.isEmpty()) {
            return;
        }
        page.section("left-out", "Left out", "What stood where results are and cannot be shown.");
        page.raw("<details><summary>" + Words.plural(leftOut.size(), "place") + "</summary>");
        page.table("", "Where", "Why");
        leftOut.forEach(each ->
                page.row().cell("code", each.what()).cell("", each.why()).endRow());
        page.endTable().raw("</details>").close("section");
    }
}
