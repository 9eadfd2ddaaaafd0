package gavel.driver.api.shape;

import java.util.stream.Collectors;

/**
 * How the load goes over time: along a path, or as sessions that arrive. At most one of the two; both are null for a constant number.
 *
 * @param path number of users over time; null for arrivals
 * @param arrivals null for a path
 */
public record LoadShape(LoadPath path, SessionArrivals arrivals) {
    public static final LoadShape CONSTANT = new LoadShape(null, null);

    public LoadShape {
        if (path != null && arrivals != null) {
            throw new IllegalArgumentException("a load follows a path of users or has arrivals of sessions, not both");
        }
    }

    public static LoadShape along(LoadPath path) {
        return new LoadShape(path, null);
    }

    public static LoadShape of(SessionArrivals arrivals) {
        return new LoadShape(null, arrivals);
    }

    /** Whether so many users are there all the time of the measurement. */
    public boolean constant() {
        return arrivals == null && !varying();
    }

    /** Whether the number of users changes by intent. */
    public boolean varying() {
        return path != null && !path.constant();
    }

    /** All of it on one line: equal for equal loads. */
    public String text() {
        if (arrivals != null) {
            return arrivals.words();
        }
        return path == null
                ? "constant"
                : path.points().stream().map(PathText::text).collect(Collectors.joining(" "));
    }

    /** Of the load, for people: {@code 100 users}. */
    public String words(int users) {
        if (arrivals != null) {
            return arrivals.words();
        }
        return (varying() ? "a path of up to " : "") + users + (users == 1 ? " user" : " users");
    }
}
