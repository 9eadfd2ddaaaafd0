package gavel.harness.config.load;

import gavel.driver.api.shape.SessionArrivals;
import gavel.harness.setting.Rules;

/**
 * Sessions that arrive by a schedule of their own, in the place of users who stay.
 *
 * @param perSecond sessions that begin; null where none do
 */
public record ArrivalSettings(Process process, Double perSecond) {
    /** How the moments lie: none come, at equal distances, or at random with exponential gaps. */
    public enum Process {
        NONE,
        CONSTANT,
        POISSON
    }

    public ArrivalSettings {
        new Rules()
                .that(
                        perSecond == null ? process == Process.NONE : perSecond > 0,
                        "perSecond",
                        "must be > 0 where sessions arrive",
                        perSecond)
                .that(
                        process != Process.NONE || perSecond == null,
                        "perSecond",
                        "is for load.arrivals.process=constant and poisson",
                        perSecond)
                .that(perSecond == null || perSecond <= 100_000, "perSecond", "must be <= 100000", perSecond)
                .check();
    }

    /** Null where none do. */
    public SessionArrivals arrivals() {
        return switch (process) {
            case NONE -> null;
            case CONSTANT -> new SessionArrivals(SessionArrivals.Process.CONSTANT, perSecond);
            case POISSON -> new SessionArrivals(SessionArrivals.Process.POISSON, perSecond);
        };
    }
}
