package gavel.driver.run;

import java.util.ArrayList;
import java.util.List;

/**
 * Which of the run's users are this agent's, and how a change of their number is spread: change i of n happens in the middle of the
 * i-th of n equal parts of the ramp, whichever agent it concerns. Pure.
 */
record UserPlan(int agent, int agents) {
    /** A user comes or goes. */
    record Change(long atNanos, long user, boolean arrives) {}

    /** @param before users of the whole run, and {@code after} */
    List<Change> change(int before, int after, long fromNanos, long rampNanos) {
        int count = Math.abs(after - before);
        List<Change> changes = new ArrayList<>(count / agents + 1);
        for (int i = 0; i < count; i++) {
            long user = after > before ? before + i : before - 1 - i;
            if (user % agents == agent) {
                changes.add(new Change(fromNanos + (long) (rampNanos * ((i + 0.5) / count)), user, after > before));
            }
        }
        return changes;
    }

    /** Position of a user among this agent's. */
    long position(long user) {
        return (user - agent) / agents;
    }
}
