package gavel.driver.qos;

import gavel.driver.api.LoadReport.DriverHealth;

/**
 * Whether the driver itself could do its work, over the measurement.
 *
 * @param name of the driver, where there are several
 * @param health shares are 0..1, of the worst loop
 * @param latenessP99Millis of the loops' timers: how much of any latency may be the driver's own
 * @param cycleMeanSeconds of the cycle times drawn, and how many there were
 * @param faults errors within the driver that are bugs of its own; {@code firstFault} is one of them, or null
 * @param refused exchanges that failed for want of descriptors, ports, or a connection under the cap
 * @param withoutAccount sessions that could not begin, as every account was in use
 * @param missingMillis of the measurement and the hold, which were ended before their time
 * @param startApartMillis at most so much later than the first driver it began, the uncertainty of its clock included
 * @param endApartMillis so much later than the first to end its measurement ended
 */
public record DriverState(
        String name,
        DriverHealth health,
        double latenessP99Millis,
        double cycleMeanSeconds,
        long cycles,
        long faults,
        String firstFault,
        long refused,
        long withoutAccount,
        long missingMillis,
        double startApartMillis,
        double endApartMillis) {}
