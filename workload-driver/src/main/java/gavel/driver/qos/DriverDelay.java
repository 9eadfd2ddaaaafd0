package gavel.driver.qos;

import gavel.driver.api.text.DurationWords;
import java.util.List;

/**
 * How much of a latency may be the driver's own. A starved driver starts late, which the service time does not see, but it also reads
 * late, which it does; how late its timers fire bounds both. So a failure stands only where the server exceeds the limit by more than
 * this delay.
 */
public record DriverDelay(double latenessP99Millis) {
    /** So many exchanges follow each other within the longest operation, and each may be read late. */
    private static final int EXCHANGES = 10;

    /** Of several drivers the most delayed one's: the worst of them may have made any late operation. */
    public static DriverDelay worst(List<DriverState> drivers) {
        return new DriverDelay(drivers.stream()
                .mapToDouble(DriverState::latenessP99Millis)
                .max()
                .orElse(0));
    }

    /** At most this much of an operation's service time was spent by the driver. */
    public long allowanceMillis() {
        return (long) Math.ceil(EXCHANGES * latenessP99Millis);
    }

    boolean mayExplain(long limitMillis) {
        return allowanceMillis() > limitMillis;
    }

    /** The end of a sentence for a limit that only the driver broke. */
    String advice(long limitMillis) {
        return "the driver's own timers were " + Words.number(latenessP99Millis) + " ms late (p99) beside a limit of "
                + DurationWords.seconds(limitMillis) + ": give the driver more CPU, or fewer users";
    }
}
