package gavel.harness.kind;

import gavel.harness.evidence.Examined;
import gavel.harness.evidence.Findings;
import gavel.harness.evidence.IsolateCheck;
import gavel.harness.isolate.IsolateResult;
import gavel.harness.report.JUnitXml.Case;
import gavel.harness.report.html.Links;
import gavel.harness.report.page.IsolatePage;
import gavel.harness.report.text.FailoverSummary;
import gavel.harness.report.text.IsolateSummary;
import gavel.harness.result.ExperimentVerdict;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Several tenants at once: how far they are kept from each other. */
public final class IsolateKind extends ExperimentKind<IsolateResult> {
    public IsolateKind() {
        super("isolate", "measurement of tenants", IsolateResult.class, IsolateResult.SCHEMA_VERSION);
    }

    @Override
    void checkMeasurements(IsolateResult result, Examined examined, Findings findings) {
        IsolateCheck.check(result, examined, journal(), findings);
    }

    @Override
    String briefly(IsolateResult result) {
        return IsolateSummary.briefly(result);
    }

    @Override
    String sentence(IsolateResult result) {
        return IsolateSummary.sentence(result);
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
    int users(IsolateResult result) {
        return result.users();
    }

    @Override
    Figure figure(IsolateResult result) {
        return IsolateSummary.worst(result)
                .map(worst ->
                        new Figure("I_QoS of tenant " + worst.disruptor(), FailoverSummary.signed(worst.index(), 2)))
                .orElse(null);
    }

    @Override
    List<Case> parts(IsolateResult result) {
        return IntStream.range(0, result.phases().size())
                .mapToObj(i -> counting(
                        (i + 1) + " " + result.phases().get(i).words(),
                        result.phases().get(i).problem(),
                        result.verdict() == ExperimentVerdict.MEASURED))
                .toList();
    }

    @Override
    void must(IsolateResult result, Map<String, String> must) {
        must.put("tenants", Integer.toString(result.tenants()));
        must.put("users", Integer.toString(result.users()));
        must.put("factors", result.factors().toString());
        must.put("shared", result.shared().toString());
        load(result, must);
    }

    @Override
    String words(IsolateResult result) {
        return "";
    }

    @Override
    Map<String, Double> figures(IsolateResult result) {
        Map<String, Double> figures = new LinkedHashMap<>();
        result.disturbances().stream()
                .filter(each -> each.index() != null)
                .forEach(each -> figures.put(
                        "I_QoS of tenant " + each.disruptor() + " times " + each.factor(),
                        each.index().mean()));
        return figures;
    }
}
