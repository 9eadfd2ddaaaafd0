package gavel.harness.platform.ssh;

import gavel.harness.collect.Collected;
import gavel.harness.collect.Collected.HostUse;
import gavel.harness.collect.Collected.MachineUse;
import gavel.harness.collect.Collected.ProcessEvent;
import gavel.harness.collect.Instance;
import gavel.harness.collect.InstanceUse;
import gavel.harness.collect.Outside;
import gavel.harness.collect.Sample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * What the collectors of several machines saw, as one: pure. Shares of all together are means over all cores; times are those of this machine's clock.
 *
 * @param pages what the servers say of themselves, read by this machine
 * @param hosts by name
 */
record MergedCollection(List<Instance> watched, Collected pages, Map<String, Part> hosts) {
    private static final long SECOND = 1_000;

    /**
     * @param aheadMillis how far its clock is ahead of this machine's
     * @param cores of the machine
     */
    record Part(Collected seen, double aheadMillis, int cores) {
        long here(long atMillis) {
            return Math.round(atMillis - aheadMillis);
        }
    }

    Collected merged() {
        List<ProcessEvent> events = new ArrayList<>(pages.events());
        List<String> problems = new ArrayList<>(pages.problems());
        hosts.forEach((name, part) -> {
            part.seen().events().forEach(event -> events.add(at(event, part)));
            part.seen().problems().forEach(problem -> problems.add("host " + name + ": " + problem));
        });
        events.sort(Comparator.comparingLong(ProcessEvent::atMillis));
        return new Collected(
                pages.fromMillis(), pages.toMillis(), machine(), instances(), samples(), events, problems, uses());
    }

    private List<HostUse> uses() {
        List<HostUse> uses = new ArrayList<>();
        hosts.forEach((name, part) -> uses.add(new HostUse(
                name,
                part.seen().machine(),
                part.seen().instances().stream().map(InstanceUse::name).toList())));
        return uses;
    }

    private static ProcessEvent at(ProcessEvent event, Part part) {
        return new ProcessEvent(
                part.here(event.atMillis()), event.tier(), event.instance(), event.kind(), event.detail());
    }

    private List<InstanceUse> instances() {
        Map<String, InstanceUse> processes = new LinkedHashMap<>();
        hosts.values().forEach(part -> part.seen().instances().forEach(use -> processes.put(use.name(), use)));
        Map<String, InstanceUse> said = new LinkedHashMap<>();
        pages.instances().forEach(use -> said.put(use.name(), use));
        List<InstanceUse> uses = new ArrayList<>();
        for (Instance instance : watched) {
            InstanceUse process = processes.get(instance.name());
            InstanceUse page = said.get(instance.name());
            if (process != null) {
                uses.add(page == null ? process : saying(process, page));
            } else if (page != null) {
                uses.add(page);
            }
        }
        return uses;
    }

    private static InstanceUse saying(InstanceUse process, InstanceUse page) {
        return new InstanceUse(
                process.tier(),
                process.name(),
                process.processes(),
                process.cpuSeconds(),
                process.cpuSystemSeconds(),
                process.cpuLimit(),
                process.throttledShare(),
                process.rssMaxBytes(),
                process.pssBytes(),
                process.readBytes(),
                process.writtenBytes(),
                process.voluntarySwitches(),
                process.involuntarySwitches(),
                process.descriptorsMax(),
                process.descriptorLimit(),
                page.app(),
                page.database(),
                page.server());
    }

    private MachineUse machine() {
        List<MachineUse> uses = hosts.values().stream()
                .map(part -> part.seen().machine())
                .filter(use -> use.cores() > 0)
                .toList();
        if (uses.isEmpty()) {
            return MachineUse.UNKNOWN;
        }
        return new MachineUse(
                uses.stream().mapToInt(MachineUse::cores).sum(),
                mean(uses, MachineUse::cpuBusyShare),
                mean(uses, MachineUse::stealShare),
                mean(uses, MachineUse::ioWaitShare),
                uses.stream().mapToDouble(MachineUse::runnableMean).sum(),
                uses.stream().mapToLong(MachineUse::memoryTotalBytes).sum(),
                uses.stream().mapToLong(MachineUse::memoryUsedMaxBytes).sum(),
                uses.stream().mapToLong(MachineUse::networkBytes).sum(),
                known(uses, MachineUse::memoryLatencyNanos),
                known(uses, MachineUse::arithmeticNanos),
                Outside.mean(
                        uses.stream().map(MachineUse::outside).toList(),
                        uses.stream().map(use -> (double) use.cores()).toList()));
    }

    /** Of those that measured it: 0 is no figure. */
    private static double known(List<MachineUse> uses, ToDoubleFunction<MachineUse> value) {
        return mean(uses.stream().filter(use -> value.applyAsDouble(use) > 0).toList(), value);
    }

    /** A machine counts by its cores. */
    private static double mean(List<MachineUse> uses, ToDoubleFunction<MachineUse> value) {
        double cores = uses.stream().mapToInt(MachineUse::cores).sum();
        return uses.stream()
                        .mapToDouble(use -> use.cores() * value.applyAsDouble(use))
                        .sum()
                / Math.max(1, cores);
    }

    /** Those of the same second together; a second that one of the machines did not see is left out. */
    private List<Sample> samples() {
        List<Part> seeing = hosts.values().stream()
                .filter(part -> !part.seen().samples().isEmpty())
                .toList();
        Map<Long, List<Weighted>> seconds = new TreeMap<>();
        for (Part part : seeing) {
            List<Sample> own = part.seen().samples();
            long first = part.here(own.getFirst().atMillis());
            Map<Long, Sample> bySecond = new LinkedHashMap<>();
            // Counted from its own first one, so that a tick that is late by a little stays in its second.
            own.forEach(sample -> bySecond.put(
                    Math.floorDiv(first, SECOND) + Math.round((part.here(sample.atMillis()) - first) / (double) SECOND),
                    sample));
            bySecond.forEach((second, sample) ->
                    seconds.computeIfAbsent(second, each -> new ArrayList<>()).add(new Weighted(sample, part.cores())));
        }
        List<Sample> samples = new ArrayList<>();
        seconds.forEach((second, seen) -> {
            if (seen.size() == seeing.size()) {
                samples.add(together(second * SECOND, seen));
            }
        });
        return samples;
    }

    /** The newest of each machine, which may be of neighbouring seconds; empty where there is none. */
    Optional<Sample> newest() {
        List<Weighted> seen = new ArrayList<>();
        long at = 0;
        for (Part part : hosts.values()) {
            if (!part.seen().samples().isEmpty()) {
                Sample last = part.seen().samples().getLast();
                seen.add(new Weighted(last, part.cores()));
                at = Math.max(at, part.here(last.atMillis()));
            }
        }
        return seen.isEmpty() ? Optional.empty() : Optional.of(together(at, seen));
    }

    private record Weighted(Sample sample, int cores) {}

    private static Sample together(long atMillis, List<Weighted> seen) {
        double cores = Math.max(1, seen.stream().mapToInt(Weighted::cores).sum());
        return new Sample(
                atMillis,
                seen.stream()
                                .mapToDouble(
                                        part -> part.cores() * part.sample().cpuBusyShare())
                                .sum()
                        / cores,
                seen.stream()
                                .mapToDouble(
                                        part -> part.cores() * part.sample().stealShare())
                                .sum()
                        / cores,
                seen.stream().mapToInt(part -> part.sample().runnable()).sum(),
                seen.stream().mapToLong(part -> part.sample().memoryUsedBytes()).sum(),
                seen.stream()
                        .flatMap(part -> part.sample().instances().stream())
                        .toList(),
                Outside.mean(
                        seen.stream().map(part -> part.sample().outside()).toList(),
                        seen.stream().map(part -> (double) part.cores()).toList()));
    }
}
