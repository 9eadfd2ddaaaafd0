package gavel.harness.platform.ssh.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import gavel.harness.platform.Machine.ClockOffset;
import java.time.Instant;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ClockTripsTest {
    private static final double OFFSET = 90_000.25;
    private double now = 1_000;

    private Instant clock() {
        return Instant.ofEpochSecond(0, Math.round(now * 1e6));
    }

    @Test
    void theShortestTripTellsAndTheTruthIsWithinItsUncertainty() {
        for (int seed = 0; seed < 100; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            ClockOffset found = ClockTrips.measure(this::clock, () -> {
                // There and back take times of their own.
                now += random.nextDouble(0.05, 20);
                double there = now + OFFSET;
                now += random.nextDouble(0.05, 20);
                return there;
            });
            assertThat(found.millis()).isCloseTo(OFFSET, within(found.uncertaintyMillis() + 1e-3));
            assertThat(found.uncertaintyMillis()).isLessThan(10);
        }
    }

    @Test
    void withoutATripItIsKnownExactly() {
        ClockOffset found = ClockTrips.measure(this::clock, () -> now - 3);
        assertThat(found.millis()).isEqualTo(-3);
        assertThat(found.uncertaintyMillis()).isZero();
    }
}
