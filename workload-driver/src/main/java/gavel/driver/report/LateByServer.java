package gavel.driver.report;

import gavel.driver.record.OperationCounts;
import gavel.driver.record.Outcome;
import org.HdrHistogram.Histogram;

/**
 * Counts the starts the server was too slow for, or failed, whatever the driver's own delay added. Pure.
 *
 * @param allowanceMillis at most so much of a service time was the driver's
 * @param holdMillis how long the load was held after the measurement: what is still open then has taken at least as long
 */
record LateByServer(long allowanceMillis, long holdMillis) {

    /** @param serviceMicros of everything that ended, time-outs included and other failures not */
    long count(long limitMillis, OperationCounts counts, Histogram serviceMicros) {
        long boundMillis = limitMillis + allowanceMillis;
        long late = serviceMicros.getTotalCount() - serviceMicros.getCountBetweenValues(0, boundMillis * 1_000);
        for (Outcome outcome : Outcome.values()) {
            if (outcome.failed() && !outcome.timedOut() && !outcome.ofDriver()) {
                late += counts.failures(outcome);
            }
        }
        long open = counts.starts() - counts.ended();
        return boundMillis <= holdMillis ? late + open : late;
    }
}
