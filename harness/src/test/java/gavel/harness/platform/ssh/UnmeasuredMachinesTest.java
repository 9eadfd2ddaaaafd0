package gavel.harness.platform.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import gavel.harness.collect.Collected;
import gavel.harness.collect.Collected.MachineUse;
import gavel.harness.collect.Outside;
import gavel.harness.collect.Power;
import gavel.harness.evidence.Ranges;
import gavel.harness.platform.ssh.MergedCollection.Part;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Machines together, of which some could not measure everything. */
class UnmeasuredMachinesTest {
    private static MachineUse machine(int cores, double busy, double nanos) {
        return new MachineUse(cores, busy, 0.1, 0.2, 3, 1_000, 100, 5, nanos, nanos / 100, Outside.NONE, Power.NONE);
    }

    private static Collected together(MachineUse... machines) {
        Map<String, Part> parts = new LinkedHashMap<>();
        for (MachineUse machine : machines) {
            Collected seen = new Collected(1_000, 61_000, machine, List.of(), List.of(), List.of(), List.of());
            String name = "m" + parts.size();
            parts.put(name, new Part(seen, 0, machine.cores(), name));
        }
        return new MergedCollection(List.of(), Collected.NOTHING, parts).merged();
    }

    /** (4 × 80 + 12 × 120) / 16 = 110. */
    @Test
    void speedIsTheMeanByCoresOfThoseThatMeasuredIt() {
        assertThat(together(machine(4, 0.5, 80), machine(12, 0.5, 120))
                        .machine()
                        .memoryLatencyNanos())
                .isCloseTo(110, within(1e-9));
        MachineUse one = together(machine(4, 0.9, 80), machine(12, 0.1, 0)).machine();
        assertThat(one.memoryLatencyNanos()).as("80, and not a quarter of it").isCloseTo(80, within(1e-9));
        assertThat(one.arithmeticNanos()).isCloseTo(0.8, within(1e-9));
        // (4 × 0.9 + 12 × 0.1) / 16: a machine that is idle counts.
        assertThat(one.cpuBusyShare()).isCloseTo(0.3, within(1e-9));
        assertThat(together(machine(4, 0.9, 0)).machine().memoryLatencyNanos()).isZero();
    }

    /** Stopped before the measurement began: nothing is known of any, and nothing is divided by it. */
    @Test
    void machinesOfWhichNothingIsKnownMakeAResultThatCanBeRead() {
        Collected all = together(MachineUse.UNKNOWN, MachineUse.UNKNOWN);
        assertThat(all.machine().cpuBusyShare()).isZero();
        assertThat(all.machine().cores()).isZero();
        assertThat(Ranges.problems(all)).isEmpty();
    }
}
