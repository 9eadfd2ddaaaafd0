package gavel.harness.elastic;

import gavel.harness.action.ActionEvent.Stage;
import gavel.harness.action.ActionEvent.Step;
import java.util.List;

/**
 * One change of the number of servers. Times are milliseconds since 1970.
 *
 * @param from servers before
 * @param to servers after
 * @param decidedMillis when it was decided, epoch milliseconds
 * @param endedMillis when it had come into force; 0 where it did not
 * @param problem why it did not; null when it did
 * @param steps of each server that came or left
 */
public record ScalingEvent(int from, int to, long decidedMillis, long endedMillis, String problem, List<Step> steps) {
    public ScalingEvent {
        steps = List.copyOf(steps);
    }

    public boolean grows() {
        return to > from;
    }

    /** When this instance came to a stage; null where it never did. */
    Long at(String instance, Stage stage) {
        return steps.stream()
                .filter(step -> step.instance().equals(instance) && step.stage() == stage)
                .map(Step::atMillis)
                .findFirst()
                .orElse(null);
    }

    /** Instances that came. */
    List<String> created() {
        return steps.stream()
                .filter(step -> step.stage() == Stage.CREATED)
                .map(Step::instance)
                .toList();
    }
}
