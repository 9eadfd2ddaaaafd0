package gavel.harness.failover;

import java.time.Duration;

/**
 * How faults are made.
 *
 * @param lasting how long a freeze or a cut lasts
 * @param quiet time without a fault before each, over which its level is measured
 * @param patience for the service to become steady before a fault, and to come back after it is healed
 * @param repeats of all faults, one after the other
 */
public record FailoverSettings(Duration lasting, Duration quiet, Duration patience, int repeats) {
    public static final FailoverSettings USUAL =
            new FailoverSettings(Duration.ofSeconds(10), Duration.ofSeconds(15), Duration.ofSeconds(90), 1);

    /** What a start takes of an application server with its data, and what people take to come back. */
    private static final int START_SECONDS = 8;

    /** What a host takes to be gone, and to come back. */
    private static final int HOST_SECONDS = 25;

    private static final int RECOVERY_SECONDS = 12;

    /** About what a fault takes with all that belongs to it. */
    public Duration each(Fault.Kind kind) {
        return quiet.plus(kind.lasts() ? lasting : Duration.ofSeconds(START_SECONDS))
                .plusSeconds(kind == Fault.Kind.HOST ? HOST_SECONDS : 0)
                .plusSeconds(RECOVERY_SECONDS);
    }
}
