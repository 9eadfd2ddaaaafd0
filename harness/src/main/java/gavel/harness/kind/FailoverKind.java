package gavel.harness.kind;

import gavel.harness.compare.ComparedResult;
import gavel.harness.config.Configuration;
import gavel.harness.failover.FailoverCsv;
import gavel.harness.failover.FailoverResult;
import gavel.harness.failover.FaultFigures;
import gavel.harness.report.JUnitXml.Case;
import gavel.harness.report.JUnitXml.Ending;
import gavel.harness.report.html.Links;
import gavel.harness.report.page.FailoverPage;
import gavel.harness.report.text.FailoverSummary;
import gavel.harness.report.text.Headline;
import gavel.harness.report.text.Words;
import gavel.harness.result.ExperimentVerdict;
import gavel.harness.result.IndexCsv;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Walks through faults: what each costs people. */
public final class FailoverKind extends ResultKind<FailoverResult> {
    public FailoverKind() {
        super("failover", "walk through faults", FailoverResult.class, FailoverResult.SCHEMA_VERSION);
    }

    @Override
    public String journal() {
        return "failover.jsonl";
    }

    @Override
    public boolean severalLoads() {
        return false;
    }

    @Override
    public String doing(Configuration configuration) {
        return "Faults under " + Words.plural(configuration.load().users(), "simulated user") + " of "
                + servers(configuration) + ".";
    }

    @Override
    public Headline headline(FailoverResult result) {
        return new Headline(
                FailoverSummary.briefly(result),
                FailoverSummary.tone(result),
                "",
                FailoverSummary.sentence(result),
                List.of(),
                result.remarks());
    }

    @Override
    public String page(FailoverResult result, Links links) {
        return FailoverPage.render(result, links);
    }

    @Override
    public List<String> summary(FailoverResult result, Path page) {
        return FailoverSummary.lines(result, page);
    }

    @Override
    public String briefly(Path directory) throws IOException {
        return FailoverSummary.briefly(read(directory));
    }

    @Override
    protected Map<String, String> tables(FailoverResult result) {
        return Map.of("faults.csv", FailoverCsv.faults(result), "service.csv", FailoverCsv.service(result));
    }

    /** Of the fault that took most service; an invalid walk has no figure there. */
    @Override
    public IndexCsv.Line index(FailoverResult result) {
        FaultFigures most = result.verdict() == ExperimentVerdict.INVALID
                ? null
                : result.figures().stream()
                        .filter(each -> each.counted() > 0)
                        .max((a, b) -> Double.compare(a.lost().mean(), b.lost().mean()))
                        .orElse(null);
        return new IndexCsv.Line(
                result.verdict().name(),
                most == null ? null : "service lost by " + most.fault().words(),
                most == null ? null : FailoverSummary.value(most.lost(), 1) + " s",
                result.run().users(),
                IndexCsv.Measured.NONE,
                null,
                false);
    }

    /**
     * One case for each fault, one for whether all can be trusted, and one for the data.
     *
     * @param atLeast not used: nothing has to be reached
     */
    @Override
    protected List<Case> cases(FailoverResult result, double atLeast) {
        List<Case> cases = new ArrayList<>();
        cases.add(new Case("trusted", result.problem().isEmpty() ? Ending.PASSED : Ending.ERROR, result.problem()));
        cases.add(new Case(
                "integrity",
                result.auditAfter() == null
                        ? Ending.SKIPPED
                        : result.verdict() == ExperimentVerdict.FAIL ? Ending.FAILURE : Ending.PASSED,
                FailoverSummary.sentence(result)));
        result.faults()
                .forEach(fault -> cases.add(new Case(
                        fault.number() + " " + fault.fault().words(),
                        fault.counts() ? Ending.PASSED : Ending.ERROR,
                        fault.problem())));
        return cases;
    }

    @Override
    public ComparedResult compared(String named, Path directory) throws IOException {
        FailoverResult result = read(directory);
        if (result.disclosure() == null) {
            return ComparedResult.refused(named, name(), "nothing was deployed");
        }
        Map<String, String> must = new LinkedHashMap<>();
        must.put(ComparedResult.KIND, name());
        must.put("users", Integer.toString(result.run().users()));
        must.put("profile", result.run().profile());
        must.put("length", result.run().length() + " " + result.run().phases());
        must.put("services", result.run().services());
        must.put("lasting faults", result.settings().lasting().toString());
        must.put(
                "faults",
                result.figures().stream().map(each -> each.fault().words()).collect(Collectors.joining(", ")));
        boolean usable = result.verdict() == ExperimentVerdict.MEASURED;
        return ComparedResult.of(
                result,
                new ComparedResult.Outcome(
                        result.verdict().name(),
                        usable ? "" : FailoverSummary.sentence(result),
                        usable ? "" : "it is " + result.verdict() + ": " + FailoverSummary.sentence(result)),
                must,
                new ComparedResult.Numbers(
                        usable ? figures(result) : Map.of(), List.of(), new ComparedResult.Speed(0, 0)));
    }

    private static Map<String, Double> figures(FailoverResult result) {
        Map<String, Double> figures = new LinkedHashMap<>();
        for (FaultFigures each : result.figures()) {
            figures.put("lost by " + each.fault().words() + " s", each.lost().mean());
            figures.put(
                    "redundancy after " + each.fault().words() + " s",
                    each.redundancy().mean());
        }
        figures.values().removeIf(value -> !(value > 0));
        return figures;
    }
}
