package gavel.driver.qos;

/**
 * Whether the driver itself could do its work, over the measurement; shares are 0..1 of the worst loop.
 *
 * @param name of the driver, where there are several
 * @param latenessP99Millis of the loops' timers: how much of any latency may be the driver's own
 * @param cycleMeanSeconds of the cycle times drawn, and how many there were
 * @param faults errors within the driver that are bugs of its own; {@code firstFault} is one of them, or null
 * @param refused exchanges that failed for want of descriptors, ports, or a connection under the cap
 * @param startApartMillis at most so much later than the first driver it began, the uncertainty of its clock included
 * @param endApartMillis so much later than the first to end its measurement ended
 */
public record DriverState(
        String name,
        double busyShare,
        double runQueueShare,
        double latenessP99Millis,
        double cycleMeanSeconds,
        long cycles,
        long faults,
        String firstFault,
        long refused,
        long descriptorsMax,
        long descriptorLimit,
        double startApartMillis,
        double endApartMillis) {}
