package gavel.harness.report.page;

import gavel.driver.api.RuleOutcome;
import gavel.harness.report.text.Words;
import gavel.harness.result.RunResult;
import gavel.harness.verdict.Audit;
import java.util.List;

/** Why the verdict is what it is: every rule, and every invariant of both audits. */
final class JudgementSection {
    private JudgementSection() {}

    static void rules(Page page, List<RuleOutcome> rules) {
        page.section("rules", "Rules", "In order of precedence. Information is never part of the verdict.");
        page.table("rules", "", "Rule", "Judged for", "Measured", "Bound|wide", "Finding|wide");
        for (RuleOutcome rule : rules) {
            page.row()
                    .raw("<td>" + badge(rule.status()) + "</td>")
                    .raw("<th scope=\"row\">")
                    .text(Words.spaced(rule.rule()))
                    .raw("</th>")
                    .cell("", rule.subject())
                    .cell("", rule.actual())
                    .cell("wide", rule.bound())
                    .cell("wide", rule.message())
                    .endRow();
        }
        page.endTable().close("section");
    }

    private static String badge(RuleOutcome.Status status) {
        return switch (status) {
            case PASS -> "<span class=\"badge pass\">✓ pass</span>";
            case MARGINAL -> "<span class=\"badge near\">≈ marginal</span>";
            case TOO_FEW -> "<span class=\"badge info\">? too few</span>";
            case INFO -> "<span class=\"badge info\">i info</span>";
            case FAIL -> "<span class=\"badge fail\">✕ fail</span>";
            case INVALID -> "<span class=\"badge invalid\">! invalid</span>";
        };
    }

    static void audit(Page page, RunResult result) {
        page.section(
                "audit",
                "Audit",
                "After the load every fact is counted again: nothing that was answered may be lost, nothing invented.");
        if (result.auditAfter() == null) {
            page.element("p", "lead", "The data were not audited after the load.");
        } else {
            table(page, result.auditAfter());
        }
        Audit before = result.auditBefore();
        if (before == null) {
            page.element("p", "lead", "The data were not audited before the load.");
        } else if (before.ok()) {
            page.element("p", "lead", "The same audit before the load found no violation.");
        } else {
            page.element("h3", "", "Before the load");
            table(page, before);
        }
        notLookedAt(page, result.auditAfter() == null ? before : result.auditAfter());
        page.close("section");
    }

    private static void table(Page page, Audit audit) {
        page.table("", "", "Invariant", "Checked|n", "Violations|n", "Example|wide");
        for (Audit.Invariant i : audit.invariants()) {
            boolean good = i.violations() == 0;
            page.row()
                    .raw(good ? "<td class=\"good\">✓</td>" : "<td class=\"bad\">✕</td>")
                    .raw("<th scope=\"row\">")
                    .text(i.description() == null || i.description().isEmpty() ? i.name() : i.description())
                    .raw("</th>")
                    .number(Words.count(i.checked()))
                    .cell(good ? "n" : "n bad", Words.count(i.violations()))
                    .cell("wide", String.join("; ", i.examples()))
                    .endRow();
        }
        page.endTable();
    }

    private static void notLookedAt(Page page, Audit audit) {
        if (audit == null || audit.notLookedAt().isEmpty()) {
            return;
        }
        page.element("h3", "", "Not looked at");
        page.table("", "Which part, and why", "Where");
        for (Audit.Omission omission : audit.notLookedAt()) {
            page.row()
                    .cell("", omission.why())
                    .cell("", String.join(", ", omission.where()))
                    .endRow();
        }
        page.endTable();
    }
}
