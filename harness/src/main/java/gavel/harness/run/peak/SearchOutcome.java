package gavel.harness.run.peak;

import gavel.harness.peak.Conclusion;
import gavel.harness.peak.ProbeResult;
import gavel.harness.result.Disclosure;
import gavel.harness.result.RunInfo;
import gavel.harness.verdict.Audit;
import gavel.harness.verdict.Evidence.MeasurementConditions;
import java.util.List;

/**
 * What the last deployment of a search leaves behind.
 *
 * @param auditBefore null when it was not made
 * @param auditAfter null when it was not made
 */
record SearchOutcome(
        RunInfo run,
        Conclusion conclusion,
        List<ProbeResult> levels,
        MeasurementConditions conditions,
        Audit auditBefore,
        Audit auditAfter,
        Disclosure disclosure) {
    /** The same, when nothing came of it. */
    SearchOutcome without(String reason) {
        return new SearchOutcome(
                run,
                new Conclusion(Conclusion.Kind.INVALID, null, 0, reason),
                levels,
                conditions,
                auditBefore,
                auditAfter,
                disclosure);
    }
}
