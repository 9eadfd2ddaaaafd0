package gavel.harness.platform.ssh;

import gavel.harness.collect.Collected;
import gavel.harness.collect.Collected.HostUse;
import gavel.harness.collect.Collected.MachineUse;
import gavel.harness.collect.Collected.ProcessEvent;
import gavel.harness.collect.Collected.Silence;
import gavel.harness.collect.Instance;
import gavel.harness.collect.InstanceUse;
import gavel.harness.collect.Outside;
import gavel.harness.collect.Power;
import gavel.harness.collect.Sample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * What the collectors of several hosts saw, as one: pure. Shares of all together are means over all cores; times are those of this machine's
 * clock. Hosts on one kernel are one machine, which each of them sees as a whole.
 *
 * @param pages what the servers say of themselves, read by this machine
 * @param hosts by name
 */
record MergedCollection(List<Instance> watched, Collected pages, Map<String, Part> hosts) {
    private static final long SECOND = 1_000;
    private static final int LONGEST_GAP = 5;

    /**
     * @param aheadMillis how far its clock is ahead of this machine's
     * @param cores of the machine
     * @param machine a name for it that is equal for all hosts on one kernel ({@link gavel.harness.platform.SharedKernels})
     * @param passing whether it came later or left earlier than others: the rest was seen without it
     * @param silences by the clock of this machine
     */
    record Part(
            Collected seen, double aheadMillis, int cores, String machine, boolean passing, List<Silence> silences) {
        Part(Collected seen, double aheadMillis, int cores, String machine) {
            this(seen, aheadMillis, cores, machine, false, List.of());
        }

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
        problems.addAll(unmeasured());
        problems.addAll(shared());
        events.sort(Comparator.comparingLong(ProcessEvent::atMillis));
        return new Collected(
                pages.fromMillis(), pages.toMillis(), machine(), instances(), samples(), events, problems, uses());
    }

    private List<HostUse> uses() {
        List<HostUse> uses = new ArrayList<>();
        Map<String, MachineUse> shared = new LinkedHashMap<>();
        sharing().values().stream().filter(names -> names.size() > 1).forEach(names -> {
            MachineUse whole = SharedMachine.of(uses(names));
            names.forEach(name -> shared.put(name, whole));
        });
        hosts.forEach((name, part) -> {
            MachineUse own = part.seen().machine();
            uses.add(new HostUse(
                    name,
                    shared.containsKey(name) ? own.beside(shared.get(name).outside()) : own,
                    part.seen().instances().stream().map(InstanceUse::name).toList(),
                    part.silences()));
        });
        return uses;
    }

    private List<MachineUse> uses(List<String> names) {
        return names.stream().map(name -> hosts.get(name).seen().machine()).toList();
    }

    /** Hosts that saw something, by the machine they are. */
    private Map<String, List<String>> sharing() {
        Map<String, List<String>> machines = new LinkedHashMap<>();
        hosts.forEach((name, part) -> {
            if (part.seen().machine().cores() > 0) {
                machines.computeIfAbsent(part.machine(), each -> new ArrayList<>())
                        .add(name);
            }
        });
        return machines;
    }

    private List<String> shared() {
        return sharing().values().stream()
                .filter(names -> names.size() > 1)
                .map(
                        names -> "hosts " + String.join(", ", names)
                                + " are one machine (the same kernel): figures of the machine are those of all of them together")
                .toList();
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
                process.limitHost(),
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
        List<MachineUse> uses = sharing().values().stream()
                .map(names -> SharedMachine.of(uses(names)))
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
                        uses.stream().map(use -> (double) use.cores()).toList()),
                power(uses));
    }

    /** A sum that lacks one of the machines would pass for that of all. */
    private static Power power(List<MachineUse> uses) {
        if (uses.stream().anyMatch(use -> !use.power().known())) {
            return Power.NONE;
        }
        return new Power(
                uses.stream().mapToDouble(use -> use.power().watts()).sum(),
                uses.stream().map(use -> use.power().source()).distinct().collect(Collectors.joining(", ")));
    }

    private List<String> unmeasured() {
        Map<Boolean, List<String>> names = sharing().values().stream()
                .collect(Collectors.partitioningBy(
                        hosts -> SharedMachine.of(uses(hosts)).power().known(),
                        Collectors.flatMapping(List::stream, Collectors.toList())));
        return names.get(true).isEmpty() || names.get(false).isEmpty()
                ? List.of()
                : List.of("the power of all hosts together is not known, because it was not measured on "
                        + String.join(", ", names.get(false)));
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

    /**
     * Those of the same second together. A tick that was left out is told by the next sample, which lasts from the one before. A second
     * that one of the machines did not see at all is left out.
     */
    private List<Sample> samples() {
        List<Map.Entry<String, Part>> seeing = hosts.entrySet().stream()
                .filter(host -> !host.getValue().seen().samples().isEmpty())
                .toList();
        long whole = seeing.stream().filter(host -> !host.getValue().passing()).count();
        Map<Long, Integer> seenByWhole = new TreeMap<>();
        Map<Long, List<Weighted>> seconds = new TreeMap<>();
        for (Map.Entry<String, Part> host : seeing) {
            Part part = host.getValue();
            List<Sample> own = part.seen().samples();
            long first = part.here(own.getFirst().atMillis());
            Map<Long, Sample> bySecond = new LinkedHashMap<>();
            long before = Math.floorDiv(first, SECOND) - 1;
            for (Sample sample : own) {
                // Counted from its own first one, so that a tick that is late by a little stays in its second.
                long second = Math.floorDiv(first, SECOND)
                        + Math.round((part.here(sample.atMillis()) - first) / (double) SECOND);
                for (long left = Math.max(before + 1, second - LONGEST_GAP); left < second; left++) {
                    bySecond.put(left, sample);
                }
                bySecond.put(second, sample);
                before = second;
            }
            bySecond.forEach((second, sample) -> {
                seconds.computeIfAbsent(second, each -> new ArrayList<>())
                        .add(new Weighted(sample, part.cores(), part.machine()));
                seenByWhole.merge(second, part.passing() ? 0 : 1, Integer::sum);
            });
        }
        List<Sample> samples = new ArrayList<>();
        seconds.forEach((second, seen) -> {
            if (seenByWhole.get(second) == whole) {
                samples.add(together(second * SECOND, seen));
            }
        });
        return samples;
    }

    /** The newest of each machine, which may be of neighbouring seconds; empty where there is none. */
    Optional<Sample> newest() {
        List<Weighted> seen = new ArrayList<>();
        long at = 0;
        for (Map.Entry<String, Part> host : hosts.entrySet()) {
            Part part = host.getValue();
            if (!part.seen().samples().isEmpty()) {
                Sample last = part.seen().samples().getLast();
                seen.add(new Weighted(last, part.cores(), part.machine()));
                at = Math.max(at, part.here(last.atMillis()));
            }
        }
        return seen.isEmpty() ? Optional.empty() : Optional.of(together(at, seen));
    }

    /** @param machine which several hosts may be */
    private record Weighted(Sample sample, int cores, String machine) {}

    private static Sample together(long atMillis, List<Weighted> seen) {
        Map<String, List<Weighted>> machines = new LinkedHashMap<>();
        seen.forEach(part -> machines.computeIfAbsent(part.machine(), each -> new ArrayList<>(1))
                .add(part));
        List<Weighted> wholes = machines.values().stream()
                .map(hosts -> new Weighted(
                        SharedMachine.second(
                                hosts.stream().map(Weighted::sample).toList()),
                        hosts.stream().mapToInt(Weighted::cores).max().orElse(0),
                        hosts.getFirst().machine()))
                .toList();
        double cores = Math.max(1, wholes.stream().mapToInt(Weighted::cores).sum());
        return new Sample(
                atMillis,
                mean(wholes, cores, Sample::cpuBusyShare),
                mean(wholes, cores, Sample::stealShare),
                wholes.stream().mapToInt(part -> part.sample().runnable()).sum(),
                wholes.stream()
                        .mapToLong(part -> part.sample().memoryUsedBytes())
                        .sum(),
                seen.stream()
                        .flatMap(part -> part.sample().instances().stream())
                        .toList(),
                Outside.mean(
                        wholes.stream().map(part -> part.sample().outside()).toList(),
                        wholes.stream().map(part -> (double) part.cores()).toList()));
    }

    private static double mean(List<Weighted> wholes, double cores, ToDoubleFunction<Sample> value) {
        return wholes.stream()
                        .mapToDouble(part -> part.cores() * value.applyAsDouble(part.sample()))
                        .sum()
                / cores;
    }
}
