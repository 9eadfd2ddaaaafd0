package gavel.harness.elastic;

import gavel.harness.action.ActionEvent.Stage;
import gavel.harness.action.ActionEvent.Step;
import java.util.ArrayList;
import java.util.List;

/**
 * One change of the number of servers. Times are milliseconds since 1970.
 *
 * @param from servers before
 * @param to servers after
 * @param decidedMillis when it was decided, epoch milliseconds
 * @param endedMillis when it had come into force; 0 where it did not
 * @param problem why it did not; null when it did, or when its servers were taken back before they were ready
 * @param steps of each server that came or left
 */
public record ScalingEvent(int from, int to, long decidedMillis, long endedMillis, String problem, List<Step> steps) {
    public ScalingEvent {
        steps = List.copyOf(steps);
    }

    /**
     * One whose servers whoever decides took away again before all of them were ready: late, but no fault of the deployment.
     *
     * @param steps those seen; servers whose end was not seen have ended by now, and one that was ready serves nobody from its end on
     */
    public static ScalingEvent takenBack(int from, int to, long decidedMillis, List<Step> steps, long nowMillis) {
        List<Step> all = new ArrayList<>(steps);
        ScalingEvent seen = new ScalingEvent(from, to, decidedMillis, 0, null, steps);
        for (String instance : seen.created()) {
            Long ended = seen.at(instance, Stage.ENDED);
            if (seen.at(instance, Stage.READY) != null && seen.at(instance, Stage.OUT_OF_SERVICE) == null) {
                all.add(new Step(instance, Stage.OUT_OF_SERVICE, ended == null ? nowMillis : ended));
            }
            if (ended == null) {
                all.add(new Step(instance, Stage.ENDED, nowMillis));
            }
        }
        return new ScalingEvent(from, to, decidedMillis, 0, null, all);
    }

    /** Whether its servers went before all of them were ready. */
    public boolean takenBack() {
        return problem == null && endedMillis == 0;
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
