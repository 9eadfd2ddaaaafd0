package gavel.harness.peak;

import gavel.harness.result.Disclosure;
import gavel.harness.result.RunInfo;
import gavel.harness.verdict.Audit;
import java.util.List;

/**
 * A search for the peak and everything it found: the content of {@code peak.json}.
 *
 * @param run what was asked for; its users are those the last data set was made for
 * @param climb null when the search did not come so far
 * @param probes in their order
 * @param levels intervals at 25, 50 and 75 % of the peak, and the confirming probe nearest to it
 * @param predictedSeconds before the search began
 * @param auditAfter null when it was not made
 * @param remarks what a reader has to know before comparing
 */
public record PeakResult(
        int schemaVersion,
        RunInfo run,
        SearchSettings search,
        Conclusion conclusion,
        Climb climb,
        List<Finding> probes,
        List<Finding> levels,
        double predictedSeconds,
        double seconds,
        Audit auditBefore,
        Audit auditAfter,
        List<String> remarks,
        Disclosure disclosure) {
    public static final int SCHEMA_VERSION = 1;

    public PeakResult {
        probes = List.copyOf(probes);
        levels = List.copyOf(levels);
        remarks = List.copyOf(remarks);
    }
}
