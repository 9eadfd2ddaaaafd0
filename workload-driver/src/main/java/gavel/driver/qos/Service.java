package gavel.driver.qos;

import gavel.driver.api.LoadReport.FailedExchange;
import gavel.driver.api.RuleOutcome;
import gavel.driver.api.RuleOutcome.Status;

/**
 * Whether any session was served at all. If no first operation succeeds, nothing listens, or something else does. That says nothing of how
 * many users a platform supports, so there is no verdict about it and no reason to go on. Pure.
 *
 * @param driver the one of several that it is about; null for all together
 * @param sessionsFailed since the load began
 * @param succeeded main operations since users first came
 * @param first failed exchange; null where there was none
 */
public record Service(String driver, long sessionsFailed, long succeeded, FailedExchange first) {
    /** Users of whom only the service is known. */
    static final Service SERVED = new Service(0, 1, null);

    private static final long PATIENCE_SECONDS = 10;
    private static final long SESSIONS = 3;

    /** Of all drivers together. */
    public Service(long sessionsFailed, long succeeded, FailedExchange first) {
        this(null, sessionsFailed, succeeded, first);
    }

    /** Whether a load that has gone on for so long should end. */
    public static boolean hopeless(long seconds, long sessionsFailed, long succeeded) {
        return succeeded == 0 && sessionsFailed >= SESSIONS && seconds >= PATIENCE_SECONDS;
    }

    public boolean nothingServed() {
        return succeeded == 0 && sessionsFailed > 0;
    }

    RuleOutcome outcome() {
        return new RuleOutcome(
                "service",
                "first operations",
                Status.INVALID,
                "0 of " + Words.plural(sessionsFailed, "session"),
                "at least one",
                "no first operation " + (driver == null ? "" : "of " + driver + " ") + "succeeded in "
                        + Words.plural(sessionsFailed, "session")
                        + ", so this is no verdict about the platform"
                        + (first == null ? "" : ": " + Causes.first(first)));
    }
}
