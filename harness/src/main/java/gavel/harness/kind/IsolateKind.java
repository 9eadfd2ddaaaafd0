package gavel.harness.kind;

import gavel.harness.compare.ComparedResult;
import gavel.harness.isolate.Disturbance;
import gavel.harness.isolate.IsolateResult;
import gavel.harness.report.JUnitXml.Case;
import gavel.harness.report.JUnitXml.Ending;
import gavel.harness.report.html.Links;
import gavel.harness.report.page.IsolatePage;
import gavel.harness.report.text.FailoverSummary;
import gavel.harness.report.text.Headline;
import gavel.harness.report.text.IsolateSummary;
import gavel.harness.result.ExperimentVerdict;
import gavel.harness.result.IndexCsv;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Several tenants at once: how far they are kept from each other. */
public final class IsolateKind extends ResultKind<IsolateResult> {
    public IsolateKind() {
        super("isolate", "measurement of tenants", IsolateResult.class, IsolateResult.SCHEMA_VERSION);
    }

    @Override
    public String journal() {
        return "isolate.jsonl";
    }

    @Override
    public Headline headline(IsolateResult result) {
        return new Headline(
                IsolateSummary.briefly(result),
                IsolateSummary.tone(result),
                "",
                IsolateSummary.sentence(result),
                List.of(),
                result.remarks());
    }

    @Override
    public String page(IsolateResult result, Links links) {
        return IsolatePage.render(result, links);
    }

    @Override
    public List<String> summary(IsolateResult result, Path page) {
        return IsolateSummary.lines(result, page);
    }

    @Override
    public String briefly(Path directory) throws IOException {
        return IsolateSummary.briefly(read(directory));
    }

    /** An invalid one has no figure there. */
    @Override
    public IndexCsv.Line index(IsolateResult result) {
        Disturbance worst = result.verdict() == ExperimentVerdict.INVALID
                ? null
                : IsolateSummary.worst(result).orElse(null);
        return new IndexCsv.Line(
                result.verdict().name(),
                worst == null ? null : "I_QoS of tenant " + worst.disruptor(),
                worst == null ? null : FailoverSummary.signed(worst.index(), 2),
                result.users(),
                IndexCsv.Measured.NONE,
                null,
                false);
    }

    /**
     * One case for whether all can be trusted, one for the data, and one for each measurement.
     *
     * @param atLeast not used: nothing has to be reached
     */
    @Override
    protected List<Case> cases(IsolateResult result, double atLeast) {
        List<Case> cases = new ArrayList<>();
        cases.add(new Case("trusted", result.problem().isEmpty() ? Ending.PASSED : Ending.ERROR, result.problem()));
        cases.add(new Case(
                "integrity",
                result.verdict() == ExperimentVerdict.FAIL
                        ? Ending.FAILURE
                        : result.audits().isEmpty() ? Ending.SKIPPED : Ending.PASSED,
                IsolateSummary.sentence(result)));
        for (int i = 0; i < result.phases().size(); i++) {
            String problem = result.phases().get(i).problem();
            cases.add(new Case(
                    (i + 1) + " " + result.phases().get(i).words(),
                    problem.isEmpty() ? Ending.PASSED : Ending.ERROR,
                    problem));
        }
        return cases;
    }

    @Override
    public ComparedResult compared(String named, Path directory) throws IOException {
        IsolateResult result = read(directory);
        if (result.disclosure() == null) {
            return ComparedResult.refused(named, name(), "nothing was deployed");
        }
        Map<String, String> must = new LinkedHashMap<>();
        must.put(ComparedResult.KIND, name());
        must.put("tenants", Integer.toString(result.tenants()));
        must.put("users", Integer.toString(result.users()));
        must.put("factors", result.factors().toString());
        must.put("shared", result.shared().toString());
        must.put("profile", result.run().profile());
        must.put("length", result.run().length() + " " + result.run().phases());
        must.put("services", result.run().services());
        boolean usable = result.verdict() == ExperimentVerdict.MEASURED;
        Map<String, Double> figures = new LinkedHashMap<>();
        if (usable) {
            result.disturbances().stream()
                    .filter(each -> each.index() != null && each.index().mean() > 0)
                    .forEach(each -> figures.put(
                            "I_QoS of tenant " + each.disruptor() + " times " + each.factor(),
                            each.index().mean()));
        }
        return ComparedResult.of(
                result,
                new ComparedResult.Outcome(
                        result.verdict().name(),
                        "",
                        usable ? "" : "it is " + result.verdict() + ": " + IsolateSummary.sentence(result)),
                must,
                new ComparedResult.Numbers(figures, List.of(), new ComparedResult.Speed(0, 0)));
    }
}
