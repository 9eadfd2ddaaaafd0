package gavel.harness.evidence;

import gavel.harness.failover.FailoverResult;
import gavel.harness.failover.FaultReading;
import gavel.harness.failover.FaultResult;
import gavel.harness.result.ExperimentVerdict;
import java.util.List;

/** Makes what each fault cost again from the tenths of seconds that are kept of it, and the verdict of a walk from its faults. */
public final class FailoverCheck {
    private static final String FAULTS = "faults";
    /** With the bids that were answered. */
    private static final String LOAD = "load";

    private final FailoverResult result;
    private final Examined examined;
    private final Findings findings;
    private final ExperimentCheck whole;

    private FailoverCheck(FailoverResult result, Examined examined, Findings findings) {
        this.result = result;
        this.examined = examined;
        this.findings = findings;
        this.whole = new ExperimentCheck(result, examined, findings);
    }

    /** @param journal its name */
    public static void check(FailoverResult result, Examined examined, String journal, Findings findings) {
        new FailoverCheck(result, examined, findings).check(journal);
    }

    private void check(String journal) {
        whole.configuration();
        new AuditCheck(findings)
                .check(
                        examined.directory(),
                        result.auditBefore(),
                        result.auditAfter(),
                        examined.directory().resolve(LOAD));
        String settings = " " + result.settings();
        whole.journal(journal, FaultResult.class, result.faults(), FAULTS, asked -> asked.endsWith(settings));
        for (int i = 0; i < result.faults().size(); i++) {
            FaultResult told = result.faults().get(i);
            String where = FAULTS + "[" + i + "]";
            findings.same(told.number(), i + 1, where, "the number of the fault");
            FaultResult made = FaultReading.again(told);
            whole.follows(told.loss(), made.loss(), where + ".loss", "what its level and tenths of seconds come to");
            whole.follows(told, made, where, "what its times, level and tenths of seconds come to");
        }
        whole.verdict(verdicts());
        whole.problem(ExperimentCheck.sound(result.auditBefore(), result.auditAfter()));
        findings.unknown(
                FAULTS,
                "whether levels, tenths of seconds and people are what the drivers said: their reports are not kept");
    }

    private List<ExperimentVerdict> verdicts() {
        long lost = result.faults().stream().filter(fault -> !fault.counts()).count();
        return ExperimentCheck.replaced(result.planned(), lost)
                .mapToObj(replaced -> FailoverResult.judge(
                        result.planned(), replaced, result.faults(), result.problem(), result.auditAfter()))
                .distinct()
                .toList();
    }
}
