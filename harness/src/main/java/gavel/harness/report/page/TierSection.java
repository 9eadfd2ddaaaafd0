package gavel.harness.report.page;

import static java.util.Locale.ROOT;

import gavel.harness.collect.Collected;
import gavel.harness.collect.InstanceUse;
import gavel.harness.collect.TierNames;
import gavel.harness.collect.bottleneck.Quota;
import gavel.harness.collect.bottleneck.TierUse;
import gavel.harness.collect.bottleneck.TierUses;
import gavel.harness.collect.metrics.AppUse;
import gavel.harness.collect.metrics.DatabaseUse;
import gavel.harness.collect.metrics.ServerUse;
import gavel.harness.report.chart.TierStyle;
import gavel.harness.report.html.Page;
import gavel.harness.report.text.Words;
import gavel.harness.result.RunResult;
import java.util.List;
import java.util.Map;

/** What each tier used, what an operation cost it, and which resource gave out. */
final class TierSection {
    private static final int ENDPOINTS = 12;
    private static final String UNKNOWN = "–";

    private TierSection() {}

    static void write(Page page, RunResult result) {
        page.section("tiers", "Tiers", "What each used over the measurement.");
        page.table(
                "",
                "Tier",
                "Instances|n wide",
                "CPU s|n wide",
                "Of the machine|n",
                "Of its limit|n wide",
                "CPU s per 1,000 operations|n",
                "Memory|n");
        result.tiers().forEach(tier -> tierRow(page, tier, ofLimit(tier, result.collected())));
        page.endTable();
        instances(page, result.collected());
        page.fold("What servers say of themselves");
        result.collected().instances().stream()
                .filter(i -> i.app() != null)
                .forEach(i -> application(page, i.name(), i.app()));
        result.collected().instances().stream()
                .filter(i -> i.database() != null)
                .forEach(i -> database(page, i.name(), i.database()));
        result.collected().instances().stream()
                .filter(i -> i.server() != null)
                .forEach(i -> server(page, i.name(), i.server()));
        page.endFold();
        if (!result.collected().problems().isEmpty()) {
            page.element(
                    "p",
                    "lead",
                    "Not everything could be read: "
                            + String.join("; ", result.collected().problems()));
        }
        page.close("section");
    }

    /** Where nothing limits a tier, its utilisation is that of the machine. */
    private static String ofLimit(TierUse tier, Collected collected) {
        List<InstanceUse> instances = collected.instances().stream()
                .filter(i -> i.tier().equals(tier.tier()) && !i.elsewhere())
                .toList();
        return Quota.cores(instances) > 0 ? Words.percent(tier.utilisation()) : "no limit";
    }

    private static void tierRow(Page page, TierUse tier, String ofLimit) {
        boolean others = tier.tier().equals(TierUses.OTHERS);
        page.row()
                .raw("<th scope=\"row\"><i class=\"key " + TierStyle.of(tier.tier()) + "\"></i>")
                .text(TierNames.words(tier.tier()))
                .raw("</th>")
                .cell("n wide", others ? "" : Words.count(tier.instances()))
                .cell("n wide", Words.decimal(tier.cpuSeconds(), 1))
                .number(Words.percent(tier.machineShare()))
                .cell("n wide", others ? "" : ofLimit)
                .number(tier.cpuSecondsPer1000() > 0 ? Words.decimal(tier.cpuSecondsPer1000(), 2) : UNKNOWN)
                .number(others ? "" : Words.bytes(tier.memoryBytes()))
                .endRow();
    }

    private static void instances(Page page, Collected collected) {
        page.raw("<details><summary>Every instance</summary>");
        page.table(
                "",
                "Instance",
                "Processes|n",
                "CPU s|n",
                "of it system|n",
                "RSS max|n",
                "PSS|n",
                "Read|n",
                "Written, at most|n",
                "Switches voluntary|n",
                "involuntary|n",
                "Descriptors|n");
        for (InstanceUse i :
                collected.instances().stream().filter(i -> !i.elsewhere()).toList()) {
            page.row()
                    .raw("<th scope=\"row\">")
                    .text(i.name())
                    .raw("</th>")
                    .number(Words.count(i.processes()))
                    .number(Words.decimal(i.cpuSeconds(), 2))
                    .number(Words.decimal(i.cpuSystemSeconds(), 2))
                    .number(Words.bytes(i.rssMaxBytes()))
                    .number(i.pssBytes() > 0 ? Words.bytes(i.pssBytes()) : UNKNOWN)
                    .number(Words.bytes(i.readBytes()))
                    .number(Words.bytes(i.writtenBytes()))
                    .number(Words.count(i.voluntarySwitches()))
                    .number(Words.count(i.involuntarySwitches()))
                    .number(
                            i.descriptorLimit() == 0
                                    ? Words.count(i.descriptorsMax())
                                    : Words.count(i.descriptorsMax()) + " of " + Words.count(i.descriptorLimit()))
                    .endRow();
        }
        page.endTable().raw("</details>");
    }

    private static void application(Page page, String name, AppUse app) {
        page.raw("<details><summary>").text("Inside " + name).raw("</summary>");
        AppUse.Gc gc = app.gc();
        page.element(
                "p",
                "",
                String.format(
                        ROOT,
                        "Garbage collection: %.2f s paused in %,d collections, longest pause %.0f ms; %s of %s heap live at the end.",
                        gc.pauseSeconds(),
                        gc.collections(),
                        1000 * gc.maxPauseSeconds(),
                        Words.bytes(gc.liveBytes()),
                        Words.bytes(gc.heapMaxBytes())));
        page.table("", "Endpoint", "Requests|n", "Errors|n", "Mean in the server|n");
        app.endpoints().stream().limit(ENDPOINTS).forEach(e -> page.row()
                .raw("<th scope=\"row\">")
                .text(e.method() + " " + e.uri())
                .raw("</th>")
                .number(Words.count(e.requests()))
                .number(Words.count(e.errors()))
                .number(Words.latency(Math.round(1000 * e.meanMillis())))
                .endRow());
        page.endTable();
        if (!app.pools().isEmpty()) {
            page.table("", "Pool", "Size|n", "Most in use|n", "Most waiting|n", "Mean wait|n", "Got none|n");
            app.pools().forEach(p -> page.row()
                    .raw("<th scope=\"row\">")
                    .text(p.name())
                    .raw("</th>")
                    .number(Words.count(p.size()))
                    .number(Words.count(p.activeMax()))
                    .number(Words.count(p.pendingMax()))
                    .number(p.acquired() > 0 ? Words.latency(Math.round(1000 * p.waitMeanMillis())) : UNKNOWN)
                    .number(Words.count(p.timeouts()))
                    .endRow());
            page.endTable();
        }
        if (!app.caches().isEmpty()) {
            page.table("", "Cache", "Hits|n", "Misses|n", "Hit share|n", "Evictions|n");
            app.caches().forEach(c -> page.row()
                    .raw("<th scope=\"row\">")
                    .text(c.name())
                    .raw("</th>")
                    .number(Words.count(c.hits()))
                    .number(Words.count(c.misses()))
                    .number(c.hits() + c.misses() > 0 ? Words.percent(c.hitShare()) : UNKNOWN)
                    .number(Words.count(c.evictions()))
                    .endRow());
            page.endTable();
        }
        figures(page, app.counters());
        page.raw("</details>");
    }

    private static void figures(Page page, Map<String, Double> counters) {
        if (counters.isEmpty()) {
            return;
        }
        page.table("", "Counter", "Over the measurement|n");
        counters.entrySet().stream().sorted(Map.Entry.comparingByKey()).forEach(e -> page.row()
                .cell("code", e.getKey())
                .number(Words.decimal(e.getValue(), e.getValue() == Math.rint(e.getValue()) ? 0 : 3))
                .endRow());
        page.endTable();
    }

    private static void database(Page page, String name, DatabaseUse database) {
        page.raw("<details><summary>").text("Inside " + name).raw("</summary>");
        page.element("p", "", database.version());
        page.table("", "Counter", "Over the measurement|n");
        database.deltas().forEach((key, value) -> amount(page, key, value));
        page.endTable().raw("</details>");
    }

    private static void server(Page page, String name, ServerUse server) {
        page.raw("<details><summary>").text("Inside " + name).raw("</summary>");
        page.element("p", "", server.version());
        page.table("", "Counter", "Over the measurement|n");
        server.deltas().forEach((key, value) -> amount(page, key, value));
        page.endTable();
        page.table("", "Gauge", "Largest value read|n");
        server.most().forEach((key, value) -> amount(page, key, value));
        page.endTable().raw("</details>");
    }

    private static void amount(Page page, String key, long value) {
        page.row()
                .cell("", Words.spaced(key))
                .number(key.endsWith("Bytes") ? Words.bytes(value) : Words.count(value))
                .endRow();
    }
}
