package gavel.driver.run;

import java.util.ArrayList;
import java.util.List;

/**
 * Which of the run's users are this agent's, and how a change of their number is spread: change i of n happens in the middle of the
 * i-th of n equal parts of the ramp. Pure.
 */
record UserPlan(int agent, int agents) {
    /** A user comes or goes. */
    record Change(long atNanos, long user, boolean arrives) {}

    /** How many of so many users in all this agent has. */
    int own(int users) {
        return users / agents + (agent < users % agents ? 1 : 0);
    }

    List<Change> change(int before, int after, long fromNanos, long rampNanos) {
        int was = own(before);
        int is = own(after);
        int count = Math.abs(is - was);
        List<Change> changes = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            long at = fromNanos + (long) (rampNanos * ((i + (agent + 0.5) / agents) / count));
            int position = is > was ? was + i : was - 1 - i;
            changes.add(new Change(at, agent + (long) position * agents, is > was));
        }
        return changes;
    }

    /** Position of a user among this agent's. */
    long position(long user) {
        return (user - agent) / agents;
    }
}
