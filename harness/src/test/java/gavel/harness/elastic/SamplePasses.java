package gavel.harness.elastic;

import gavel.harness.action.ActionEvent.Stage;
import gavel.harness.action.ActionEvent.Step;
import gavel.harness.elastic.DemandTable.Peak;
import gavel.harness.elastic.ElasticResult.CapacityProbe;
import gavel.harness.elastic.Steps.Change;
import gavel.harness.report.SampleResults;
import gavel.harness.verdict.Audit;
import java.util.List;
import java.util.stream.IntStream;

/** Elastic experiments that nobody made. */
public final class SamplePasses {
    private static final DemandTable TABLE =
            new DemandTable(List.of(new Peak(1, 90, 100, 110), new Peak(2, 170, 190, 210)));
    private static final Audit CLEAN = new Audit(
            true, 5, List.of(new Audit.Invariant("bids", "answered bids are there", 100, 0, List.of())), List.of());
    private static final Audit LOST = new Audit(
            false, 5, List.of(new Audit.Invariant("bids", "answered bids are there", 100, 2, List.of())), List.of());

    private SamplePasses() {}

    public static ElasticPass pass(int number, double ready) {
        Steps demand = Steps.of(1, new Change(20, 2));
        Steps supply = Steps.of(1, new Change(ready, 2));
        List<Step> steps = List.of(
                new Step("app2", Stage.CREATED, 26_000),
                new Step("app2", Stage.READY, 1_000 + Math.round(1_000 * ready)));
        return new ElasticPass(
                number,
                "",
                1_000,
                100,
                demand,
                supply,
                ElasticityMetrics.of(demand, supply, 100),
                ElasticityMetrics.of(Steps.of(1), supply, 100),
                ElasticityMetrics.of(Steps.of(2), supply, 100),
                0.2,
                1 - (ready - 20) / 100,
                new ElasticPass.Cost(175, 180, 200),
                List.of(new ScalingEvent(1, 2, 25_500, 33_000, null, steps)),
                List.of(new ElasticPass.Joined(
                        "app2", new ScalingLinks(20.0, 24.5, 25.0, ready, ready + 1, null, null))),
                IntStream.rangeClosed(1, 100)
                        .mapToObj(second -> new ElasticPass.Second(
                                second, 100, 20, second % 3, demand.at(second), supply.at(second)))
                        .toList());
    }

    public static ElasticResult result(int planned, boolean probesPass, boolean lost, ElasticPass... passes) {
        List<CapacityProbe> probes = List.of(
                new CapacityProbe(true, 1, 90, true, ""),
                new CapacityProbe(false, 1, 90, probesPass, probesPass ? "" : "too slow <b>"));
        Audit after = lost ? LOST : CLEAN;
        return new ElasticResult(
                ElasticResult.SCHEMA_VERSION,
                SampleResults.passed().run(),
                new ElasticSettings("step", 100, "rule:60", 2, "sweep", planned),
                ElasticResult.judge(planned, 0, List.of(passes), probes, "", after),
                TABLE,
                List.of(passes),
                probes,
                "",
                CLEAN,
                after,
                600,
                List.of("a remark"),
                SampleResults.passed().disclosure());
    }
}
