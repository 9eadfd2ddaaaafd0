package gavel.driver.api.shape;

import java.util.ArrayList;
import java.util.List;

/**
 * A number of users over time: straight lines between points, and the last number from the last point on. Second 0 is the beginning of
 * the measurement; before it the first number holds. Two points of one second are a jump. Immutable and pure.
 *
 * @param points by rising time
 */
public record LoadPath(List<Point> points) {
    /** How long a step takes: one mean cycle, so that users who come do not act at the same moments. */
    public static final double STEP_SECONDS = 5;

    private static final double LONGEST = 7 * 24 * 3600.0;
    private static final int MOST_POINTS = 100_000;

    /**
     * So many users at this second.
     *
     * @param seconds since the beginning of the measurement
     * @param users people there
     */
    public record Point(double seconds, int users) {}

    public LoadPath {
        points = List.copyOf(points);
        String problem = problem(points);
        if (problem != null) {
            throw new IllegalArgumentException("a path " + problem);
        }
    }

    /**
     * Each number holds until the next point, where the change to the next one begins; it takes a few seconds. The last point only ends
     * the path.
     *
     * @throws IllegalArgumentException also when the most users would be there at the end alone, and so never
     */
    public static LoadPath steps(List<Point> points) {
        List<Point> lines = new ArrayList<>();
        for (int i = 0; i < points.size(); i++) {
            Point point = points.get(i);
            if (i > 0) {
                double next = i + 1 < points.size() ? points.get(i + 1).seconds() : point.seconds();
                lines.add(new Point(point.seconds(), points.get(i - 1).users()));
                lines.add(new Point(
                        Math.max(point.seconds(), Math.min(point.seconds() + STEP_SECONDS, next)), point.users()));
            } else {
                lines.add(point);
            }
        }
        LoadPath path = new LoadPath(lines);
        Point last = points.getLast();
        if (points.subList(0, points.size() - 1).stream().allMatch(point -> point.users() < last.users())) {
            throw new IllegalArgumentException(
                    "a path of steps must have its most users before its last point, which only ends it: "
                            + PathText.text(last));
        }
        return path;
    }

    /** What is wrong with such points, as the rest of a sentence; null when they are good. */
    static String problem(List<Point> points) {
        if (points.isEmpty() || points.getFirst().seconds() != 0) {
            return "must begin at second 0: "
                    + (points.isEmpty() ? "no points" : points.getFirst().seconds());
        }
        if (points.size() > MOST_POINTS) {
            return "must have at most " + MOST_POINTS + " points: " + points.size();
        }
        for (int i = 0; i < points.size(); i++) {
            String problem = problem(points.get(i), i == 0 ? points.get(i) : points.get(i - 1));
            if (problem != null) {
                return problem;
            }
        }
        if (points.getLast().seconds() < 1) {
            return "must be at least 1 s long: " + points.getLast().seconds();
        }
        return points.stream().allMatch(point -> point.users() == 0) ? "must have users at some time: 0" : null;
    }

    /** What is wrong with a point that comes after another. */
    static String problem(Point point, Point before) {
        if (!(point.seconds() >= before.seconds())) {
            return "must not go back in time: " + point.seconds() + " s after " + before.seconds() + " s";
        }
        if (point.seconds() > LONGEST) {
            return "must end within " + (long) LONGEST + " s: " + point.seconds();
        }
        return point.users() < 0 ? "must have users >= 0: " + point.users() : null;
    }

    /** The users who should be there at a moment. User i of a line of n comes, or goes, in the middle of its i-th part. */
    public int users(double seconds) {
        int after = 0;
        while (after < points.size() && points.get(after).seconds() <= seconds) {
            after++;
        }
        return users(seconds, after);
    }

    /** The same where those who would come or go at this very moment have not done so: as at the end of a measurement. */
    public int usersUntil(double seconds) {
        int after = 0;
        while (after < points.size() && points.get(after).seconds() < seconds) {
            after++;
        }
        return users(seconds, after);
    }

    /** @param after index of the first point that is to come */
    private int users(double seconds, int after) {
        if (after == 0) {
            return points.getFirst().users();
        }
        Point from = points.get(after - 1);
        if (after == points.size()) {
            return from.users();
        }
        Point to = points.get(after);
        double share = (seconds - from.seconds()) / (to.seconds() - from.seconds());
        int change = to.users() - from.users();
        return from.users() + Integer.signum(change) * (int) Math.floor(Math.abs(change) * share + 0.5);
    }

    public int most() {
        return points.stream().mapToInt(Point::users).max().orElse(0);
    }

    /** Length, until the last point. */
    public double seconds() {
        return points.getLast().seconds();
    }

    /** Whether it is one number all the way. */
    public boolean constant() {
        return points.stream()
                .allMatch(point -> point.users() == points.getFirst().users());
    }

    /** The time all users together should be there, from the beginning until a second. */
    public double userSeconds(double until) {
        double sum = 0;
        for (int i = 0; i < points.size(); i++) {
            Point from = points.get(i);
            boolean last = i + 1 == points.size();
            double end =
                    last ? Math.max(until, from.seconds()) : points.get(i + 1).seconds();
            double part = Math.min(end, until) - from.seconds();
            if (part > 0) {
                double slope = last ? 0 : (points.get(i + 1).users() - from.users()) / (end - from.seconds());
                sum += part * (from.users() + slope * part / 2);
            }
        }
        return sum;
    }
}
