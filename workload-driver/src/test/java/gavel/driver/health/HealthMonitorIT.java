package gavel.driver.health;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.LoadReport.DriverHealth;
import gavel.driver.loop.EngineLoops;
import gavel.driver.loop.Transport;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("measures how busy a loop is")
class HealthMonitorIT {
    @Test
    void showsTheWorstLoop() throws Exception {
        try (EngineLoops loops = EngineLoops.open(2, Transport.forSockets(), System::nanoTime)) {
            HealthMonitor monitor = new HealthMonitor(loops.all(), System::nanoTime);
            loops.all()
                    .get(1)
                    .call(() -> {
                        long until = System.nanoTime() + 400_000_000;
                        while (System.nanoTime() < until) {
                            Thread.onSpinWait();
                        }
                        return true;
                    })
                    .get(10, TimeUnit.SECONDS);

            DriverHealth health = monitor.health();

            assertThat(health.loops()).isEqualTo(2);
            assertThat(health.busyShare()).isGreaterThan(0.7);
            assertThat(health.cpuSeconds()).isGreaterThan(0.05);
            assertThat(health.runQueueShare()).isBetween(0.0, 1.0);
            assertThat(health.openDescriptorsMax()).isPositive().isLessThanOrEqualTo(health.descriptorLimit());
            assertThat(monitor.busyShareOfInterval()).isGreaterThan(0.7);
        }
    }
}
