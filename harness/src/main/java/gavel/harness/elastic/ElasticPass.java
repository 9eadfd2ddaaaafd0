package gavel.harness.elastic;

import java.util.List;

/**
 * What one pass along the path came to. Seconds count from the beginning of the path.
 *
 * @param number from 1
 * @param problem why it does not count; empty when it does
 * @param beganMillis epoch milliseconds
 * @param seconds it took
 * @param demand servers that the path needed
 * @param supply servers that were ready
 * @param metrics of both
 * @param fewest the same where N(k) is at the upper ends of its intervals
 * @param greatest the same where N(k) is at their lower ends
 * @param instability share of the steps of 10 s in which supply did not move as demand did, 0 to 1
 * @param goodShare of all user time that was within quality, 0 to 1
 * @param cost in server seconds
 * @param events changes of the number of servers
 * @param links of each server that came
 * @param course of the load, second by second
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

    /**
     * A server that came, and how long each link took.
     *
     * @param instance its name
     * @param links how long each took
     */
    public record Joined(String instance, ScalingLinks links) {}

    /**
     * One second of the path.
     *
     * @param at since the path began
     * @param users people there
     * @param ended operations that ended, in whatever way
     * @param bad operations that were late or failed
     * @param demand servers needed
     * @param supply servers ready
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
