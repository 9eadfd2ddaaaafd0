package gavel.harness.failover;

import gavel.harness.failover.FaultPlan.Omitted;
import gavel.harness.report.SampleResults;
import gavel.harness.verdict.Audit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/** Walks through faults that nobody made. */
public final class SampleWalks {
    public static final Fault KILL = new Fault("appServers", 1, "app1", Fault.Kind.KILL);
    public static final Fault FREEZE = new Fault("relational", 1, "postgresql", Fault.Kind.FREEZE);
    private static final Audit CLEAN = new Audit(
            true, 5, List.of(new Audit.Invariant("bids", "answered bids are there", 100, 0, List.of())), List.of());
    private static final Audit LOST = new Audit(
            false,
            5,
            List.of(new Audit.Invariant("bids", "answered bids are there", 100, 2, List.of("bid 7 of lot 3"))),
            List.of());

    private SampleWalks() {}

    public static FaultResult fault(int number, Fault fault, double lost, long people) {
        long at = 1_000_000 + 60_000L * number;
        return new FaultResult(
                number,
                fault,
                "",
                at,
                at + 20,
                at + 3_500,
                new ServiceLevel(60, 1),
                new ServiceLoss(lost / 2, lost, lost),
                7.0,
                3.5,
                people,
                2 * people,
                3,
                0.3,
                Collections.nCopies(100, 6));
    }

    public static FaultResult uncounted(int number, Fault fault) {
        return FaultReading.unread(
                number, fault, new FaultMade(1_000_000, 0, 1_000_500, "app1 was not seen to be gone after it"));
    }

    public static FailoverResult walk(int planned, String problem, boolean lost, FaultResult... faults) {
        Audit after = lost ? LOST : CLEAN;
        List<FaultResult> all = List.of(faults);
        List<FailoverResult.Second> course = new ArrayList<>(IntStream.range(0, 300)
                .mapToObj(second -> new FailoverResult.Second(1_000_000 + 1_000L * second, 300, 60, 70, second % 7, 0))
                .toList());
        return new FailoverResult(
                FailoverResult.SCHEMA_VERSION,
                SampleResults.passed().run(),
                FailoverSettings.USUAL,
                FailoverResult.judge(planned, 0, all, problem, after),
                planned,
                List.of(new Omitted(
                        new Fault("documents", 1, "documents", Fault.Kind.KILL),
                        "must not be stopped or killed, as its data are in memory only")),
                all,
                course,
                problem,
                CLEAN,
                after,
                600,
                List.of("a remark <b>"),
                SampleResults.passed().disclosure());
    }
}
