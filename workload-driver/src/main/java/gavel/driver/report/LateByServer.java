package gavel.driver.report;

import org.HdrHistogram.Histogram;

/**
 * Counts the starts the server was too slow for, whatever the driver's own delay added. Pure.
 *
 * @param allowanceMillis at most so much of a service time was the driver's
 */
record LateByServer(long allowanceMillis) {

    /** @param serviceMicros of successes, time-outs, and what was still open after the hold */
    long count(long limitMillis, Histogram serviceMicros) {
        long boundMillis = limitMillis + allowanceMillis;
        return serviceMicros.getTotalCount() - serviceMicros.getCountBetweenValues(0, boundMillis * 1_000);
    }
}
