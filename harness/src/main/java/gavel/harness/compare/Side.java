package gavel.harness.compare;

import gavel.driver.api.LoadReport;
import gavel.driver.api.LoadReport.OperationReport;
import gavel.driver.api.shape.LoadShape;
import gavel.harness.peak.Conclusion;
import gavel.harness.peak.Peak;
import gavel.harness.peak.PeakResult;
import gavel.harness.result.Disclosure;
import gavel.harness.result.Figures;
import gavel.harness.result.RunResult;
import gavel.harness.verdict.Verdict;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a comparison looks at of one result: pure.
 *
 * @param unusable why it cannot be compared at all; empty when it can
 * @param must be equal on all sides, or the comparison is refused
 * @param should be equal; a reader is told where it is not
 * @param figures above 0, by name
 * @param peak lower end, middle and upper end; empty for a run
 */
public record Side(
        String id,
        String unusable,
        Map<String, String> must,
        Map<String, String> should,
        Map<String, Double> figures,
        List<Double> peak,
        String configuration) {
    private static final double P99 = 0.99;

    public static Side of(RunResult result) {
        LoadReport load = result.load();
        boolean usable = result.verdict().status() != Verdict.Status.INVALID && load != null;
        Map<String, String> must = new LinkedHashMap<>();
        must.put("kind", "run");
        must.put("users", Integer.toString(result.run().users()));
        must.put("load", (load == null ? LoadShape.CONSTANT : load.shape()).text());
        must.put(
                "profile",
                load == null
                        ? result.run().profile()
                        : load.profile().name() + " " + load.profile().sha256());
        must.put("length", result.run().length() + " " + result.run().phases());
        must.put("services", result.run().services());
        Map<String, Double> figures = new LinkedHashMap<>();
        if (usable) {
            figures.put("operations/s", Figures.of(load).operationsPerSecond());
            for (OperationReport operation : load.operations()) {
                if (Figures.judged(operation) && operation.response().count() > 0) {
                    figures.put("p99 " + operation.name() + " ms", Figures.millis(operation.response(), P99));
                }
            }
        }
        figures.values().removeIf(value -> !(value > 0));
        return new Side(
                result.run().id(),
                usable ? "" : "it is INVALID: " + result.verdict().headline(),
                must,
                should(result.disclosure()),
                figures,
                List.of(),
                result.disclosure().configuration());
    }

    public static Side of(PeakResult result) {
        Map<String, String> must = new LinkedHashMap<>();
        must.put("kind", "peak");
        must.put(
                "profile",
                result.disclosure()
                        .versions()
                        .getOrDefault(Disclosure.PROFILE, result.run().profile()));
        must.put("length", result.run().length() + " " + result.run().phases());
        must.put("services", result.run().services());
        boolean found = result.conclusion().kind() == Conclusion.Kind.FOUND;
        Peak peak = result.conclusion().peak();
        return new Side(
                result.run().id(),
                found ? "" : "it has no peak: " + result.conclusion().reason(),
                must,
                should(result.disclosure()),
                found ? Map.of("peak users", peak.middle()) : Map.of(),
                found ? List.of(peak.lower(), peak.middle(), peak.upper()) : List.of(),
                result.disclosure().configuration());
    }

    private static Map<String, String> should(Disclosure disclosure) {
        Map<String, String> should = new LinkedHashMap<>();
        should.put("gavel", disclosure.versions().getOrDefault("gavel", "unknown"));
        should.put("jdk", disclosure.versions().getOrDefault("jdk", "unknown"));
        should.put("cpu", disclosure.host().cpu());
        should.put("cores", Integer.toString(disclosure.host().cores()));
        should.put("kernel", disclosure.host().kernel());
        should.put("images", disclosure.dataSet().getOrDefault("images", "unknown"));
        return should;
    }
}
