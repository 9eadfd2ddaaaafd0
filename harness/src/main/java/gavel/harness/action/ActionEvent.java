package gavel.harness.action;

import java.util.List;
import java.util.Locale;

/**
 * An action of a run as it was done. Times are milliseconds since 1970.
 *
 * @param action in words
 * @param intendedMillis when it was to begin
 * @param beganMillis when it began; 0 where it never did
 * @param endedMillis when it had come into force; 0 where it did not
 * @param problem why it did not; null when it did
 * @param steps on the way, in their order
 */
public record ActionEvent(
        String action, long intendedMillis, long beganMillis, long endedMillis, String problem, List<Step> steps) {
    /** What becomes of an instance while a tier is scaled. */
    public enum Stage {
        /** Its process has been started. */
        CREATED,
        /** It says of itself that it can take requests. */
        READY,
        /** The servers in front send it requests. */
        IN_SERVICE,
        /** They send it no new ones any more. */
        OUT_OF_SERVICE,
        /** It has finished what it had begun, and has ended. */
        ENDED;

        public String words() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /**
     * @param instance its name
     * @param stage that it reached
     * @param atMillis when, epoch milliseconds
     */
    public record Step(String instance, Stage stage, long atMillis) {}

    public ActionEvent {
        steps = List.copyOf(steps);
    }

    /** Whether it has come into force. */
    public boolean done() {
        return problem == null;
    }
}
