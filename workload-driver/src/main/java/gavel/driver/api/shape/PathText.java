package gavel.driver.api.shape;

import gavel.driver.api.shape.LoadPath.Point;
import gavel.driver.api.text.TimeText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the points of a path as people write them. */
public final class PathText {
    private static final Pattern POINT = Pattern.compile("([^=]+)=(\\d{1,8})");
    /** Whatever the columns are called, in whichever language: a line of two words without any digit. */
    private static final Pattern HEADER = Pattern.compile("[^\\d,]+,[^\\d,]+");

    private static final Pattern LINE = Pattern.compile("(\\d{1,7}(?:\\.\\d{1,3})?)\\s*,\\s*(\\d{1,8})");

    private static final int QUOTED = 20;
    private static final int MOST_PROBLEMS = 5;

    private PathText() {}

    /**
     * @param texts such as {@code 0s=100} or {@code 0s=100,1m30s=200}
     * @throws IllegalArgumentException that names the one that is wrong
     */
    public static List<Point> points(List<String> texts) {
        List<Point> points = new ArrayList<>();
        for (String text :
                texts.stream().flatMap(each -> Arrays.stream(each.split(","))).toList()) {
            Matcher matcher = POINT.matcher(text.strip());
            if (!matcher.matches()) {
                throw new IllegalArgumentException(wrong(text));
            }
            try {
                points.add(new Point(
                        TimeText.parse(matcher.group(1)).toMillis() / 1_000.0, Integer.parseInt(matcher.group(2))));
            } catch (IllegalArgumentException noTime) {
                throw new IllegalArgumentException(wrong(text), noTime);
            }
        }
        return points;
    }

    private static String wrong(String text) {
        return "a point of a path is a time and a number of users, such as 90s=200: " + text;
    }

    /**
     * Lines of {@code seconds,users}; a first line with the names of the columns, empty ones and those that begin with # are passed over.
     *
     * @param file the name problems are told with
     * @throws IllegalArgumentException with every problem, a line each
     */
    public static List<Point> csv(String file, List<String> lines) {
        List<Point> points = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        boolean begun = false;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            boolean first = !begun;
            begun = true;
            if (first && HEADER.matcher(line).matches()) {
                continue;
            }
            String place = " (" + file + ":" + (i + 1) + ")";
            Matcher matcher = LINE.matcher(line);
            if (!matcher.matches()) {
                problems.add("a line must be seconds,users, such as 90,200: " + quoted(line) + place);
                if (problems.size() == MOST_PROBLEMS) {
                    problems.add("further lines are not looked at (" + file + ")");
                    break;
                }
                continue;
            }
            Point point = new Point(Double.parseDouble(matcher.group(1)), Integer.parseInt(matcher.group(2)));
            String problem = points.isEmpty() ? null : LoadPath.problem(point, points.getLast());
            if (problem != null) {
                problems.add("a path " + problem + place);
            } else {
                points.add(point);
            }
        }
        String whole = problems.isEmpty() ? LoadPath.problem(points) : null;
        if (whole != null) {
            problems.add("a path " + whole + " (" + file + ")");
        }
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(String.join("\n", problems));
        }
        return points;
    }

    /** Enough to find it: the file may be another one than was meant, and its content may be private. */
    private static String quoted(String line) {
        return line.length() <= QUOTED ? line : line.substring(0, QUOTED) + "…";
    }

    /** As {@link #points} reads it. */
    public static String text(Point point) {
        double seconds = point.seconds();
        return (seconds == Math.rint(seconds) ? Long.toString((long) seconds) : Double.toString(seconds)) + "s="
                + point.users();
    }
}
