package gavel.driver.api;

import gavel.driver.api.shape.LoadShape;
import java.util.List;
import java.util.Map;

/**
 * What a workload driver measured over the measurement phase, and how it judges it. All latencies are in microseconds.
 *
 * @param profile name, version and hash of the profile as run, and whether it is the unchanged built-in one
 * @param seed of every random choice
 * @param users people at full load, of all drivers
 * @param startedAtMillis epoch milliseconds of the first intended start
 * @param measuredFromMillis epoch milliseconds; an operation belongs to the interval of its intended start
 * @param measuredToMillis epoch milliseconds, exclusive
 * @param operations every operation of the profile, in its order
 * @param news how late accepted bids reached those who follow the auction
 * @param mix of the main operations, expected and driven
 * @param rate of main operations and bids, expected and driven
 * @param driver its own state
 * @param lateness of the loops' timers (actual minus intended)
 * @param counters totals over the measurement: bytesIn, bytesOut, connectionsOpened, tlsHandshakesFull, tlsHandshakesResumed,
 *     sessionsStarted, sessionsEnded, retriesOnReusedConnection, exchanges …
 * @param rules outcome of every quality-of-service and validity rule, in order of precedence
 * @param firstFailures the first failed exchanges, secrets removed
 * @param drivers each of those that made the load together; of a single one too
 * @param shape how the number of users should go over time; second 0 of a path is the beginning of the measurement
 */
public record LoadReport(
        Profile profile,
        long seed,
        int users,
        long startedAtMillis,
        long measuredFromMillis,
        long measuredToMillis,
        List<OperationReport> operations,
        NewsReport news,
        List<MixShare> mix,
        Rate rate,
        DriverHealth driver,
        Latency lateness,
        Map<String, Long> counters,
        List<RuleOutcome> rules,
        List<FailedExchange> firstFailures,
        List<DriverShare> drivers,
        LoadShape shape) {
    public LoadReport {
        // Older results do not tell drivers apart, and know constant loads only.
        drivers = drivers == null ? List.of() : List.copyOf(drivers);
        shape = shape == null ? LoadShape.CONSTANT : shape;
    }

    /** The same with these rules, such as the driver's together with those about the machines. */
    public LoadReport with(List<RuleOutcome> others) {
        return new LoadReport(
                profile,
                seed,
                users,
                startedAtMillis,
                measuredFromMillis,
                measuredToMillis,
                operations,
                news,
                mix,
                rate,
                driver,
                lateness,
                counters,
                others,
                firstFailures,
                drivers,
                shape);
    }

    /**
     * @param name of the profile
     * @param version as the profile states it
     * @param sha256 of its file
     * @param builtIn whether it is the unchanged one that comes with Gavel
     */
    public record Profile(String name, String version, String sha256, boolean builtIn) {}

    /**
     * @param name of the operation
     * @param background whether a follower does it, not a person
     * @param limitMillis 99 % of the responses must be within it; 0 for none
     * @param starts operations whose intended start lies in the measurement
     * @param succeeded operations that ended with the right answer
     * @param late starts later than the limit, time-outs included, wrong answers not
     * @param overruns starts whose operation was not over when the person's next was due
     * @param failures count of each failure class, time-outs too (connect, acquireTimeout, responseTimeout, status, content, reset …)
     * @param response from intended start to the last byte of the last exchange
     * @param service from the first write to the last byte
     */
    public record OperationReport(
            String name,
            boolean background,
            long limitMillis,
            long starts,
            long succeeded,
            long late,
            long overruns,
            Map<String, Long> failures,
            Latency response,
            Latency service) {
        /** What the failures rule counts: without time-outs, which are late, but of the poll, which has no limit to be later than. */
        public long failed() {
            return failures.entrySet().stream()
                    .filter(each -> !each.getKey().endsWith("Timeout") || name.equals("NextBid"))
                    .mapToLong(Map.Entry::getValue)
                    .sum();
        }
    }

    /**
     * @param count of values
     * @param meanMicros in microseconds; 0 without a value
     * @param maxMicros in microseconds; 0 without a value
     * @param percentiles quantile (0..1) and value in microseconds, rising; without those for which there are too few values
     * @param histogram the whole distribution: base64 of HdrHistogram's compressed encoding, microseconds
     */
    public record Latency(
            long count, double meanMicros, long maxMicros, List<Percentile> percentiles, String histogram) {}

    /**
     * @param quantile share of the values that are no larger, 0 to 1
     * @param micros microseconds
     */
    public record Percentile(double quantile, long micros) {}

    /**
     * @param limitMillis 99 % of the pairs must be within it
     * @param pairs accepted bids times followers attending from request to delivery
     * @param late pairs beyond the limit, those undelivered included
     * @param undelivered pairs whose news never came
     * @param latency from the bid's intended start until the follower has read of it; of news that never came, until nobody waited any more
     * @param ownScreen the bidder's own follower, shown apart
     */
    public record NewsReport(
            long limitMillis, long pairs, long late, long undelivered, Latency latency, Latency ownScreen) {}

    /**
     * Share of one main operation: fractions of all main starts.
     *
     * @param operation its name
     * @param starts in the measurement
     * @param expected share by the profile, 0 to 1
     * @param actual share that was driven, 0 to 1
     * @param tolerance by which they may differ, as a share
     */
    public record MixShare(String operation, long starts, double expected, double actual, double tolerance) {}

    /**
     * @param userSeconds seconds that people were there, summed over them
     * @param mainStarts main operations begun
     * @param expectedMainStarts main operations the profile expects in these user seconds
     * @param followerAttendedSeconds seconds that people attended an auction, summed over them
     * @param followerPolledSeconds those of them in which the news were asked for
     * @param acceptedBidsPerUserSecond as driven
     * @param referenceBidsPerUserSecond as the profile expects
     */
    public record Rate(
            double userSeconds,
            double mainStarts,
            double expectedMainStarts,
            double followerAttendedSeconds,
            double followerPolledSeconds,
            double acceptedBidsPerUserSecond,
            double referenceBidsPerUserSecond) {}

    /**
     * One of the drivers that made the load together.
     *
     * @param name of the driver
     * @param users of the run that were its own at full load
     * @param health its own state
     * @param lateness of its own timers
     * @param clock offset of its clock to that of the harness
     * @param startApartMillis how much later than the first driver it began, by these clocks
     */
    public record DriverShare(
            String name, int users, DriverHealth health, Latency lateness, AgentClock clock, double startApartMillis) {}

    /**
     * The driver's own state over the measurement; shares are 0..1, the worst loop. Of several drivers: sums of loops and CPU, else the worst
     * driver.
     *
     * @param loops event loops
     * @param busyShare of a loop's time in which it worked
     * @param runQueueShare of a loop's time in which it waited for a processor
     * @param cpuSeconds that its process used
     * @param gcShare of the time in which it stood still to collect garbage
     * @param openDescriptorsMax most open at once
     * @param descriptorLimit of its process
     * @param cpuStealShare of the machine's time that the hypervisor took
     */
    public record DriverHealth(
            int loops,
            double busyShare,
            double runQueueShare,
            double cpuSeconds,
            double gcShare,
            long openDescriptorsMax,
            long descriptorLimit,
            double cpuStealShare) {}

    /**
     * One exchange that failed: {@code detail} says what was expected and what came, with tokens and passwords removed.
     *
     * @param atMillis epoch milliseconds
     * @param operation it belonged to
     * @param request method and path
     * @param failure class of the failure
     * @param detail what was expected and what came
     */
    public record FailedExchange(long atMillis, String operation, String request, String failure, String detail) {}
}
