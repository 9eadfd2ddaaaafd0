package gavel.harness.platform.local.proc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class MachineStatTest {
    private static final List<String> MEMORY =
            List.of("MemTotal:  1000 kB", "MemFree: 100 kB", "MemAvailable:  400 kB");

    private static MachineStat stat(String cpu) {
        return MachineStat.parse(List.of(cpu, "cpu0 1 2 3", "cpu1 1 2 3", "ctxt 5", "procs_running 4"), MEMORY);
    }

    @Test
    void sharesAreOfTheTimeOfAllCores() {
        MachineStat before = stat("cpu  100 0 50 1000 10 0 0 0 0 0");
        // 60 user + 20 system + 5 irq + 5 softirq of 150 ticks; 30 idle, 15 waiting, 15 stolen
        MachineStat after = stat("cpu  160 0 70 1030 25 5 5 15 0 0");
        assertThat(after.busyShareSince(before)).isCloseTo(90.0 / 150, within(1e-9));
        assertThat(after.taskTicksSince(before)).as("without interrupts").isEqualTo(80);
        assertThat(after.ioWaitShareSince(before)).isCloseTo(15.0 / 150, within(1e-9));
        assertThat(after.stealShareSince(before)).isCloseTo(15.0 / 150, within(1e-9));
    }

    @Test
    void countsCoresTasksAndMemory() {
        MachineStat stat = stat("cpu  1 0 1 1 0 0 0 0 0 0");
        assertThat(stat.cores()).isEqualTo(2);
        assertThat(stat.runnable()).isEqualTo(4);
        assertThat(stat.memoryTotalBytes()).isEqualTo(1000 * 1024);
        assertThat(stat.memoryAvailableBytes()).isEqualTo(400 * 1024);
    }

    @Test
    void noTimeHasNoShare() {
        MachineStat stat = stat("cpu  1 0 1 1 0 0 0 0 0 0");
        assertThat(stat.busyShareSince(stat)).isZero();
    }
}
