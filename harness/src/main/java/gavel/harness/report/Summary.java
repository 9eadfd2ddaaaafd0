package gavel.harness.report;

import static java.util.Locale.ROOT;

import gavel.driver.api.LoadReport;
import gavel.driver.api.LoadReport.OperationReport;
import gavel.harness.report.text.EfficiencyWords;
import gavel.harness.report.text.FirstSentence;
import gavel.harness.report.text.NextStep;
import gavel.harness.report.text.Throughput;
import gavel.harness.report.text.Words;
import gavel.harness.result.Figures;
import gavel.harness.result.LatencyMargin;
import gavel.harness.result.RunResult;
import gavel.harness.result.Tail;
import gavel.harness.verdict.Audit;
import gavel.harness.verdict.Marginals;
import gavel.harness.verdict.Verdict;
import gavel.harness.verdict.Verdict.Reason;
import java.nio.file.Path;
import java.util.Set;

/** The plain-text table a run ends with: pure. */
public final class Summary {
    private static final int WORST = 6;
    private static final int REASONS = 5;
    private static final String NONE_KNOWN =
            "Each operation has too few starts for its 99th percentile; its largest value is shown as max:";
    private static final int FAILURES = 3;
    private static final Set<String> DECIDED_BY_FAILURES = Set.of("failures", "service");

    private final RunResult result;
    private final StringBuilder out = new StringBuilder();

    private Summary(RunResult result) {
        this.result = result;
    }

    /** @param report path of the HTML report, null when there is none */
    public static String of(RunResult result, Path report) {
        return new Summary(result).text(report);
    }

    private String text(Path report) {
        Verdict verdict = result.verdict();
        String shown = verdict.word();
        line(shown + "  " + verdict.headline());
        line("");
        line(FirstSentence.measured(result));
        verdict.reasons().stream().skip(1).limit(REASONS).map(Reason::message).forEach(m -> line("  also: " + m));
        if (verdict.reasons().size() > REASONS + 1) {
            line("  and " + Words.plural(verdict.reasons().size() - REASONS - 1L, "further reason") + " in the report");
        }
        if (result.load() != null) {
            operations(result.load());
            news(result.load());
            failures(result.load());
        }
        audit();
        if (result.bottleneck() != null && result.bottleneck().known()) {
            line("Bottleneck  " + result.bottleneck().statement());
        }
        result.causes().forEach(cause -> line("Cause       " + cause.statement()));
        EfficiencyWords.lines(result.efficiency()).forEach(this::line);
        marginals();
        verdict.remarks().forEach(m -> line("Note        " + m));
        String next = NextStep.of(result);
        if (!next.isEmpty()) {
            line("Next        " + next);
        }
        if (report != null) {
            line("Report      " + report);
        }
        return out.toString();
    }

    private void marginals() {
        if (result.load() == null) {
            return;
        }
        Marginals marginals = Marginals.of(result.load().rules());
        marginals.near().forEach(m -> line("Marginal    " + m));
        marginals.suspicious().forEach(m -> line("Too few     " + m));
        // Said once: the headline of a run that kept its rules has it.
        if (marginals.tooFew() > 0 && !result.verdict().headline().endsWith(marginals.tooFewSentence())) {
            line("Rules       " + marginals.tooFewSentence());
        }
    }

    /** Where failures decide, their class and what was said; else they are in the report only. */
    private void failures(LoadReport load) {
        boolean decide =
                result.verdict().reasons().stream().anyMatch(reason -> DECIDED_BY_FAILURES.contains(reason.rule()));
        if (decide) {
            load.firstFailures().stream()
                    .map(f -> "%s: %s, %s (%s)".formatted(f.operation(), f.failure(), f.detail(), f.request()))
                    .distinct()
                    .limit(FAILURES)
                    .forEach(f -> line("Failure     " + f));
        }
    }

    /** An invalid run has no headline number: its throughput is not printed, its latencies only to find the cause. */
    private void operations(LoadReport load) {
        Figures figures = Figures.of(load);
        line("");
        boolean counts = result.verdict().trusted();
        if (counts) {
            line(Throughput.sentence(figures));
        } else {
            line("For the search of the cause only:");
        }
        line(figures.worst().isPresent() ? "Operations nearest to their limits:" : NONE_KNOWN);
        line(String.format(
                ROOT,
                "  %-18s %7s %9s %11s %6s %5s %6s %6s",
                "operation",
                "starts",
                "p50",
                "p99",
                "limit",
                "used",
                "late",
                "failed"));
        figures.margins().stream().limit(WORST).forEach(margin -> operation(load, margin));
        line("");
    }

    private void operation(LoadReport load, LatencyMargin margin) {
        OperationReport o = load.operations().stream()
                .filter(x -> x.name().equals(margin.operation()))
                .findFirst()
                .orElseThrow();
        line(String.format(
                ROOT,
                "  %-18s %,7d %9s %11s %6s %5s %6s %6s",
                o.name(),
                o.starts(),
                Words.latency(Figures.micros(o.response(), 0.5)),
                margin.known() ? Words.latency(margin.tail().micros()) : Words.tail(margin.tail()),
                Words.limit(o.limitMillis()),
                margin.known() ? Words.percent(margin.ofLimit()) : "–",
                Words.percent(o.starts() == 0 ? 0 : (double) o.late() / o.starts()),
                Words.percent(o.starts() == 0 ? 0 : (double) o.failed() / o.starts())));
    }

    private void news(LoadReport load) {
        if (load.news() != null && load.news().pairs() > 0) {
            line(String.format(
                    ROOT,
                    "News        %s of %s over %,d pairs of bid and follower",
                    Words.tail(Tail.of(load.news().latency())),
                    Words.limit(load.news().limitMillis()),
                    load.news().pairs()));
        }
    }

    private void audit() {
        if (result.auditAfter() != null) {
            line("Audit       " + audited(result.auditAfter()));
        } else if (result.auditBefore() != null) {
            line("Audit       before the load " + audited(result.auditBefore()) + "; after it not made");
        } else {
            line("Audit       not made");
        }
        notLookedAt(result.auditAfter() == null ? result.auditBefore() : result.auditAfter());
    }

    private void notLookedAt(Audit audit) {
        if (audit != null && audit.placesNotLookedAt() > 0) {
            line("            not looked at: " + Words.plural(audit.placesNotLookedAt(), "place")
                    + ", named in the report");
        }
    }

    private static String audited(Audit audit) {
        long checked =
                audit.invariants().stream().mapToLong(Audit.Invariant::checked).sum();
        return String.format(
                ROOT,
                "%s, %,d facts checked, %s",
                Words.plural(audit.invariants().size(), "invariant"),
                checked,
                audit.violations() == 0 ? "no violation" : Words.plural(audit.violations(), "violation"));
    }

    private void line(String text) {
        out.append(text.stripTrailing()).append('\n');
    }
}
