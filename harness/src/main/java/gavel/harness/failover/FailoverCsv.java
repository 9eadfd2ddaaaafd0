package gavel.harness.failover;

import static java.util.Locale.ROOT;

import gavel.harness.result.Csv;
import java.util.List;

/** A walk as tables for spreadsheets. Pure. */
public final class FailoverCsv {
    private FailoverCsv() {}

    /** A row for each fault. */
    public static String faults(FailoverResult result) {
        StringBuilder csv = new StringBuilder(
                "number,tier,instances,instance,fault,counts,problem,beganMillis,seenMillis,healedMillis,levelPerSecond,"
                        + "outageSeconds,recoverySeconds,lostSeconds,qualitySeconds,redundancySeconds,people,failedOperations,"
                        + "lateOperations,resolutionSeconds\n");
        for (FaultResult fault : result.faults()) {
            boolean counts = fault.counts();
            csv.append(Csv.line(
                    fault.number(),
                    fault.fault().tier(),
                    fault.fault().instances(),
                    fault.fault().instance(),
                    fault.fault().kind().word(),
                    counts,
                    fault.problem(),
                    fault.beganMillis(),
                    fault.seenMillis(),
                    fault.healedMillis(),
                    fault.level() == null ? null : number(fault.level().perSecond()),
                    counts ? number(fault.loss().outageSeconds()) : null,
                    counts && fault.loss().recoverySeconds() != null
                            ? number(fault.loss().recoverySeconds())
                            : null,
                    counts ? number(fault.loss().lostSeconds()) : null,
                    counts && fault.qualitySeconds() != null ? number(fault.qualitySeconds()) : null,
                    counts ? number(fault.redundancySeconds()) : null,
                    counts ? fault.people() : null,
                    counts ? fault.failedOperations() : null,
                    counts ? fault.lateOperations() : null,
                    counts ? number(fault.resolutionSeconds()) : null));
        }
        return csv.toString();
    }

    /** A row for each tenth of a second around each fault. */
    public static String service(FailoverResult result) {
        StringBuilder csv = new StringBuilder("number,seconds,served\n");
        for (FaultResult fault : result.faults()) {
            List<Integer> served = fault.served();
            for (int i = 0; i < served.size(); i++) {
                csv.append(Csv.line(fault.number(), number(i / 10.0 - FaultResult.BEFORE_SECONDS), served.get(i)));
            }
        }
        return csv.toString();
    }

    private static String number(double value) {
        return String.format(ROOT, "%.1f", value);
    }
}
