package gavel.harness.platform.power;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What is known of one machine's power, and what follows from the next thing that is learned: pure.
 *
 * @param ours whether it was off before, so that it is switched off again
 * @param deadline for being ready; null before it is switched on
 * @param reason why it cannot be used yet, or could not be; empty when it can
 */
public record MachinePower(State state, boolean ours, Instant deadline, String reason) {
    /** Where it is on its way. */
    public enum State {
        UNKNOWN,
        /** It was on already. */
        ON,
        SWITCHING_ON,
        COMING_UP,
        READY,
        FAILED,
        OFF
    }

    static final MachinePower UNKNOWN = new MachinePower(State.UNKNOWN, false, null, "");

    /**
     * Its state after it was looked for the first time.
     *
     * @param missing why it cannot be reached; empty when it can
     * @param switchable whether there is a command that switches it on
     */
    MachinePower looked(Optional<String> missing, boolean switchable, Instant now, Duration within) {
        require(State.UNKNOWN);
        if (missing.isEmpty()) {
            return new MachinePower(State.ON, false, null, "");
        }
        return switchable
                ? new MachinePower(State.SWITCHING_ON, true, now.plus(within), missing.get())
                : new MachinePower(State.FAILED, false, null, missing.get());
    }

    /** The command that switches it on has ended. */
    MachinePower switchedOn(Hooks.Outcome outcome) {
        require(State.SWITCHING_ON);
        return outcome.good()
                ? new MachinePower(State.COMING_UP, ours, deadline, reason)
                : new MachinePower(State.FAILED, ours, deadline, "powerOn " + outcome.words());
    }

    /** @param missing what keeps it from being ready; empty when nothing does */
    MachinePower asked(Optional<String> missing, Instant now, Duration within) {
        require(State.COMING_UP);
        if (missing.isEmpty()) {
            return new MachinePower(State.READY, ours, deadline, "");
        }
        return now.isBefore(deadline)
                ? new MachinePower(State.COMING_UP, ours, deadline, missing.get())
                : new MachinePower(
                        State.FAILED,
                        ours,
                        deadline,
                        "was not ready within " + within.toSeconds() + " s (hosts.startWithin): " + missing.get());
    }

    /** Until it may be used. */
    Duration left(Instant now) {
        Duration left = Duration.between(now, deadline);
        return left.isNegative() ? Duration.ZERO : left;
    }

    private void require(State expected) {
        if (state != expected) {
            throw new IllegalStateException("a machine that is " + state + " is not " + expected);
        }
    }
}
