package gavel.harness.failover;

import gavel.harness.failover.FaultPlan.Omitted;
import gavel.harness.result.Disclosure;
import gavel.harness.result.ExperimentResult;
import gavel.harness.result.ExperimentVerdict;
import gavel.harness.result.RunInfo;
import gavel.harness.verdict.Audit;
import java.util.List;

/**
 * What faults cost people, and everything it rests on: the content of {@code failover.json}.
 *
 * @param schemaVersion of this file's form: readers refuse what they do not know
 * @param run what was asked for
 * @param settings of the experiment
 * @param verdict how it ended
 * @param planned faults that were to be made
 * @param omitted faults that cannot be made here
 * @param faults that were made, in their order
 * @param course of the load, second by second
 * @param problem of the whole, why nothing counts; empty where it may
 * @param auditBefore null when it was not made
 * @param auditAfter null when it was not made
 * @param predictedSeconds before it began
 * @param remarks what a reader has to know
 * @param disclosure null when nothing was deployed
 */
public record FailoverResult(
        int schemaVersion,
        RunInfo run,
        FailoverSettings settings,
        ExperimentVerdict verdict,
        int planned,
        List<Omitted> omitted,
        List<FaultResult> faults,
        List<Second> course,
        String problem,
        Audit auditBefore,
        Audit auditAfter,
        double predictedSeconds,
        List<String> remarks,
        Disclosure disclosure)
        implements ExperimentResult {
    public static final int SCHEMA_VERSION = 1;

    /**
     * One second of the load.
     *
     * @param atMillis epoch milliseconds of its end
     * @param users people there
     * @param served operations that people waited for and that ended well
     * @param ended operations that ended, in whatever way
     * @param bad those of them that were late or failed
     * @param people whose session ended because something failed
     */
    public record Second(long atMillis, int users, long served, long ended, long bad, long people) {}

    public FailoverResult {
        omitted = List.copyOf(omitted);
        faults = List.copyOf(faults);
        course = List.copyOf(course);
        remarks = List.copyOf(remarks);
    }

    /**
     * Lost data come first: no doubt about a measurement excuses them.
     *
     * @param planned faults, with those in whose place others are made
     * @param replaced how many those are: as many need not count
     */
    public static ExperimentVerdict judge(
            int planned, int replaced, List<FaultResult> faults, String problem, Audit auditAfter) {
        boolean counts = faults.stream().filter(fault -> !fault.counts()).count() <= replaced;
        boolean complete = faults.size() == planned;
        if (auditAfter != null && !auditAfter.sound()) {
            return ExperimentVerdict.FAIL;
        }
        if (!complete && counts && !faults.isEmpty()) {
            return ExperimentVerdict.INCOMPLETE;
        }
        return complete && counts && problem.isEmpty() ? ExperimentVerdict.MEASURED : ExperimentVerdict.INVALID;
    }

    public List<FaultFigures> figures() {
        return FaultFigures.of(faults);
    }

    @Override
    public boolean measured() {
        return faults.size() == planned;
    }

    @Override
    public boolean audited() {
        return auditAfter != null;
    }
}
