package gavel.driver.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProcessStatsTest {
    @ParameterizedTest
    @CsvSource({
        "Copy, true",
        "G1 Young Generation, true",
        "G1 Concurrent GC, true",
        "ZGC Minor Pauses, true",
        "ZGC Major Cycles, false",
        "Shenandoah Pauses, true",
        "Shenandoah Cycles, false"
    })
    void whatACollectorDoesBesideTheProgramIsNoPause(String collector, boolean pauses) {
        assertThat(ProcessStats.pauses(collector)).isEqualTo(pauses);
    }

    @Test
    void readsStolenTimeOutOfTheKernelsLine() {
        // user nice system idle iowait irq softirq steal guest guest_nice
        assertThat(ProcessStats.ticks("cpu  100 0 50 800 10 5 5 30 7 0")).containsExactly(30, 1000);
    }

    @Test
    void anOldKernelKnowsOfNoTheft() {
        assertThat(ProcessStats.ticks("cpu 100 0 50 800")).containsExactly(0, 950);
    }

    @Test
    void countsDescriptorsAsTheyAreOpened() throws IOException {
        long before = ProcessStats.now().openDescriptors();
        List<ServerSocket> opened = new ArrayList<>();
        try {
            for (int i = 0; i < 50; i++) {
                opened.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
            }
            assertThat(ProcessStats.now().openDescriptors() - before).isBetween(45L, 60L);
        } finally {
            for (ServerSocket each : opened) {
                each.close();
            }
        }
    }

    @Test
    void shareIsOfAllProcessors() {
        ProcessStats before = new ProcessStats(0, 0, 0, 0, 10, 1_000);
        ProcessStats after = new ProcessStats(0, 0, 0, 0, 60, 2_000);

        assertThat(after.stolenShareSince(before)).isEqualTo(0.05);
        assertThat(after.stolenShareSince(after)).isZero();
    }
}
