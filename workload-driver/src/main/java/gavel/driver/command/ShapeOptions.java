package gavel.driver.command;

import gavel.driver.api.TextFile;
import gavel.driver.api.shape.LoadPath;
import gavel.driver.api.shape.LoadShape;
import gavel.driver.api.shape.PathText;
import gavel.driver.api.shape.SessionArrivals;
import gavel.driver.api.shape.SessionArrivals.Process;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/** How the load goes over time, where it is not a constant number of users: one of four. */
final class ShapeOptions {
    private static final Pattern ARRIVALS = Pattern.compile("(?:(constant|poisson):)?(\\d{1,6}(?:\\.\\d{1,6})?)");

    @Option(
            names = "--steps",
            split = ",",
            paramLabel = "TIME=USERS",
            description =
                    "users from each time of the measurement on, such as 0s=100,60s=200,120s=200; the last point ends it")
    private List<String> steps;

    @Option(
            names = "--ramps",
            split = ",",
            paramLabel = "TIME=USERS",
            description = "the same with straight lines between them")
    private List<String> ramps;

    @Option(
            names = "--path",
            paramLabel = "FILE",
            description = "CSV file of seconds,users; straight lines between them")
    private Path csv;

    @Option(
            names = "--arrivals",
            paramLabel = "[constant:|poisson:]RATE",
            description = "people who arrive each second; each has one session")
    private String arrivals;

    /** @throws IllegalArgumentException with what is wrong, and where */
    LoadShape shape() throws IOException {
        if (arrivals != null) {
            return LoadShape.of(arrivals());
        }
        if (steps != null) {
            return LoadShape.along(LoadPath.steps(PathText.points(steps)));
        }
        return LoadShape.along(new LoadPath(
                ramps != null
                        ? PathText.points(ramps)
                        : PathText.csv(
                                csv.toString(), TextFile.read(csv).lines().toList())));
    }

    private SessionArrivals arrivals() {
        Matcher matcher = ARRIVALS.matcher(arrivals);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "--arrivals must be sessions a second, such as 2.5, constant:2.5 or poisson:2.5: " + arrivals);
        }
        return new SessionArrivals(
                "poisson".equals(matcher.group(1)) ? Process.POISSON : Process.CONSTANT,
                Double.parseDouble(matcher.group(2)));
    }

    /** Of the whole load, from what was given on the command line. */
    static int users(LoadShape shape, Integer given) {
        if (shape.path() != null && given == null) {
            return shape.path().most();
        }
        if (given == null) {
            throw new IllegalArgumentException(
                    shape.arrivals() == null
                            ? "--users is missing: the number of simulated users"
                            : "--users is missing: with --arrivals, the most people who are expected at once; accounts follow from it");
        }
        return given;
    }

    /** Of the measurement, from what was given on the command line. */
    static Duration duration(LoadShape shape, Duration given) {
        if (given != null) {
            return given;
        }
        return shape.path() == null
                ? Duration.ofSeconds(60)
                : Duration.ofSeconds((long) Math.ceil(shape.path().seconds()));
    }
}
