package gavel.harness.peak;

import gavel.harness.peak.Step.Purpose;

/**
 * What one probe found, for the result and for a search that goes on after an interruption.
 *
 * @param number from 1, in order
 * @param subject of the figure that was nearest to its limit
 * @param headline of the verdict
 * @param startedAtMillis epoch milliseconds
 * @param measuredSeconds of the interval; shorter than asked for where the answer was beyond doubt
 * @param seconds in all, ramp and warm-up included
 * @param operationsPerSecond those that succeeded, of people and of their pages
 * @param p50Millis of all operations of people with a limit
 * @param p99Millis likewise
 */
public record Finding(
        int number,
        Purpose purpose,
        Probe probe,
        String subject,
        String headline,
        long startedAtMillis,
        double measuredSeconds,
        double seconds,
        double operationsPerSecond,
        double p50Millis,
        double p99Millis) {}
