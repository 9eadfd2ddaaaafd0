package gavel.harness.report.page;

import gavel.harness.report.text.Words;
import gavel.harness.result.Disclosure;
import gavel.harness.result.RunInfo;
import gavel.harness.result.RunResult;
import java.util.Map;

/** Everything one needs to make the run again, or to refuse a comparison. */
final class DisclosureSection {
    private DisclosureSection() {}

    static void write(Page page, RunResult result) {
        page.section("disclosure", "Full disclosure", "What one needs to make this run again.");
        RunInfo run = result.run();
        page.open("dl", "facts");
        WorkloadSection.fact(page, "Run", run.id());
        WorkloadSection.fact(page, "Command", run.command());
        WorkloadSection.fact(page, "Started", String.valueOf(run.startedAt()));
        WorkloadSection.fact(page, "Finished", String.valueOf(run.finishedAt()));
        WorkloadSection.fact(page, "Seed", Long.toString(run.seed()));
        if (result.load() != null && result.load().profile() != null) {
            WorkloadSection.fact(
                    page,
                    "Profile",
                    result.load().profile().name() + " "
                            + result.load().profile().version()
                            + (result.load().profile().builtIn() ? "" : " (changed)"));
            WorkloadSection.fact(
                    page, "Profile SHA-256", result.load().profile().sha256());
        }
        Disclosure disclosure = result.disclosure();
        if (disclosure == null) {
            page.close("dl").close("section");
            return;
        }
        disclosure.machines().forEach(host -> host(page, host));
        WorkloadSection.fact(page, "Driver and application shared cores", disclosure.sharedCores() ? "yes" : "no");
        disclosure.durability().forEach(d -> WorkloadSection.fact(page, "Durability", d));
        disclosure.versions().forEach((name, version) -> WorkloadSection.fact(page, name, version));
        disclosure
                .dataSet()
                .forEach((name, value) -> WorkloadSection.fact(page, "Data set: " + Words.spaced(name), value));
        page.close("dl");
        phases(page, result);
        texts(page, "Command lines", disclosure.commandLines());
        texts(page, "Configuration as run", Map.of("", disclosure.configuration()));
        page.close("section");
    }

    private static void host(Page page, Disclosure.Host host) {
        WorkloadSection.fact(page, "Host", host.name());
        WorkloadSection.fact(page, "Operating system", host.os());
        WorkloadSection.fact(page, "Kernel", host.kernel());
        WorkloadSection.fact(page, "CPU", host.cpu() + ", " + Words.plural(host.cores(), "core"));
        WorkloadSection.fact(page, "Memory", Words.bytes(host.memoryBytes()));
        WorkloadSection.fact(page, "Virtualisation", host.virtualisation());
        host.limits().forEach((name, value) -> WorkloadSection.fact(page, "Limit: " + name, value));
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
