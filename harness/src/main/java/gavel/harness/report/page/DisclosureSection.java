package gavel.harness.report.page;

import gavel.harness.report.html.Page;
import gavel.harness.report.text.Words;
import gavel.harness.result.Disclosure;
import gavel.harness.result.RunInfo;
import gavel.harness.result.RunResult;
import java.util.Map;

/** Everything one needs to make the run again, or to refuse a comparison. */
final class DisclosureSection {
    private DisclosureSection() {}

    static void write(Page page, RunResult result) {
        RunInfo run = result.run();
        page.folded("disclosure", "Full disclosure", "what you need to repeat this run");
        page.open("dl", "facts");
        page.fact("Run", run.id());
        page.fact("Command", run.command());
        page.fact("Started", Words.when(run.startedAt()));
        page.fact("Finished", Words.when(run.finishedAt()));
        page.fact("Seed", Long.toString(run.seed()));
        if (result.load() != null && result.load().profile() != null) {
            page.fact(
                    "Profile",
                    result.load().profile().name() + " "
                            + result.load().profile().version()
                            + (result.load().profile().builtIn() ? "" : " (changed)"));
            page.fact("Profile SHA-256", result.load().profile().sha256());
        }
        Disclosure disclosure = result.disclosure();
        if (disclosure == null) {
            page.close("dl").endFolded();
            return;
        }
        page.fact("Driver and application shared cores", disclosure.sharedCores() ? "yes" : "no");
        page.close("dl").fold("Machines, versions, durability and data set").open("dl", "facts");
        disclosure.machines().forEach(host -> host(page, host));
        disclosure.durability().forEach(d -> page.fact("Durability", d));
        disclosure.versions().forEach(page::fact);
        disclosure.dataSet().forEach((name, value) -> page.fact("Data set: " + Words.spaced(name), value));
        page.close("dl").endFold();
        phases(page, result);
        texts(page, "Command lines", disclosure.commandLines());
        texts(page, "Configuration as run", Map.of("", disclosure.configuration()));
        page.endFolded();
    }

    private static void host(Page page, Disclosure.Host host) {
        page.fact("Host", host.name());
        page.fact("Operating system", host.os());
        page.fact("Kernel", host.kernel());
        page.fact("CPU", host.cpu() + ", " + Words.plural(host.cores(), "core"));
        page.fact("Memory", Words.bytes(host.memoryBytes()));
        page.fact("Virtualisation", host.virtualisation());
        host.limits().forEach((name, value) -> page.fact("Limit: " + name, value));
    }

    private static void phases(Page page, RunResult result) {
        page.raw("<details><summary>Phases of the run</summary>");
        page.table("", "Phase", "Took|n", "Outcome");
        result.phases().forEach(p -> page.row()
                .raw("<th scope=\"row\">")
                .text(p.name())
                .raw("</th>")
                .number(Words.decimal(p.millis() / 1000.0, 1) + " s")
                .cell("", p.outcome())
                .endRow());
        page.endTable().raw("</details>");
    }

    private static void texts(Page page, String title, Map<String, String> texts) {
        page.raw("<details><summary>").text(title).raw("</summary>");
        texts.forEach((name, text) -> {
            if (!name.isEmpty()) {
                page.element("h3", "", name);
            }
            page.element("pre", "", text);
        });
        page.raw("</details>");
    }
}
