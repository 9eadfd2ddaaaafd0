package gavel.driver.run;

import gavel.driver.api.shape.LoadPath;
import gavel.driver.api.shape.LoadPath.Point;
import java.util.ArrayList;
import java.util.List;

/**
 * Which of the run's users are this agent's, and how a change of their number is spread. Change i of n happens in the middle of the i-th of
 * n equal parts of the ramp, whichever agent it concerns. Pure.
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

    /** The users who come and go along a path that begins at a moment, until another one, in the order of the moments. */
    List<Change> along(LoadPath path, long fromNanos, long untilNanos) {
        List<Change> changes = new ArrayList<>();
        for (int i = 1; i < path.points().size(); i++) {
            Point before = path.points().get(i - 1);
            Point after = path.points().get(i);
            long from = fromNanos + (long) (before.seconds() * 1e9);
            long over = fromNanos + (long) (after.seconds() * 1e9) - from;
            change(before.users(), after.users(), from, over).stream()
                    .filter(change -> change.atNanos() < untilNanos)
                    .forEach(changes::add);
        }
        return changes;
    }

    /** Position of a user among this agent's. */
    long position(long user) {
        return (user - agent) / agents;
    }
}
