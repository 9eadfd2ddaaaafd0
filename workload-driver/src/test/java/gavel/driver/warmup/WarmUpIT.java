package gavel.driver.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.HttpVersion;
import gavel.driver.loop.EngineLoops;
import gavel.driver.loop.Transport;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WarmUpIT {
    @ParameterizedTest
    @CsvSource({"1.1, 1000", "2, 1000", "auto, 2000"})
    void doesTheExchangesItWasAskedForOnEveryLoop(String http, long expected) throws Exception {
        try (EngineLoops loops = EngineLoops.open(2, Transport.forSockets(), System::nanoTime)) {
            long done = WarmUp.run(loops, HttpVersion.of(http), 500, Duration.ofSeconds(20));

            assertThat(done).isGreaterThanOrEqualTo(expected).isLessThan(expected + 100);
            for (var loop : loops.all()) {
                assertThat(loop.call(loop::pendingTimers).get()).isZero();
            }
        }
    }

    @Test
    void endsWhenItsTimeIsOver() throws Exception {
        try (EngineLoops loops = EngineLoops.open(1, Transport.forSockets(), System::nanoTime)) {
            long began = System.nanoTime();

            WarmUp.run(loops, Long.MAX_VALUE, Duration.ofMillis(300));

            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(30));
        }
    }
}
