package gavel.harness.peak;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import gavel.harness.collect.Collected;
import gavel.harness.collect.Collected.HostUse;
import gavel.harness.collect.Collected.MachineUse;
import gavel.harness.collect.InstanceUse;
import gavel.harness.collect.bottleneck.Bottleneck;
import gavel.harness.collect.bottleneck.TierUses;
import gavel.harness.peak.Step.Purpose;
import java.util.List;

/**
 * What one probe found, for the result and for a search that goes on after an interruption.
 *
 * @param number from 1, in order
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

    /**
     * What an interval used of the processors.
     *
     * @param quotaUsed share of the quotas of all application servers together, 0..1; without quotas of the hosts they have to themselves, or 0
     * @param throttledShare of the periods of its quota in which an application server was held back, 0..1: the mean of all of them
     * @param machineBusy share of all cores, 0..1; of several hosts the busiest, without those the servers have to themselves
     * @param cpuSecondsPer1000 CPU seconds of all application servers for 1,000 operations (no held requests) that succeeded; 0 when none did, and
     *     in older results, which do not tell
     * @param driverSecondsPer1000 CPU seconds of the drivers for 1,000 exchanges; 0 likewise
     * @param memoryLatencyNanos of a read of this machine's memory that no cache holds; 0 where it was not measured, and in older results
     * @param arithmeticNanos of a step of arithmetic that fills a core of this machine; 0 likewise
     * @param bottleneck of this interval
     */
    public record Use(
            double quotaUsed,
            double throttledShare,
            double machineBusy,
            @JsonSetter(nulls = Nulls.AS_EMPTY) double cpuSecondsPer1000,
            @JsonSetter(nulls = Nulls.AS_EMPTY) double driverSecondsPer1000,
            @JsonSetter(nulls = Nulls.AS_EMPTY) double memoryLatencyNanos,
            @JsonSetter(nulls = Nulls.AS_EMPTY) double arithmeticNanos,
            Bottleneck bottleneck) {
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
            boolean limited = !servers.isEmpty() && servers.stream().allMatch(server -> server.cpuLimit() > 0);
            double limit = servers.stream().mapToDouble(InstanceUse::cpuLimit).sum();
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
                    bottleneck);
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
