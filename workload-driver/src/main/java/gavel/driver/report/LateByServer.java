package gavel.driver.report;

import gavel.driver.record.OperationCounts;
import gavel.driver.record.Outcome;
import org.HdrHistogram.Histogram;

/**
 * Counts the starts the server was too slow for, or failed, whatever the driver's own delay added. Pure.
 *
 * @param allowanceMillis at most so much of a service time was the driver's
 */
record LateByServer(long allowanceMillis) {

    /** @param serviceMicros of successes, time-outs, and what was still open after the hold */
    long count(long limitMillis, OperationCounts counts, Histogram serviceMicros) {
        long boundMillis = limitMillis + allowanceMillis;
        long late = serviceMicros.getTotalCount() - serviceMicros.getCountBetweenValues(0, boundMillis * 1_000);
        for (Outcome outcome : Outcome.values()) {
            if (outcome.failed() && !outcome.timedOut() && !outcome.ofDriver()) {
                late += counts.failures(outcome);
            }
        }
        return late;
    }
}
