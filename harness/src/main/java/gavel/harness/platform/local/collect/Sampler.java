package gavel.harness.platform.local.collect;

import gavel.harness.collect.Collected.ProcessEvent;
import gavel.harness.collect.Collected.ProcessEvent.Kind;
import gavel.harness.collect.Instance;
import gavel.harness.collect.Sample;
import gavel.harness.collect.Sample.InstanceSample;
import gavel.harness.platform.local.proc.MachineStat;
import gavel.harness.platform.local.proc.Proc;
import gavel.harness.platform.local.proc.ProcessDetail;
import gavel.harness.platform.local.proc.ProcessStat;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Reads the machine and the processes of all instances, remembers the reading before, and notices processes that are not the ones it
 * began with. Not safe for threads: the collector's own thread uses it.
 */
final class Sampler {
    private static final long LEAST_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final Proc proc;
    private final List<Instance> instances;
    private final InstantSource clock;
    private final LongSupplier nanos;
    private final long harness;
    private final Map<String, ProcessStat> roots = new HashMap<>();
    private final Set<String> lost = new LinkedHashSet<>();
    private final Set<String> expected = new LinkedHashSet<>();
    private final Map<String, Usage> earlier = new HashMap<>();
    /** Of an instance that is about to end: what it had used until then. */
    private final Map<String, ProcessDetail> ending = new HashMap<>();

    private final Map<String, ProcessDetail> earlierDetails = new HashMap<>();
    private final List<ProcessEvent> events = new ArrayList<>();
    private Reading last;

    /** CPU and members of every instance at one moment; CPU of an instance never falls. */
    record Reading(long nanos, long atMillis, CpuAccount account, Map<String, Usage> byName) {
        MachineStat machine() {
            return account.machine();
        }
    }

    /** @param stopped whether any of its processes was */
    record Usage(long cpuTicks, long systemTicks, long rssBytes, List<Long> pids, boolean stopped) {
        static final Usage NONE = new Usage(0, 0, 0, List.of(), false);
    }

    /** @param harness pid of this process: what it and its children use is the run's own too */
    Sampler(Proc proc, List<Instance> instances, InstantSource clock, LongSupplier nanos, long harness) {
        this.proc = proc;
        this.instances =
                new ArrayList<>(instances.stream().filter(Instance::watchable).toList());
        this.clock = clock;
        this.nanos = nanos;
        this.harness = harness;
        for (Instance instance : this.instances) {
            proc.process(instance.pid()).ifPresent(stat -> roots.put(instance.name(), stat));
        }
        this.last = read();
    }

    /** Watches one more, or another process of an instance that ended as it was expected to: what it used before stays in its sums. */
    void add(Instance instance) {
        String name = instance.name();
        instances.removeIf(known -> known.name().equals(name));
        if (!instance.watchable()) {
            return; // Its processes are elsewhere.
        }
        instances.add(instance);
        lost.remove(name);
        expected.remove(name);
        earlier.put(name, before(instance));
        ProcessDetail ended = ending.remove(name);
        if (ended != null) {
            earlierDetails.merge(name, ended, ProcessDetail::plus);
        }
        proc.process(instance.pid()).ifPresentOrElse(stat -> roots.put(name, stat), () -> roots.remove(name));
    }

    /** From now on the end of this instance is no event. */
    void expectEnd(String name) {
        expected.add(name);
        Usage usage = last.byName().getOrDefault(name, Usage.NONE);
        if (!usage.pids().isEmpty()) {
            ending.put(name, now(usage).withoutMemory());
        }
    }

    List<ProcessEvent> events() {
        return List.copyOf(events);
    }

    Reading last() {
        return last;
    }

    Reading read() {
        Set<Long> pids = new LinkedHashSet<>();
        instances.forEach(instance -> pids.add(instance.pid()));
        CpuAccount account = CpuAccount.read(proc, pids, harness);
        long at = clock.millis();
        Map<String, Usage> byName = new LinkedHashMap<>();
        for (Instance instance : instances) {
            List<ProcessStat> tree = account.trees().get(instance.pid());
            watch(instance, tree, at);
            byName.put(instance.name(), lost.contains(instance.name()) ? ended(instance) : usage(instance, tree));
        }
        return new Reading(nanos.getAsLong(), at, account, byName);
    }

    private Usage usage(Instance instance, List<ProcessStat> tree) {
        long cpu = tree.stream().mapToLong(ProcessStat::cpuTicks).sum();
        long system = tree.stream().mapToLong(ProcessStat::systemTicks).sum();
        Usage base = earlier.getOrDefault(instance.name(), Usage.NONE);
        long rss = tree.stream().mapToLong(ProcessStat::rssPages).sum() * Proc.PAGE_BYTES;
        Usage before = before(instance);
        return new Usage(
                Math.max(base.cpuTicks() + cpu, before.cpuTicks()),
                Math.max(base.systemTicks() + system, before.systemTicks()),
                rss,
                tree.stream().map(ProcessStat::pid).toList(),
                tree.stream().anyMatch(ProcessStat::stopped) || proc.frozen(instance.pid()));
    }

    private Usage ended(Instance instance) {
        Usage before = before(instance);
        return new Usage(before.cpuTicks(), before.systemTicks(), 0, List.of(), false);
    }

    private Usage before(Instance instance) {
        return last == null ? Usage.NONE : last.byName().getOrDefault(instance.name(), Usage.NONE);
    }

    private void watch(Instance instance, List<ProcessStat> tree, long at) {
        if (lost.contains(instance.name())) {
            return;
        }
        ProcessStat expected = roots.get(instance.name());
        ProcessStat found = tree.isEmpty() ? null : tree.getFirst();
        if (expected == null || found == null || found.zombie()) {
            lose(instance, Kind.VANISHED, at, "process " + instance.pid() + " is not running any more");
        } else if (found.startTicks() != expected.startTicks()) {
            lose(instance, Kind.RESTARTED, at, "process " + instance.pid() + " is another one than at the start");
        }
    }

    private void lose(Instance instance, Kind kind, long at, String detail) {
        lost.add(instance.name());
        if (expected.contains(instance.name())) {
            return;
        }
        events.add(new ProcessEvent(at, instance.tier(), instance.name(), kind, detail));
    }

    /** Whether the last sample is old enough: one that covers some milliseconds only tells nothing. */
    boolean due() {
        return nanos.getAsLong() - last.nanos() >= LEAST_NANOS;
    }

    /** The time since the last call, or since construction. */
    Sample sample() {
        Reading now = read();
        Reading before = last;
        last = now;
        double seconds = Math.max(1e-3, (now.nanos() - before.nanos()) / 1e9);
        List<InstanceSample> samples = new ArrayList<>();
        for (Instance instance : instances) {
            Usage usage = now.byName().get(instance.name());
            long ticks = usage.cpuTicks()
                    - before.byName().getOrDefault(instance.name(), Usage.NONE).cpuTicks();
            samples.add(new InstanceSample(
                    instance.tier(),
                    instance.name(),
                    ticks / Proc.TICKS_PER_SECOND / seconds,
                    usage.rssBytes(),
                    usage.stopped()));
        }
        MachineStat machine = now.machine();
        return new Sample(
                now.atMillis(),
                machine.busyShareSince(before.machine()),
                machine.stealShareSince(before.machine()),
                machine.runnable(),
                machine.memoryTotalBytes() - machine.memoryAvailableBytes(),
                samples,
                now.account().since(before.account()));
    }

    /** Of earlier processes too, where their end was expected. */
    ProcessDetail detail(String name, Usage usage) {
        ProcessDetail own = usage.pids().isEmpty() ? ending.getOrDefault(name, ProcessDetail.NONE) : now(usage);
        return earlierDetails.getOrDefault(name, ProcessDetail.NONE).plus(own);
    }

    private ProcessDetail now(Usage usage) {
        return usage.pids().stream().map(proc::detail).reduce(ProcessDetail.NONE, ProcessDetail::plus);
    }
}
