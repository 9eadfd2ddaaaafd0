package gavel.driver.api;

import gavel.driver.api.LoadReport.DriverHealth;
import gavel.driver.api.LoadReport.FailedExchange;
import gavel.driver.api.LoadSpec.AgentShare;
import java.util.List;
import java.util.Map;

/**
 * What one agent has measured, before it is judged. It has sums and whole distributions only, so that the findings of many agents add up to
 * exactly what one would have found. Distributions are in microseconds, as text (see {@link LoadReport.Latency}).
 *
 * @param agent which of how many this one was
 * @param clock offset of the agent's clock to that of the collector of the findings
 * @param startedAtMillis the agent's first intended start, and the ends of its measurement; epoch milliseconds of its clock
 * @param counters totals over the measurement, by name
 * @param responses mean response of the main operations, by ten seconds
 */
public record AgentFindings(
        AgentShare agent,
        AgentClock clock,
        LoadReport.Profile profile,
        long seed,
        int users,
        long startedAtMillis,
        long measuredFromMillis,
        long measuredToMillis,
        List<OperationFindings> operations,
        NewsFindings news,
        List<MixFindings> mix,
        PeopleFindings people,
        DriverFindings driver,
        Map<String, Long> counters,
        List<Responses> responses,
        List<FailedExchange> firstFailures) {
    public AgentFindings {
        operations = List.copyOf(operations);
        mix = List.copyOf(mix);
        counters = Map.copyOf(counters);
        responses = List.copyOf(responses);
        firstFailures = List.copyOf(firstFailures);
    }

    /**
     * Counts of one operation over the measurement.
     *
     * @param inTime ended well within the limit from the intended start, {@code inTimeService} from the first write
     * @param failures by the name of the failure class
     */
    public record OperationFindings(
            String name,
            long starts,
            long ended,
            long inTime,
            long inTimeService,
            long overruns,
            Map<String, Long> failures,
            List<TenSeconds> batches,
            String response,
            String service) {
        public OperationFindings {
            failures = Map.copyOf(failures);
            batches = List.copyOf(batches);
        }
    }

    /** Starts of ten seconds, and how many of them were late, late from the first write, or failed. */
    public record TenSeconds(long starts, long late, long lateService, long failed) {
        public TenSeconds plus(TenSeconds other) {
            return new TenSeconds(
                    starts + other.starts, late + other.late, lateService + other.lateService, failed + other.failed);
        }
    }

    /** Pairs of an accepted bid and a follower of the same agent, which has one clock. */
    public record NewsFindings(
            long pairs,
            long late,
            long undelivered,
            List<TenSeconds> batches,
            BidSums bids,
            String latency,
            String ownScreen) {
        public NewsFindings {
            batches = List.copyOf(batches);
        }
    }

    /** How the pairs are shared out among bids: number of bids, and sums over them of products of their pairs and late pairs. */
    public record BidSums(long bids, double squaredPairs, double pairsTimesLate, double squaredLate) {}

    /** How often a main operation was chosen, how often it should have been, and the variance of the difference. */
    public record MixFindings(String operation, long chosen, double expected, double variance) {}

    /**
     * What the users did over the measurement, in seconds summed over users or followers.
     *
     * @param edgeStarts main starts to be expected of those who came or went, beyond what user-seconds and cycles say
     * @param sessionsFailed since the load began, and main operations that {@code succeeded} since users first came
     */
    public record PeopleFindings(
            double userSeconds,
            double attendedSeconds,
            double polledSeconds,
            long acceptedBids,
            double cycleSeconds,
            long cycles,
            double edgeStarts,
            long sessionsFailed,
            long succeeded) {}

    /**
     * The state of the driver itself.
     *
     * @param lateness of the loops' timers, a distribution
     * @param faults errors that are bugs of the driver, and the first of them, or null
     * @param refused exchanges that lacked a descriptor, a port or a connection under the cap
     * @param withoutAccount sessions that lacked an account
     * @param missingMillis of the measurement and the hold, which were ended before their time
     */
    public record DriverFindings(
            DriverHealth health,
            String lateness,
            long faults,
            String firstFault,
            long refused,
            long withoutAccount,
            long missingMillis) {}

    /** Sum of responses in microseconds, and their number. */
    public record Responses(double micros, long count) {
        public Responses plus(Responses other) {
            return new Responses(micros + other.micros, count + other.count);
        }
    }

    /** Starts and bad ones so far, of each operation by its name and of the news: what an early answer is made from. */
    public record Batches(Map<String, List<TenSeconds>> operations, List<TenSeconds> news) {
        public Batches {
            operations = Map.copyOf(operations);
            news = List.copyOf(news);
        }
    }

    /** The same with every moment on the clock of the collector of the findings. */
    public AgentFindings onClock(AgentClock measured) {
        long millis = measured.offsetMillis();
        return new AgentFindings(
                agent,
                measured,
                profile,
                seed,
                users,
                startedAtMillis - millis,
                measuredFromMillis - millis,
                measuredToMillis - millis,
                operations,
                news,
                mix,
                people,
                driver,
                counters,
                responses,
                firstFailures.stream()
                        .map(failed -> new FailedExchange(
                                failed.atMillis() - millis,
                                failed.operation(),
                                failed.request(),
                                failed.failure(),
                                failed.detail()))
                        .toList());
    }
}
