package gavel.harness.peak;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import gavel.driver.api.IntervalReport;
import gavel.driver.api.LoadReport;
import gavel.driver.api.LoadReport.OperationReport;
import gavel.harness.collect.Collected;
import gavel.harness.collect.Collected.HostUse;
import gavel.harness.collect.Collected.MachineUse;
import gavel.harness.collect.InstanceUse;
import gavel.harness.collect.Power;
import gavel.harness.collect.bottleneck.Bottleneck;
import gavel.harness.collect.bottleneck.Bottlenecks;
import gavel.harness.collect.bottleneck.BrokenTime;
import gavel.harness.collect.bottleneck.Quota;
import gavel.harness.collect.bottleneck.TierUse;
import gavel.harness.collect.bottleneck.TierUses;
import gavel.harness.peak.Step.Purpose;
import gavel.harness.result.Figures;
import gavel.harness.result.RunFindings;
import gavel.harness.verdict.Verdict;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * What one probe found, for the result and for a search that goes on after an interruption.
 *
 * @param number from 1, in order
 * @param purpose why it was made
 * @param probe users and outcome
 * @param subject of the figure that was nearest to its limit
 * @param headline of the verdict
 * @param startedAtMillis epoch milliseconds
 * @param measuredSeconds of the interval; shorter than asked for where the answer was beyond doubt
 * @param seconds in all, ramp and warm-up included
 * @param operationsPerSecond those that succeeded, of people and of their pages; held requests are none
 * @param p50Millis the largest of the operations people wait for that have a limit, each by itself; null where none is known
 * @param p99Millis likewise; perhaps of another operation
 * @param use of processors meanwhile; null where nothing was collected
 */
public record ProbeResult(
        int number,
        Purpose purpose,
        Probe probe,
        String subject,
        String headline,
        long startedAtMillis,
        double measuredSeconds,
        double seconds,
        double operationsPerSecond,
        Double p50Millis,
        Double p99Millis,
        Use use) {
    /** Of all probes' own results, below that of the search. */
    public static final String DIRECTORY = "probes";

    /** What was wanted; the number is 0 of a level. */
    public record Asked(int number, Purpose purpose, int users) {
        /** Of its own result, below {@link #DIRECTORY}. */
        public String directory() {
            return purpose == Purpose.LEVEL
                    ? String.format(Locale.ROOT, "level-%d-users", users)
                    : String.format(Locale.ROOT, "%02d-%d-users", number, users);
        }
    }

    /**
     * What was brought home.
     *
     * @param load null where there is no report
     */
    public record Measured(LoadReport load, Collected collected, List<IntervalReport> intervals) {
        /** Of the users' work; 1 where there is no report. */
        private double served() {
            if (load == null
                    || load.rate() == null
                    || load.rate().expectedMainStarts() <= 0
                    || load.rate().mainStarts() <= 0) {
                return 1;
            }
            return Math.min(1, load.rate().mainStarts() / load.rate().expectedMainStarts());
        }

        /** The largest at this quantile of the operations people wait for; null where too few starts tell it of any. */
        private Double millis(double quantile) {
            return load == null
                    ? null
                    : load.operations().stream()
                            .filter(operation -> Figures.judged(operation) && !operation.background())
                            .map(OperationReport::response)
                            .map(latency -> Figures.millis(latency, quantile))
                            .filter(Objects::nonNull)
                            .max(Comparator.naturalOrder())
                            .orElse(null);
        }
    }

    /**
     * @param verdict by the audit before the load: one after all loads is the whole search's
     * @param seconds in all
     * @param appServerTier as results name it
     */
    public static ProbeResult of(
            Asked asked, Measured measured, Verdict verdict, Instant began, double seconds, String appServerTier) {
        LoadReport load = measured.load();
        WorstOperation worst = load == null ? new WorstOperation(0, "no report") : WorstOperation.of(load);
        Probe.Outcome outcome =
                switch (verdict.status()) {
                    case PASS -> Probe.Outcome.PASS;
                    case FAIL -> Probe.Outcome.FAIL;
                    case INVALID -> Probe.Outcome.INVALID;
                };
        Figures figures = load == null ? null : Figures.of(load);
        BrokenTime broken =
                verdict.status() == Verdict.Status.PASS ? BrokenTime.NONE : BrokenTime.of(measured.intervals());
        return new ProbeResult(
                asked.number(),
                asked.purpose(),
                new Probe(asked.users(), outcome, worst.ofLimit(), measured.served()),
                worst.subject(),
                verdict.headline(),
                began.toEpochMilli(),
                figures == null ? 0 : figures.seconds(),
                seconds,
                figures == null ? 0 : figures.operationsPerSecond(),
                measured.millis(0.5),
                measured.millis(0.99),
                Use.of(
                        measured.collected(),
                        figures == null ? 0 : figures.succeeded(),
                        load == null ? 0 : load.counters().getOrDefault("exchanges", 0L),
                        appServerTier,
                        RunFindings.DRIVER_TIER,
                        Bottlenecks.find(measured.collected(), broken, RunFindings.DRIVER_TIER)));
    }

    /** The figure nearest to its limit; one that is beyond it where nothing is broken rests on too few samples, and says so. */
    public String figure() {
        boolean unsure = probe.outcome() == Probe.Outcome.PASS && probe.worst() > 1;
        return unsure ? subject + ", too few to say" : subject;
    }

    public Asked asked() {
        return new Asked(number, purpose, probe.users());
    }

    /**
     * What an interval used of the processors.
     *
     * @param quotaUsed share that the application servers used of their quotas, each counted once, 0..1; without quotas, how busy the cores
     *     of their hosts were, or 0 on a single machine
     * @param throttledShare of the periods of its quota in which an application server was held back, 0..1: the mean of all of them
     * @param machineBusy share of all cores, 0..1; of several hosts the busiest, without those the servers have to themselves
     * @param cpuSecondsPer1000 CPU seconds of all application servers for 1,000 operations (no held requests) that succeeded; 0 when none did, and
     *     in older results, which do not tell
     * @param driverSecondsPer1000 CPU seconds of the drivers for 1,000 exchanges; 0 likewise
     * @param memoryLatencyNanos of a read of this machine's memory that no cache holds; 0 where it was not measured, and in older results
     * @param arithmeticNanos of a step of arithmetic that fills a core of this machine; 0 likewise
     * @param bottleneck of this interval
     * @param power that the machine drew
     * @param tiers what each tier used; none in older results
     */
    public record Use(
            double quotaUsed,
            double throttledShare,
            double machineBusy,
            @JsonSetter(nulls = Nulls.AS_EMPTY) double cpuSecondsPer1000,
            @JsonSetter(nulls = Nulls.AS_EMPTY) double driverSecondsPer1000,
            @JsonSetter(nulls = Nulls.AS_EMPTY) double memoryLatencyNanos,
            @JsonSetter(nulls = Nulls.AS_EMPTY) double arithmeticNanos,
            Bottleneck bottleneck,
            Power power,
            List<TierUse> tiers) {
        public Use {
            // Older results do not tell.
            power = power == null ? Power.NONE : power;
            tiers = tiers == null ? List.of() : List.copyOf(tiers);
        }

        /**
         * Null where nothing was collected.
         *
         * @param operations that succeeded meanwhile
         * @param exchanges of all drivers meanwhile
         */
        public static Use of(
                Collected collected,
                long operations,
                long exchanges,
                String appServerTier,
                String driverTier,
                Bottleneck bottleneck) {
            if (collected.seconds() <= 0) {
                return null;
            }
            List<InstanceUse> servers = of(collected, appServerTier);
            List<InstanceUse> drivers = of(collected, driverTier);
            double limit = Quota.cores(servers);
            boolean limited = limit > 0;
            double used = cpuSeconds(servers);
            return new Use(
                    limited ? used / (limit * collected.seconds()) : busyOfOwn(collected, servers),
                    servers.stream()
                            .mapToDouble(InstanceUse::throttledShare)
                            .average()
                            .orElse(0),
                    collected.hosts().isEmpty()
                            ? collected.machine().cpuBusyShare()
                            : busiest(collected, limited ? List.of() : servers),
                    TierUses.per1000(used, operations),
                    TierUses.per1000(cpuSeconds(drivers), exchanges),
                    collected.machine().memoryLatencyNanos(),
                    collected.machine().arithmeticNanos(),
                    bottleneck,
                    collected.machine().power(),
                    TierUses.of(collected, operations));
        }

        /** Of the hosts that the servers are on; 0 of one machine, where others share it. */
        private static double busyOfOwn(Collected collected, List<InstanceUse> servers) {
            List<MachineUse> own = collected.hosts().stream()
                    .filter(host -> holds(host, servers))
                    .map(HostUse::machine)
                    .toList();
            int cores = own.stream().mapToInt(MachineUse::cores).sum();
            return own.stream()
                            .mapToDouble(machine -> machine.cores() * machine.cpuBusyShare())
                            .sum()
                    / Math.max(1, cores);
        }

        /** Of the hosts that none of the servers is on. */
        private static double busiest(Collected collected, List<InstanceUse> servers) {
            return collected.hosts().stream()
                    .filter(host -> !holds(host, servers))
                    .mapToDouble(host -> host.machine().cpuBusyShare())
                    .max()
                    .orElse(0);
        }

        private static boolean holds(HostUse host, List<InstanceUse> servers) {
            return servers.stream().anyMatch(server -> host.instances().contains(server.name()));
        }

        private static List<InstanceUse> of(Collected collected, String tier) {
            return collected.instances().stream()
                    .filter(instance -> instance.tier().equals(tier))
                    .toList();
        }

        private static double cpuSeconds(List<InstanceUse> instances) {
            return instances.stream().mapToDouble(InstanceUse::cpuSeconds).sum();
        }
    }
}
