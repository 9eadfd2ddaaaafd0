package gavel.harness.kind;

import gavel.driver.api.LoadReport;
import gavel.driver.api.LoadReport.OperationReport;
import gavel.driver.api.RuleOutcome;
import gavel.driver.api.shape.LoadShape;
import gavel.harness.collect.Collected.MachineUse;
import gavel.harness.compare.ComparedResult;
import gavel.harness.config.Configuration;
import gavel.harness.config.LoadSettings;
import gavel.harness.evidence.Examined;
import gavel.harness.evidence.Findings;
import gavel.harness.evidence.RunCheck;
import gavel.harness.report.JUnitXml.Case;
import gavel.harness.report.JUnitXml.Ending;
import gavel.harness.report.Summary;
import gavel.harness.report.html.Links;
import gavel.harness.report.page.ReportPage;
import gavel.harness.report.text.EfficiencyWords;
import gavel.harness.report.text.FirstSentence;
import gavel.harness.report.text.Headline;
import gavel.harness.report.text.Tiles;
import gavel.harness.report.text.Words;
import gavel.harness.result.Figures;
import gavel.harness.result.IndexCsv;
import gavel.harness.result.IntervalsCsv;
import gavel.harness.result.RunResult;
import gavel.harness.verdict.Verdict;
import gavel.harness.verdict.Verdict.Reason;
import gavel.harness.verdict.Verdict.Status;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Runs at a fixed load: a verdict. */
public final class RunKind extends ResultKind<RunResult> {
    private static final String INTEGRITY = "integrity";
    private static final List<String> RULES = List.of("response", "news", "failures", "mix", "rate", INTEGRITY);
    private static final double P99 = 0.99;

    public RunKind() {
        super("run", "run", RunResult.class, RunResult.SCHEMA_VERSION);
    }

    @Override
    public String file() {
        return "result.json";
    }

    @Override
    public boolean severalLoads() {
        return false;
    }

    @Override
    public String doing(Configuration configuration) {
        LoadSettings load = configuration.load();
        return "%s of profile %s for %s s against %s."
                .formatted(
                        load.shape().constant()
                                ? Words.plural(load.users(), "simulated user")
                                : "Load of " + load.shape().words(load.users()),
                        load.profile(),
                        load.phases().measureSeconds(),
                        servers(configuration));
    }

    @Override
    public Headline headline(RunResult result) {
        Verdict verdict = result.verdict();
        List<String> notes = new ArrayList<>();
        verdict.reasons().stream().skip(1).map(Reason::message).forEach(notes::add);
        if (result.bottleneck() != null && result.bottleneck().known()) {
            notes.add("Bottleneck: " + result.bottleneck().statement());
        }
        result.causes().forEach(cause -> notes.add("Cause: " + cause.statement()));
        notes.addAll(verdict.remarks());
        return new Headline(
                verdict.word(),
                verdict.status().name().toLowerCase(Locale.ROOT),
                FirstSentence.measured(result) + " "
                        + FirstSentence.counts(verdict).replace(':', '.'),
                verdict.headline(),
                Tiles.of(result),
                notes);
    }

    @Override
    public String page(RunResult result, Links links) {
        return ReportPage.render(result, links);
    }

    @Override
    public List<String> summary(RunResult result, Path page) {
        return Summary.of(result, page).lines().toList();
    }

    @Override
    protected Map<String, String> tables(RunResult result) {
        return Map.of("intervals.csv", IntervalsCsv.of(result.intervals()));
    }

    /** An invalid run has no figures in it. */
    @Override
    public IndexCsv.Line index(RunResult result) {
        Verdict verdict = result.verdict();
        boolean counts = verdict.trusted() && result.load() != null;
        Reason first = verdict.reasons().isEmpty() ? null : verdict.reasons().getFirst();
        String efficiency = EfficiencyWords.brief(result.efficiency());
        boolean divided = first == null && !efficiency.isEmpty();
        return new IndexCsv.Line(
                verdict.word(),
                divided ? "users for each unit" : first == null ? null : first.rule(),
                divided ? efficiency : first == null ? null : first.subject(),
                result.run().users(),
                counts ? IndexCsv.Measured.of(result.load()) : IndexCsv.Measured.NONE,
                counts ? result.bottleneck().tier() : null,
                verdict.official());
    }

    @Override
    public KeyFigures keyFigures(RunResult result) {
        return new KeyFigures(null, result.efficiency(), null);
    }

    /**
     * One case for each rule, and one for whether the measurement can be trusted. A broken rule is a failure, what cannot be trusted an
     * error, and what was not judged is skipped.
     */
    @Override
    protected List<Case> cases(RunResult result, double atLeast) {
        List<Case> cases = new ArrayList<>();
        List<Reason> untrusted = result.verdict().reasons().stream()
                .filter(reason -> reason.status() == Status.INVALID)
                .toList();
        cases.add(new Case("trusted", untrusted.isEmpty() ? Ending.PASSED : Ending.ERROR, messages(untrusted)));
        for (String rule : RULES) {
            List<Reason> broken = result.verdict().reasons().stream()
                    .filter(reason ->
                            reason.status() == Status.FAIL && reason.rule().equals(rule))
                    .toList();
            String open = broken.isEmpty() ? notJudged(result, rule) : "";
            Ending kept = open.isEmpty() ? Ending.PASSED : Ending.SKIPPED;
            cases.add(new Case(rule, broken.isEmpty() ? kept : Ending.FAILURE, messages(broken) + open));
        }
        return cases;
    }

    /** Why a rule that was not broken was not kept either; empty when it was. */
    private static String notJudged(RunResult result, String rule) {
        if (rule.equals(INTEGRITY)) {
            return result.auditAfter() == null ? "The data were not audited after the load." : "";
        }
        if (result.load() == null) {
            return "There is no report of the load: " + result.verdict().headline();
        }
        List<RuleOutcome> outcomes = result.load().rules().stream()
                .filter(outcome -> outcome.rule().equals(rule))
                .toList();
        List<RuleOutcome> invalid = outcomes.stream()
                .filter(outcome -> outcome.status() == RuleOutcome.Status.INVALID)
                .toList();
        boolean judged = outcomes.stream()
                .anyMatch(outcome ->
                        outcome.status() != RuleOutcome.Status.INFO && outcome.status() != RuleOutcome.Status.TOO_FEW);
        if (judged && invalid.isEmpty()) {
            return "";
        }
        String why = (judged ? invalid : outcomes)
                .stream()
                        .map(outcome -> (outcome.subject() + ": " + outcome.message()).replaceFirst("^: ", ""))
                        .collect(Collectors.joining("\n"));
        return why.isEmpty() ? "The driver did not judge it." : why;
    }

    private static String messages(List<Reason> reasons) {
        return reasons.stream().map(Reason::message).collect(Collectors.joining("\n"));
    }

    @Override
    public ComparedResult compared(String named, Path directory) throws IOException {
        return compared(read(directory));
    }

    public ComparedResult compared(RunResult result) {
        LoadReport load = result.load();
        Verdict verdict = result.verdict();
        boolean usable = verdict.trusted() && load != null;
        Map<String, String> must = new LinkedHashMap<>();
        must.put(ComparedResult.KIND, name());
        must.put("users", Integer.toString(result.run().users()));
        must.put("load", (load == null ? LoadShape.CONSTANT : load.shape()).text());
        must.put(
                "profile",
                load == null
                        ? result.run().profile()
                        : load.profile().name() + " SHA-256 " + load.profile().sha256());
        must.put("length", result.run().length() + " " + result.run().phases());
        must.put("services", result.run().services());
        ComparedResult.Outcome outcome = new ComparedResult.Outcome(
                verdict.status().name(),
                verdict.status() == Status.PASS ? "" : verdict.headline(),
                usable
                        ? ""
                        : (verdict.status() == Status.INVALID ? "it is INVALID: " : "its figures do not count: ")
                                + verdict.headline());
        MachineUse machine = result.collected().machine();
        return ComparedResult.of(
                result,
                outcome,
                must,
                new ComparedResult.Numbers(
                        usable ? figures(load) : Map.of(),
                        List.of(),
                        new ComparedResult.Speed(machine.memoryLatencyNanos(), machine.arithmeticNanos())));
    }

    private static Map<String, Double> figures(LoadReport load) {
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put(ComparedResult.OPERATIONS, Figures.of(load).operationsPerSecond());
        for (OperationReport operation : load.operations()) {
            Double p99 = Figures.judged(operation) ? Figures.millis(operation.response(), P99) : null;
            if (p99 != null) {
                figures.put(ComparedResult.OF_OPERATION + operation.name() + " ms", p99);
            }
        }
        figures.values().removeIf(value -> !(value > 0));
        return figures;
    }

    @Override
    public void check(RunResult result, Examined examined, Findings findings) {
        RunCheck.check(result, examined, findings);
    }
}
