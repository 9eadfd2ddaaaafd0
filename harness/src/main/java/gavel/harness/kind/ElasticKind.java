package gavel.harness.kind;

import gavel.harness.compare.ComparedResult;
import gavel.harness.compare.MeanEstimate;
import gavel.harness.elastic.ElasticCsv;
import gavel.harness.elastic.ElasticPass;
import gavel.harness.elastic.ElasticResult;
import gavel.harness.report.JUnitXml.Case;
import gavel.harness.report.JUnitXml.Ending;
import gavel.harness.report.html.Links;
import gavel.harness.report.page.ElasticPage;
import gavel.harness.report.text.ElasticSummary;
import gavel.harness.report.text.Headline;
import gavel.harness.result.ExperimentVerdict;
import gavel.harness.result.IndexCsv;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Passes along a path of load: how well supply follows demand. */
public final class ElasticKind extends ResultKind<ElasticResult> {
    public ElasticKind() {
        super("elastic", "elastic experiment", ElasticResult.class, ElasticResult.SCHEMA_VERSION);
    }

    @Override
    public String journal() {
        return "elastic.jsonl";
    }

    @Override
    public Headline headline(ElasticResult result) {
        return new Headline(
                ElasticSummary.briefly(result),
                ElasticSummary.tone(result),
                "",
                ElasticSummary.sentence(result),
                List.of(),
                result.remarks());
    }

    @Override
    public String page(ElasticResult result, Links links) {
        return ElasticPage.render(result, links);
    }

    @Override
    public List<String> summary(ElasticResult result, Path page) {
        return ElasticSummary.lines(result, page);
    }

    @Override
    public String briefly(Path directory) throws IOException {
        return ElasticSummary.briefly(read(directory));
    }

    @Override
    protected Map<String, String> tables(ElasticResult result) {
        return Map.of("events.csv", ElasticCsv.events(result), "service.csv", ElasticCsv.service(result));
    }

    /** An invalid one has no figure there. */
    @Override
    public IndexCsv.Line index(ElasticResult result) {
        boolean counts = result.verdict() != ExperimentVerdict.INVALID
                && !result.counted().isEmpty();
        return new IndexCsv.Line(
                result.verdict().name(),
                counts ? "user time served well" : null,
                counts ? ElasticSummary.percent(result.mean(ElasticPass::goodShare)) : null,
                result.run().users(),
                IndexCsv.Measured.NONE,
                null,
                false);
    }

    /**
     * One case for whether all can be trusted, one for the data, and one for each pass.
     *
     * @param atLeast percent of user time that must be served well
     */
    @Override
    protected List<Case> cases(ElasticResult result, double atLeast) {
        List<Case> cases = new ArrayList<>();
        cases.add(new Case("trusted", result.problem().isEmpty() ? Ending.PASSED : Ending.ERROR, result.problem()));
        cases.add(new Case(
                "integrity",
                result.auditAfter() == null
                        ? Ending.SKIPPED
                        : result.verdict() == ExperimentVerdict.FAIL ? Ending.FAILURE : Ending.PASSED,
                ElasticSummary.sentence(result)));
        result.passes()
                .forEach(pass -> cases.add(new Case(
                        "pass " + pass.number(), pass.counts() ? Ending.PASSED : Ending.ERROR, pass.problem())));
        return cases;
    }

    @Override
    public ComparedResult compared(String named, Path directory) throws IOException {
        ElasticResult result = read(directory);
        if (result.disclosure() == null) {
            return ComparedResult.refused(named, name(), "nothing was deployed");
        }
        Map<String, String> must = new LinkedHashMap<>();
        must.put(ComparedResult.KIND, name());
        must.put("path", result.settings().shape() + " of " + result.settings().pathSeconds() + " s");
        must.put("most servers", Integer.toString(result.settings().most()));
        must.put("N(k)", result.settings().capacity());
        must.put("profile", result.run().profile());
        must.put("length", result.run().length() + " " + result.run().phases());
        must.put("services", result.run().services());
        boolean usable = result.verdict() == ExperimentVerdict.MEASURED;
        return ComparedResult.of(
                result,
                new ComparedResult.Outcome(
                        result.verdict().name(),
                        "supply " + result.settings().supply(),
                        usable ? "" : "it is " + result.verdict() + ": " + ElasticSummary.sentence(result)),
                must,
                new ComparedResult.Numbers(
                        usable ? figures(result) : Map.of(), List.of(), new ComparedResult.Speed(0, 0)));
    }

    private static Map<String, Double> figures(ElasticResult result) {
        Map<String, Double> figures = new LinkedHashMap<>();
        put(figures, "user time served well", result.mean(ElasticPass::goodShare));
        put(figures, "server time of demanded", result.mean(pass -> pass.cost().ofDemanded()));
        put(figures, "time with too few", result.mean(pass -> pass.metrics().underShare()));
        put(figures, "time with too many", result.mean(pass -> pass.metrics().overShare()));
        return figures;
    }

    private static void put(Map<String, Double> figures, String name, MeanEstimate estimate) {
        if (estimate != null && estimate.mean() > 0) {
            figures.put(name, estimate.mean());
        }
    }
}
