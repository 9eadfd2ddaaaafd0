package gavel.driver.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.LoopCapacity;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("measures how busy a loop is")
class CapacityTrialIT {
    @Test
    void aLoopThatIsNeverWithoutAnswersIsBusyAndDoesThousandsASecond() throws Exception {
        long began = System.nanoTime();

        LoopCapacity capacity = CapacityTrial.run(Duration.ofSeconds(1), Duration.ofSeconds(1), System::nanoTime);

        double seconds = (System.nanoTime() - began) / 1e9;
        assertThat(capacity.seconds()).isBetween(1.0, seconds - 1);
        assertThat(capacity.busyShare()).isBetween(0.1, 1.0);
        assertThat(capacity.exchanges()).isGreaterThan(1_000);
        assertThat(capacity.exchangesPerSecond())
                .isBetween(
                        capacity.exchanges() / capacity.seconds(), capacity.exchanges() / capacity.seconds() * 10.001);
    }
}
