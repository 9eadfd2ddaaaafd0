package gavel.harness.kind;

import gavel.harness.config.Configuration;
import gavel.harness.evidence.Examined;
import gavel.harness.evidence.FailoverCheck;
import gavel.harness.evidence.Findings;
import gavel.harness.failover.FailoverCsv;
import gavel.harness.failover.FailoverResult;
import gavel.harness.failover.FaultFigures;
import gavel.harness.report.JUnitXml.Case;
import gavel.harness.report.html.Links;
import gavel.harness.report.page.FailoverPage;
import gavel.harness.report.text.FailoverSummary;
import gavel.harness.report.text.Words;
import gavel.harness.result.ExperimentVerdict;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Walks through faults: what each costs people. */
public final class FailoverKind extends ExperimentKind<FailoverResult> {
    public FailoverKind() {
        super("failover", "failover experiment", FailoverResult.class, FailoverResult.SCHEMA_VERSION);
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
    void checkMeasurements(FailoverResult result, Examined examined, Findings findings) {
        FailoverCheck.check(result, examined, journal(), findings);
    }

    @Override
    String briefly(FailoverResult result) {
        return FailoverSummary.briefly(result);
    }

    @Override
    String sentence(FailoverResult result) {
        return FailoverSummary.sentence(result);
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
    protected Map<String, String> tables(FailoverResult result) {
        return Map.of("faults.csv", FailoverCsv.faults(result), "service.csv", FailoverCsv.service(result));
    }

    /** Of the fault that took most service. */
    @Override
    Figure figure(FailoverResult result) {
        return result.figures().stream()
                .filter(each -> each.counted() > 0)
                .max((a, b) -> Double.compare(a.lost().mean(), b.lost().mean()))
                .map(most -> new Figure("service lost by " + most.fault().words(), FailoverSummary.lost(most) + " s"))
                .orElse(null);
    }

    @Override
    List<Case> parts(FailoverResult result) {
        return result.faults().stream()
                .map(fault -> counting(
                        fault.number() + " " + fault.fault().words(),
                        fault.problem(),
                        result.verdict() == ExperimentVerdict.MEASURED))
                .toList();
    }

    @Override
    void must(FailoverResult result, Map<String, String> must) {
        must.put("users", Integer.toString(result.run().users()));
        load(result, must);
        must.put("lasting faults", result.settings().lasting().toString());
        must.put(
                "faults",
                result.figures().stream().map(each -> each.fault().words()).collect(Collectors.joining(", ")));
    }

    @Override
    String words(FailoverResult result) {
        return result.verdict() == ExperimentVerdict.MEASURED ? "" : sentence(result);
    }

    @Override
    Map<String, Double> figures(FailoverResult result) {
        Map<String, Double> figures = new LinkedHashMap<>();
        for (FaultFigures each : result.figures()) {
            // What was lost until a wait was over is another figure than what was until all was whole again.
            figures.put(
                    (each.recovery() == null ? "lost at least by " : "lost by ")
                            + each.fault().words() + " s",
                    each.lost().mean());
            figures.put(
                    "redundancy after " + each.fault().words() + " s",
                    each.redundancy().mean());
        }
        return figures;
    }
}
