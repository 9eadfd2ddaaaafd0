package gavel.harness.config.load;

import gavel.driver.api.shape.LoadPath;
import gavel.driver.api.shape.PathText;
import gavel.harness.setting.Rules;
import java.util.List;

/**
 * How the number of users changes over the measurement.
 *
 * @param points of steps and ramps: {@code time=users}; the last one ends the measurement where its length is not given
 * @param file of csv; {@link PathFile} puts its lines in the place of it before this record is made
 */
public record PathSettings(Shape shape, List<String> points, String file) {
    /** How it goes from one point to the next. */
    public enum Shape {
        CONSTANT,
        STEPS,
        RAMPS,
        CSV
    }

    public PathSettings {
        points = List.copyOf(points);
        boolean drawn = shape == Shape.STEPS || shape == Shape.RAMPS;
        new Rules()
                .that(drawn || points.isEmpty(), "points", "are for load.path.shape=steps and ramps", points)
                .that(file == null, "file", "is for load.path.shape=csv", file)
                .that(shape != Shape.CSV, "file", "must name a file with lines of seconds,users", file)
                .check();
        if (drawn) {
            String problem = problem(shape, points);
            new Rules().that(problem == null, "points", problem, points).check();
        }
    }

    private static String problem(Shape shape, List<String> points) {
        try {
            path(shape, points);
            return null;
        } catch (IllegalArgumentException wrong) {
            return "cannot be followed: " + wrong.getMessage();
        }
    }

    private static LoadPath path(Shape shape, List<String> points) {
        return shape == Shape.STEPS ? LoadPath.steps(PathText.points(points)) : new LoadPath(PathText.points(points));
    }

    /** Null where the number of users is constant. */
    public LoadPath path() {
        return shape == Shape.CONSTANT ? null : path(shape, points);
    }
}
