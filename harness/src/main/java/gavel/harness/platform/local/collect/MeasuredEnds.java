package gavel.harness.platform.local.collect;

import gavel.harness.collect.Collected.MachineUse;
import gavel.harness.collect.Instance;
import gavel.harness.collect.InstanceUse;
import gavel.harness.collect.Outside;
import gavel.harness.collect.Power;
import gavel.harness.collect.Sample;
import gavel.harness.collect.metrics.AppMetrics;
import gavel.harness.collect.metrics.DatabaseStatistics;
import gavel.harness.collect.metrics.DatabaseUse;
import gavel.harness.collect.metrics.PrometheusPage;
import gavel.harness.collect.metrics.ServerStatistics;
import gavel.harness.collect.metrics.ServerUse;
import gavel.harness.platform.local.proc.MachineStat;
import gavel.harness.platform.local.proc.Proc;
import gavel.harness.platform.local.proc.ProcessDetail;
import gavel.harness.platform.local.proc.Throttling;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Both ends of a measurement and what lies between them, turned into use: pure. */
record MeasuredEnds(End begin, End end, List<Sample> samples, Read read, Map<String, Peak> peaks) {

    /**
     * What was read again and again, oldest first.
     *
     * @param pages metrics, by instance
     * @param servers what they said about themselves, by instance
     * @param memoryNanos of a read of this machine's memory
     * @param arithmeticNanos of a step of arithmetic on one of its cores
     */
    record Read(
            Map<String, List<PrometheusPage>> pages,
            Map<String, List<ServerStatistics.Reading>> servers,
            List<Double> memoryNanos,
            List<Double> arithmeticNanos) {
        double medianMemoryNanos() {
            return memoryNanos.isEmpty()
                    ? 0
                    : memoryNanos.stream().sorted().toList().get(memoryNanos.size() / 2);
        }

        /** A core is shared or it is not, by turns: the mean tells how much, a median would not. */
        double meanArithmeticNanos() {
            return arithmeticNanos.stream()
                    .mapToDouble(Double::doubleValue)
                    .average()
                    .orElse(0);
        }
    }

    /**
     * Everything that was read at one end.
     *
     * @param networkBytes received over each interface
     */
    record End(
            Sampler.Reading reading,
            Map<String, ProcessDetail> details,
            Map<String, Throttling> throttling,
            Map<String, DatabaseStatistics> databases,
            Map<String, Long> networkBytes) {}

    /** Descriptors of an instance: most that were open at once, and what it may have. */
    record Peak(long descriptors, long limit) {
        static final Peak NONE = new Peak(0, 0);

        Peak max(Peak other) {
            return other.descriptors > descriptors ? other : this;
        }
    }

    MachineUse machine() {
        MachineStat from = begin.reading().machine();
        MachineStat to = end.reading().machine();
        return new MachineUse(
                to.cores(),
                to.busyShareSince(from),
                to.stealShareSince(from),
                to.ioWaitShareSince(from),
                within().stream().mapToInt(Sample::runnable).average().orElse(to.runnable()),
                to.memoryTotalBytes(),
                within().stream().mapToLong(Sample::memoryUsedBytes).max().orElse(0),
                networkBytes(),
                read.medianMemoryNanos(),
                read.meanArithmeticNanos(),
                outside(),
                Power.NONE);
    }

    /** Over the interfaces that are still there: what another received went with it, as that of a container does. */
    private long networkBytes() {
        return end.networkBytes().entrySet().stream()
                .mapToLong(each -> rise(begin.networkBytes().getOrDefault(each.getKey(), 0L), each.getValue()))
                .sum();
    }

    /** The whole from both ends, the names from the samples: a process that began and ended between the ends is in none of these. */
    private Outside outside() {
        Outside whole = end.reading().account().since(begin.reading().account(), endedTicks());
        List<Outside> parts = new ArrayList<>();
        List<Double> seconds = new ArrayList<>();
        long before = begin.reading().atMillis();
        for (Sample sample : within()) {
            parts.add(sample.outside());
            seconds.add((sample.atMillis() - before) / 1000.0);
            before = sample.atMillis();
        }
        return parts.isEmpty()
                ? whole
                : new Outside(whole.share(), Outside.mean(parts, seconds).processes(), whole.own());
    }

    /** What instances used of which the account knows nothing any more: they ended by an action, or another process took their place. */
    private long endedTicks() {
        CpuAccount before = begin.reading().account();
        CpuAccount after = end.reading().account();
        long ended = 0;
        for (Map.Entry<String, Sampler.Usage> each : end.reading().byName().entrySet()) {
            Sampler.Usage from = begin.reading().byName().getOrDefault(each.getKey(), Sampler.Usage.NONE);
            List<Long> pids = each.getValue().pids();
            long known = pids.isEmpty() ? 0 : after.ticksSince(pids.getFirst(), before);
            ended += Math.max(0, each.getValue().cpuTicks() - from.cpuTicks() - known);
        }
        return ended;
    }

    private List<Sample> within() {
        long from = begin.reading().atMillis();
        long to = end.reading().atMillis();
        return samples.stream()
                .filter(s -> s.atMillis() > from && s.atMillis() <= to)
                .toList();
    }

    InstanceUse use(Instance instance) {
        String name = instance.name();
        Sampler.Usage from = begin.reading().byName().getOrDefault(name, Sampler.Usage.NONE);
        Sampler.Usage to = end.reading().byName().getOrDefault(name, Sampler.Usage.NONE);
        ProcessDetail before = begin.details().getOrDefault(name, ProcessDetail.NONE);
        ProcessDetail after = end.details().getOrDefault(name, ProcessDetail.NONE);
        Peak peak = peaks.getOrDefault(name, Peak.NONE);
        return new InstanceUse(
                instance.tier(),
                name,
                Math.max(from.pids().size(), to.pids().size()),
                (to.cpuTicks() - from.cpuTicks()) / Proc.TICKS_PER_SECOND,
                (to.systemTicks() - from.systemTicks()) / Proc.TICKS_PER_SECOND,
                instance.cpuLimit(),
                instance.limitHost(),
                throttled(name),
                rssMax(name, to.rssBytes()),
                after.pssBytes(),
                rise(before.readBytes(), after.readBytes()),
                rise(before.writtenBytes(), after.writtenBytes()),
                rise(before.voluntarySwitches(), after.voluntarySwitches()),
                rise(before.involuntarySwitches(), after.involuntarySwitches()),
                peak.descriptors(),
                peak.limit(),
                AppMetrics.between(read.pages().getOrDefault(name, List.of())),
                database(name),
                ServerUse.between(read.servers().getOrDefault(name, List.of())));
    }

    /** Counters of processes that ended meanwhile are lost with them: a sum may seem to fall, it is then at least 0. */
    private static long rise(long before, long after) {
        return Math.max(0, after - before);
    }

    private double throttled(String name) {
        Throttling before = begin.throttling().getOrDefault(name, Throttling.NONE);
        return end.throttling().getOrDefault(name, Throttling.NONE).shareSince(before);
    }

    private long rssMax(String name, long atEnd) {
        return within().stream()
                .flatMap(s -> s.instances().stream())
                .filter(i -> i.name().equals(name))
                .mapToLong(Sample.InstanceSample::rssBytes)
                .reduce(atEnd, Math::max);
    }

    private DatabaseUse database(String name) {
        DatabaseStatistics before = begin.databases().get(name);
        DatabaseStatistics after = end.databases().get(name);
        return before == null || after == null ? null : after.since(before);
    }
}
