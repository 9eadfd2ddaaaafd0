package gavel.harness.config;

import gavel.driver.api.LoadSpec.Phases;
import gavel.driver.api.ProfileSource;
import gavel.driver.api.shape.LoadShape;
import gavel.harness.config.load.ArrivalSettings;
import gavel.harness.config.load.PathSettings;
import gavel.harness.setting.Durations;
import gavel.harness.setting.Rules;
import java.time.Duration;
import java.util.Locale;

/**
 * How much load, how long.
 *
 * @param length a published length; a phase given beside it makes the run's length custom
 * @param profile a built-in profile's name or the path of a YAML file
 * @param seed of every random decision of data and users
 * @param path of the number of users over the measurement
 * @param arrivals of sessions, in the place of users who stay
 */
public record LoadSettings(
        int users,
        Length length,
        String profile,
        long seed,
        Duration ramp,
        Duration warmUp,
        Duration measure,
        Duration rampDown,
        PathSettings path,
        ArrivalSettings arrivals) {
    /** As long as a path may be. */
    private static final Duration LONGEST = Duration.ofDays(7);

    static final int MOST_USERS = 10_000_000;
    private static final String PHASE = "must be whole seconds, at most 168h";

    public LoadSettings {
        new Rules()
                .between("users", 1, MOST_USERS, users)
                .that(!profile.isBlank(), "profile", "must name a profile", "''")
                .that(measure == null || measure.toSeconds() >= 1, "measure", "must be >= 1s", Durations.text(measure))
                .that(phase(ramp), "ramp", PHASE, Durations.text(ramp))
                .that(phase(warmUp), "warmUp", PHASE, Durations.text(warmUp))
                .that(phase(measure), "measure", PHASE, Durations.text(measure))
                .that(phase(rampDown), "rampDown", PHASE, Durations.text(rampDown))
                .that(
                        path.path() == null || path.path().most() == users,
                        "users",
                        "must be the most users of load.path"
                                + (path.path() == null ? "" : ", " + path.path().most()),
                        users)
                .that(
                        path.path() == null || arrivals.arrivals() == null,
                        "arrivals",
                        "and a path exclude each other (load.path.shape=constant)",
                        arrivals.process())
                .check();
    }

    private static boolean phase(Duration length) {
        return length == null || length.toMillis() % 1_000 == 0 && length.compareTo(LONGEST) <= 0;
    }

    /** Whether the driver ships the profile; else it is the path of a file. */
    public boolean builtInProfile() {
        return ProfileSource.BUILT_IN.contains(profile);
    }

    public Phases phases() {
        Phases published = length.phases();
        return new Phases(
                seconds(ramp, published.rampSeconds()),
                seconds(warmUp, published.warmUpSeconds()),
                seconds(
                        measure,
                        shape().path() == null
                                ? published.measureSeconds()
                                : (int) Math.ceil(shape().path().seconds())),
                seconds(rampDown, published.rampDownSeconds()));
    }

    /** {@code smoke}, {@code standard}, {@code official} or {@code custom}. */
    public String lengthName() {
        return shape().constant() && phases().equals(length.phases())
                ? length.name().toLowerCase(Locale.ROOT)
                : "custom";
    }

    /** How the number of users goes over time. */
    public LoadShape shape() {
        return new LoadShape(path.path(), arrivals.arrivals());
    }

    private static int seconds(Duration explicit, int published) {
        return explicit == null ? published : Math.toIntExact(explicit.toSeconds());
    }
}
