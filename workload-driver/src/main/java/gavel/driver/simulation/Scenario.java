package gavel.driver.simulation;

import java.util.List;

/**
 * Which users a deployment has had, and when their bids are counted. Time is in seconds since its auctions began to go on from mid-life: before
 * the first stage there are no bids.
 *
 * @param from when counting begins, {@code to} when it ends
 */
public record Scenario(List<Stage> stages, double from, double to) {
    /**
     * A number of users from some moment on. Those who are missing come, and those who are too many go, evenly over the ramp; the others stay.
     */
    public record Stage(double at, int users, double ramp) {
        private Stage of(int all, int most) {
            return new Stage(at, users == 0 ? 0 : (int) Math.max(1, (long) users * most / all), ramp);
        }
    }

    public Scenario {
        stages = List.copyOf(stages);
        if (stages.isEmpty() || !(from >= stages.getLast().at && to > from)) {
            throw new IllegalArgumentException(
                    "counting must begin after the last stage does: " + stages + ", from " + from + " to " + to);
        }
    }

    int mostUsers() {
        return stages.stream().mapToInt(Stage::users).max().orElseThrow();
    }

    /** Of those whose bids are counted. */
    double userSeconds() {
        return stages.getLast().users * (to - from);
    }

    /** The same with at most so many users: auctions are shared by as many as before, so each user does the same. */
    Scenario within(int most) {
        int all = mostUsers();
        return all <= most
                ? this
                : new Scenario(stages.stream().map(stage -> stage.of(all, most)).toList(), from, to);
    }
}
