package gavel.harness.collect;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * What the collector saw.
 *
 * @param fromMillis begin of the measurement, epoch milliseconds
 * @param toMillis its end
 * @param machine over the measurement; of several hosts all together
 * @param instances over the measurement
 * @param samples from the start of the collector to its end, one a second, of long runs one for several
 * @param events processes that vanished or restarted at any time while they were watched
 * @param problems what could not be read, in words; never part of a verdict
 * @param hosts where there are several; else empty
 */
public record Collected(
        long fromMillis,
        long toMillis,
        MachineUse machine,
        List<InstanceUse> instances,
        List<Sample> samples,
        List<ProcessEvent> events,
        List<String> problems,
        List<HostUse> hosts) {
    public static final Collected NOTHING =
            new Collected(0, 0, MachineUse.UNKNOWN, List.of(), List.of(), List.of(), List.of());

    public Collected {
        instances = List.copyOf(instances);
        samples = List.copyOf(samples);
        events = List.copyOf(events);
        problems = List.copyOf(problems);
        // Older results know of one machine only.
        hosts = hosts == null ? List.of() : List.copyOf(hosts);
    }

    /** Of one machine. */
    public Collected(
            long fromMillis,
            long toMillis,
            MachineUse machine,
            List<InstanceUse> instances,
            List<Sample> samples,
            List<ProcessEvent> events,
            List<String> problems) {
        this(fromMillis, toMillis, machine, instances, samples, events, problems, List.of());
    }

    /**
     * One of several hosts.
     *
     * @param host its name
     * @param machine what it used
     * @param instances names of those that ran there
     * @param silences times in which it did not answer
     */
    public record HostUse(String host, MachineUse machine, List<String> instances, List<Silence> silences) {
        public HostUse {
            instances = List.copyOf(instances);
            // Older results do not tell.
            silences = silences == null ? List.of() : List.copyOf(silences);
        }

        /** One that always answered. */
        public HostUse(String host, MachineUse machine, List<String> instances) {
            this(host, machine, instances, List.of());
        }
    }

    /**
     * Some seconds in which a host did not answer what this machine asked. Its samples are kept there, and not missing.
     *
     * @param fromMillis epoch milliseconds of the question
     * @param toMillis epoch milliseconds of the answer
     */
    public record Silence(long fromMillis, long toMillis) {}

    /** What was seen of each host, by its name: its own instances and those that are on none of them. Of one machine all, without a name. */
    public Map<String, Collected> byHost() {
        Map<String, Collected> parts = new LinkedHashMap<>();
        Set<String> placed =
                hosts.stream().flatMap(host -> host.instances().stream()).collect(Collectors.toSet());
        for (HostUse host : hosts) {
            List<InstanceUse> own = instances.stream()
                    .filter(use -> host.instances().contains(use.name()) || !placed.contains(use.name()))
                    .toList();
            parts.put(host.host(), new Collected(fromMillis, toMillis, host.machine(), own, samples, events, problems));
        }
        return hosts.isEmpty() ? Map.of("", this) : parts;
    }

    /** The same with no more samples than two hours have seconds. */
    public Collected bounded() {
        return samples.size() <= SampleCourse.MOST
                ? this
                : new Collected(
                        fromMillis, toMillis, machine, instances, SampleCourse.of(this), events, problems, hosts);
    }

    /** Seconds that a sample usually stands for. */
    public long sampleSeconds() {
        return SampleCourse.seconds(samples);
    }

    public double seconds() {
        return Math.max(0, toMillis - fromMillis) / 1000.0;
    }

    /** Share of all cores that were busy, 0..1; of several hosts the busiest, which the mean of all would hide. */
    public double busiestShare() {
        return hosts.isEmpty()
                ? machine.cpuBusyShare()
                : hosts.stream()
                        .mapToDouble(host -> host.machine().cpuBusyShare())
                        .max()
                        .orElse(0);
    }

    /**
     * The same with what its log ended with added to each event.
     *
     * @param lastLine of the log of an instance
     */
    public Collected withLastWords(Function<String, Optional<String>> lastLine) {
        List<ProcessEvent> explained = events.stream()
                .map(event ->
                        lastLine.apply(event.instance()).map(event::endingWith).orElse(event))
                .toList();
        return with(explained);
    }

    /** The same with other events. */
    public Collected with(List<ProcessEvent> others) {
        return new Collected(fromMillis, toMillis, machine, instances, samples, others, problems, hosts);
    }

    /** The same with the power that a meter showed, where it showed any, and what it could not show. */
    public Collected with(Power measured, List<String> more) {
        List<String> all = new ArrayList<>(problems);
        all.addAll(more);
        return new Collected(
                fromMillis,
                toMillis,
                measured.known() ? machine.with(measured) : machine,
                instances,
                samples,
                events,
                all,
                hosts);
    }

    /** Tiers with watched processes, in the order they were named. */
    public List<String> tiers() {
        return instances.stream()
                .filter(use -> !use.elsewhere())
                .map(InstanceUse::tier)
                .distinct()
                .toList();
    }

    /**
     * @param cores of the machine
     * @param cpuBusyShare 0..1 over all cores
     * @param stealShare of all cores' time that the hypervisor took, 0 to 1
     * @param ioWaitShare of all cores' time that waited for storage, 0 to 1
     * @param runnableMean tasks running or ready to run, mean over the samples
     * @param memoryTotalBytes of the machine
     * @param memoryUsedMaxBytes most that was not available, page cache not counted
     * @param networkBytes received over every interface, the loopback included; bonds and VLANs by the interfaces below them
     * @param memoryLatencyNanos of a read that no cache holds, the median of some; 0 where it was not measured
     * @param arithmeticNanos of a step of arithmetic that fills a core, the mean of some; 0 likewise
     * @param outside what processes outside the run took
     * @param power that it drew
     */
    public record MachineUse(
            int cores,
            double cpuBusyShare,
            double stealShare,
            double ioWaitShare,
            double runnableMean,
            long memoryTotalBytes,
            long memoryUsedMaxBytes,
            long networkBytes,
            double memoryLatencyNanos,
            double arithmeticNanos,
            Outside outside,
            Power power) {
        public MachineUse {
            // Older results do not tell.
            outside = outside == null ? Outside.NONE : outside;
            power = power == null ? Power.NONE : power;
        }

        public static final MachineUse UNKNOWN = new MachineUse(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, Outside.NONE, Power.NONE);

        /** Share of all cores that the run itself used, 0..1: its servers, its drivers, and the kernel for them. */
        public double ownShare() {
            return Math.max(0, cpuBusyShare - outside.share());
        }

        MachineUse with(Power measured) {
            return with(cpuBusyShare, stealShare, runnableMean, outside, measured);
        }

        /** The same where others than it is told took CPU. */
        public MachineUse beside(Outside others) {
            return with(cpuBusyShare, stealShare, runnableMean, others, power);
        }

        /** The same with another load. */
        public MachineUse busy(double cpu) {
            return with(cpu, stealShare, runnableMean, outside, power);
        }

        /** The same machine over some of the samples: what is known only for the whole measurement stays. */
        public MachineUse during(List<Sample> part) {
            return with(
                    mean(part, Sample::cpuBusyShare),
                    mean(part, Sample::stealShare),
                    mean(part, Sample::runnable),
                    Outside.mean(part.stream().map(Sample::outside).toList()),
                    power);
        }

        private MachineUse with(double busy, double steal, double runnable, Outside others, Power measured) {
            return new MachineUse(
                    cores,
                    busy,
                    steal,
                    ioWaitShare,
                    runnable,
                    memoryTotalBytes,
                    memoryUsedMaxBytes,
                    networkBytes,
                    memoryLatencyNanos,
                    arithmeticNanos,
                    others,
                    measured);
        }

        private static double mean(List<Sample> samples, ToDoubleFunction<Sample> value) {
            return samples.stream().mapToDouble(value).average().orElse(0);
        }
    }

    /**
     * A process of a tier that was gone, or that was replaced by another, without an order.
     *
     * @param atMillis epoch milliseconds
     * @param tier it belonged to
     * @param instance its name
     * @param kind gone, or replaced by another
     * @param detail one sentence for the reader
     */
    public record ProcessEvent(long atMillis, String tier, String instance, Kind kind, String detail) {
        ProcessEvent endingWith(String words) {
            return new ProcessEvent(atMillis, tier, instance, kind, detail + "; its log ends with: " + words);
        }

        public enum Kind {
            VANISHED,
            RESTARTED
        }
    }
}
