package gavel.harness.platform.ssh;

import gavel.harness.collect.Collected.MachineUse;
import gavel.harness.collect.Outside;
import gavel.harness.collect.Power;
import gavel.harness.collect.Sample;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * One machine that several hosts of a configuration are, such as containers of it: pure. Each of them sees the whole of it, and takes what the
 * others do for foreign.
 */
final class SharedMachine {
    private SharedMachine() {}

    /** @param uses of the same machine, as each of its hosts saw it */
    static MachineUse of(List<MachineUse> uses) {
        if (uses.size() == 1) {
            return uses.getFirst();
        }
        return new MachineUse(
                uses.stream().mapToInt(MachineUse::cores).max().orElse(0),
                mean(uses, MachineUse::cpuBusyShare),
                mean(uses, MachineUse::stealShare),
                mean(uses, MachineUse::ioWaitShare),
                mean(uses, MachineUse::runnableMean),
                uses.stream().mapToLong(MachineUse::memoryTotalBytes).max().orElse(0),
                uses.stream().mapToLong(MachineUse::memoryUsedMaxBytes).max().orElse(0),
                uses.stream().mapToLong(MachineUse::networkBytes).sum(),
                mean(uses, MachineUse::memoryLatencyNanos),
                mean(uses, MachineUse::arithmeticNanos),
                outside(uses.stream().map(MachineUse::outside).toList()),
                uses.stream()
                        .map(MachineUse::power)
                        .max(Comparator.comparingDouble(Power::watts))
                        .orElse(Power.NONE));
    }

    /** @param seen in the same second by hosts of the same machine; instances are those of all */
    static Sample second(List<Sample> seen) {
        if (seen.size() == 1) {
            return seen.getFirst();
        }
        return new Sample(
                seen.getFirst().atMillis(),
                mean(seen, Sample::cpuBusyShare),
                mean(seen, Sample::stealShare),
                (int) Math.round(mean(seen, Sample::runnable)),
                seen.stream().mapToLong(Sample::memoryUsedBytes).max().orElse(0),
                seen.stream().flatMap(sample -> sample.instances().stream()).toList(),
                outside(seen.stream().map(Sample::outside).toList()));
    }

    /**
     * What is the work of none of the hosts. Interrupts are nobody's, and each host has left them out. Whose it is cannot be told: what one host names may
     * be a process of another.
     */
    private static Outside outside(List<Outside> seen) {
        double own = seen.stream().mapToDouble(Outside::own).sum();
        double all = mean(seen, each -> each.share() + each.own());
        return new Outside(Math.max(0, all - own), List.of(), own);
    }

    private static <T> double mean(List<T> seen, ToDoubleFunction<T> value) {
        return seen.stream().mapToDouble(value).average().orElse(0);
    }
}
