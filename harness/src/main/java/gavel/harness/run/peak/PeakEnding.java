package gavel.harness.run.peak;

import gavel.harness.peak.Conclusion;
import gavel.harness.peak.Finding;
import gavel.harness.result.Disclosure;
import gavel.harness.result.RunInfo;
import gavel.harness.verdict.Audit;
import gavel.harness.verdict.Evidence.Circumstances;
import java.util.List;

/**
 * What the last deployment of a search leaves behind.
 *
 * @param auditBefore null when it was not made
 * @param auditAfter null when it was not made
 */
record PeakEnding(
        RunInfo run,
        Conclusion conclusion,
        List<Finding> levels,
        Circumstances circumstances,
        Audit auditBefore,
        Audit auditAfter,
        Disclosure disclosure) {
    /** The same, when nothing came of it. */
    PeakEnding without(String reason) {
        return new PeakEnding(
                run,
                new Conclusion(Conclusion.Kind.INVALID, null, 0, reason),
                levels,
                circumstances,
                auditBefore,
                auditAfter,
                disclosure);
    }
}
