package gavel.harness.platform.ssh.host;

import gavel.harness.platform.Machine.ClockOffset;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.DoubleSupplier;

/**
 * How far another machine's clock is ahead of this one, from the shortest of several round trips: the clock was read somewhere within it. It
 * is for the samples of that machine; drivers compare clocks themselves ({@code gavel.driver.api.ensemble}).
 */
public final class ClockTrips {
    private static final int TRIPS = 20;

    private ClockTrips() {}

    /** @param far reads the other clock, in milliseconds since 1970 */
    public static ClockOffset measure(InstantSource clock, DoubleSupplier far) {
        ClockOffset best = null;
        for (int trip = 0; trip < TRIPS; trip++) {
            double before = millis(clock.instant());
            double there = far.getAsDouble();
            double after = millis(clock.instant());
            ClockOffset found = new ClockOffset(there - (before + after) / 2, (after - before) / 2);
            if (best == null || found.uncertaintyMillis() < best.uncertaintyMillis()) {
                best = found;
            }
        }
        return best;
    }

    private static double millis(Instant instant) {
        return instant.getEpochSecond() * 1e3 + instant.getNano() / 1e6;
    }
}
