package gavel.driver.qos;

import gavel.driver.api.RuleOutcome;
import gavel.driver.api.RuleOutcome.Status;
import java.util.List;

/**
 * Whether as many people came as the path or the arrivals ask for. Fewer is the driver's fault. There may be more on a path that goes
 * down: a user who is sent away finishes what it does, which takes as long as the server takes.
 */
final class CourseRule {
    private static final double LEAST = 0.99;
    /** Sessions at the edges of the measurement. */
    private static final double EDGE = 2;

    private CourseRule() {}

    static List<RuleOutcome> judge(Course course) {
        if (course.shape().constant()) {
            return List.of();
        }
        boolean path = course.shape().varying();
        double share = course.asked() == 0 ? 1 : course.done() / course.asked();
        boolean there = course.done() >= LEAST * course.asked() - EDGE;
        String what = path ? "user-seconds" : "people who came";
        String found =
                Words.number(course.done()) + " " + what + " where " + Words.number(course.asked()) + " were asked for";
        return List.of(new RuleOutcome(
                "course",
                path ? "path" : "arrivals",
                there ? Status.PASS : Status.INVALID,
                Words.percent(share),
                "at least " + Words.percent(LEAST),
                there ? found : found + ": the driver did not bring the people; give it more CPU or loops"));
    }
}
