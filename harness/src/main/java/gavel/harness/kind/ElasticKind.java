package gavel.harness.kind;

import gavel.harness.compare.ComparedResult;
import gavel.harness.compare.MeanEstimate;
import gavel.harness.elastic.ElasticCsv;
import gavel.harness.elastic.ElasticPass;
import gavel.harness.elastic.ElasticResult;
import gavel.harness.evidence.ElasticCheck;
import gavel.harness.evidence.Examined;
import gavel.harness.evidence.Findings;
import gavel.harness.report.JUnitXml.Case;
import gavel.harness.report.html.Links;
import gavel.harness.report.page.ElasticPage;
import gavel.harness.report.text.ElasticSummary;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Passes along a path of load: how well supply follows demand. */
public final class ElasticKind extends ExperimentKind<ElasticResult> {
    public ElasticKind() {
        super("elastic", "elastic experiment", ElasticResult.class, ElasticResult.SCHEMA_VERSION);
    }

    @Override
    void checkMeasurements(ElasticResult result, Examined examined, Findings findings) {
        ElasticCheck.check(result, examined, journal(), findings);
    }

    @Override
    String briefly(ElasticResult result) {
        return ElasticSummary.briefly(result);
    }

    @Override
    String sentence(ElasticResult result) {
        return ElasticSummary.sentence(result);
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
    protected Map<String, String> tables(ElasticResult result) {
        return Map.of("events.csv", ElasticCsv.events(result), "service.csv", ElasticCsv.service(result));
    }

    @Override
    Figure figure(ElasticResult result) {
        return result.counted().isEmpty()
                ? null
                : new Figure("user time served well", ElasticSummary.percent(result.mean(ElasticPass::goodShare)));
    }

    @Override
    List<Case> parts(ElasticResult result) {
        return result.passes().stream()
                .map(pass -> counting(
                        "pass " + pass.number(),
                        pass.problem(),
                        result.counted().size() >= result.settings().repeats()))
                .toList();
    }

    @Override
    void must(ElasticResult result, Map<String, String> must) {
        must.put("path", result.settings().shape() + " of " + result.settings().pathSeconds() + " s");
        must.put("most servers", Integer.toString(result.settings().most()));
        must.put("N(k)", result.settings().capacity());
        load(result, must);
    }

    @Override
    String words(ElasticResult result) {
        return "supply " + result.settings().supply();
    }

    @Override
    Map<String, Double> figures(ElasticResult result) {
        Map<String, Double> figures = new LinkedHashMap<>();
        put(figures, ComparedResult.SERVED_WELL, result.mean(ElasticPass::goodShare));
        put(figures, "server time of demanded", result.mean(pass -> pass.cost().ofDemanded()));
        put(figures, "time with too few", result.mean(pass -> pass.metrics().underShare()));
        put(figures, "time with too many", result.mean(pass -> pass.metrics().overShare()));
        return figures;
    }

    private static void put(Map<String, Double> figures, String name, MeanEstimate estimate) {
        if (estimate != null) {
            figures.put(name, estimate.mean());
        }
    }
}
