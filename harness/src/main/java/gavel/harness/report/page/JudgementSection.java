package gavel.harness.report.page;

import gavel.driver.api.RuleOutcome;
import gavel.driver.api.RuleOutcome.Status;
import gavel.harness.report.html.Page;
import gavel.harness.report.text.Words;
import gavel.harness.result.RunResult;
import gavel.harness.verdict.Audit;
import java.util.List;
import java.util.Set;

/** Why the verdict is what it is: every rule, and every invariant of both audits. */
final class JudgementSection {
    private static final int MOST_OPEN = 4;

    private JudgementSection() {}

    static void rules(Page page, List<RuleOutcome> rules) {
        List<RuleOutcome> open = of(rules, Status.INVALID, Status.FAIL, Status.MARGINAL);
        int judged = rules.size() - of(rules, Status.INFO).size();
        String kept = of(rules, Status.PASS).size() + " of " + Words.plural(judged, "rule") + " kept";
        if (open.isEmpty()) {
            page.folded("rules", "Rules", kept + ", none broken");
        } else {
            page.section(
                    "rules", "Rules", kept + ". In order of precedence; information is never part of the verdict.");
        }
        page.rows(
                open,
                MOST_OPEN,
                rule -> false,
                more -> Words.plural(more.size(), "rule") + " more like these",
                some -> rows(page, some));
        folded(page, "kept", of(rules, Status.PASS));
        folded(page, "with too few samples to say", of(rules, Status.TOO_FEW));
        folded(page, "for information", of(rules, Status.INFO));
        if (open.isEmpty()) {
            page.endFolded();
        } else {
            page.close("section");
        }
    }

    private static List<RuleOutcome> of(List<RuleOutcome> rules, Status... wanted) {
        return rules.stream()
                .filter(rule -> Set.of(wanted).contains(rule.status()))
                .toList();
    }

    private static void folded(Page page, String what, List<RuleOutcome> rules) {
        if (!rules.isEmpty()) {
            page.fold(Words.plural(rules.size(), "rule") + " " + what);
            rows(page, rules);
            page.endFold();
        }
    }

    private static void rows(Page page, List<RuleOutcome> rules) {
        if (rules.isEmpty()) {
            return;
        }
        page.table("rules", "Outcome", "Rule", "Judged for", "Measured", "Bound|wide", "Finding|wide");
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
        page.endTable();
    }

    private static String badge(Status status) {
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
        boolean good = result.auditBefore() != null
                && result.auditBefore().ok()
                && result.auditAfter() != null
                && result.auditAfter().ok();
        String lead =
                "After the load every fact is counted again: nothing that was answered may be lost, nothing invented.";
        if (good) {
            page.folded("audit", "Audit", found(result.auditAfter()) + ", before the load neither");
            page.element("p", "lead", lead);
        } else {
            page.section("audit", "Audit", lead);
        }
        if (result.auditAfter() == null) {
            page.element("p", "lead", "The data were not audited after the load.");
        } else {
            audited(page, result.auditAfter(), good);
        }
        Audit before = result.auditBefore();
        if (before == null) {
            page.element("p", "lead", "The data were not audited before the load.");
        } else if (before.ok()) {
            page.element("p", "lead", "The same audit before the load found no violation.");
        } else {
            page.element("h3", "", "Before the load");
            audited(page, before, false);
        }
        notLookedAt(page, result.auditAfter() == null ? before : result.auditAfter());
        if (good) {
            page.endFolded();
        } else {
            page.close("section");
        }
    }

    private static String found(Audit audit) {
        return Words.plural(audit.invariants().size(), "invariant") + ", "
                + Words.count(audit.invariants().stream()
                        .mapToLong(Audit.Invariant::checked)
                        .sum())
                + " facts checked, no violation";
    }

    /** @param folded whether all of it is already: else what was found right is */
    private static void audited(Page page, Audit audit, boolean folded) {
        List<Audit.Invariant> broken =
                audit.invariants().stream().filter(i -> i.violations() > 0).toList();
        List<Audit.Invariant> kept =
                audit.invariants().stream().filter(i -> i.violations() == 0).toList();
        if (!broken.isEmpty()) {
            table(page, broken);
        }
        if (folded) {
            table(page, kept);
        } else if (!kept.isEmpty()) {
            page.fold(Words.plural(kept.size(), "invariant") + ", "
                    + Words.count(
                            kept.stream().mapToLong(Audit.Invariant::checked).sum())
                    + " facts checked, no violation");
            table(page, kept);
            page.endFold();
        }
    }

    private static void table(Page page, List<Audit.Invariant> invariants) {
        page.table("", "Held", "Invariant", "Checked|n", "Violations|n", "Example|wide");
        for (Audit.Invariant i : invariants) {
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
        page.fold("Not looked at: " + Words.plural(audit.placesNotLookedAt(), "place"));
        page.table("", "Which part, and why", "Where");
        for (Audit.Omission omission : audit.notLookedAt()) {
            page.row()
                    .cell("", omission.why())
                    .cell("", String.join(", ", omission.where()))
                    .endRow();
        }
        page.endTable().endFold();
    }
}
