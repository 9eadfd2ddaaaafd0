package gavel.harness.elastic;

import java.util.List;

/**
 * What one pass along the path came to. Seconds count from the beginning of the path.
 *
 * @param number from 1
 * @param problem why it does not count; empty when it does
 * @param demand servers that the path needed
 * @param supply servers that were ready
 * @param metrics of both
 * @param fewest the same where N(k) is at the upper ends of its intervals
 * @param greatest the same where N(k) is at their lower ends
 * @param instability with the step of {@link #STEP_SECONDS}
 * @param goodShare of all user time that was within quality, 0 to 1
 * @param cost in server seconds
 * @param links of each server that came
 */
public record ElasticPass(
        int number,
        String problem,
        long beganMillis,
        double seconds,
        Steps demand,
        Steps supply,
        ElasticityMetrics metrics,
        ElasticityMetrics fewest,
        ElasticityMetrics greatest,
        double instability,
        double goodShare,
        Cost cost,
        List<ScalingEvent> events,
        List<Joined> links,
        List<Second> course) {
    public static final double STEP_SECONDS = 10;

    /**
     * Server seconds.
     *
     * @param used from the creation of each server until its end
     * @param demanded by the path: those of a perfect follower
     * @param ofMost those of a fixed supply of as many as the path ever needs
     */
    public record Cost(double used, double demanded, double ofMost) {
        public double ofDemanded() {
            return used / demanded;
        }
    }

    /** A server that came, and how long each link took. */
    public record Joined(String instance, ScalingLinks links) {}

    /**
     * One second of the path.
     *
     * @param bad operations that were late or failed
     */
    public record Second(double at, int users, long ended, long bad, int demand, int supply) {}

    public ElasticPass {
        events = List.copyOf(events);
        links = List.copyOf(links);
        course = List.copyOf(course);
    }

    public boolean counts() {
        return problem.isEmpty();
    }

    /** The same, which does not count. */
    public ElasticPass without(String why) {
        return new ElasticPass(
                number,
                why,
                beganMillis,
                seconds,
                demand,
                supply,
                metrics,
                fewest,
                greatest,
                instability,
                goodShare,
                cost,
                events,
                links,
                course);
    }
}
