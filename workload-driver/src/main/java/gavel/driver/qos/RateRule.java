package gavel.driver.qos;

import gavel.driver.api.LoadReport.Rate;
import gavel.driver.api.RuleOutcome;
import gavel.driver.api.RuleOutcome.Status;
import java.util.List;

/** Rule 5: the users were as busy as people who are served well, on the main screen and in the background; {@link BidsRule} is its third part. */
final class RateRule {
    static final String MAIN_STARTS = "main starts";

    private static final double MAIN = 0.98;
    private static final double POLLED = 0.99;
    private static final double DEVIATIONS = 3;

    private RateRule() {}

    static List<RuleOutcome> judge(Rate rate, long shortestCycleMillis, DriverDelay delay) {
        String doubt = delay.mayExplain(shortestCycleMillis) ? delay.advice(shortestCycleMillis) : null;
        return List.of(mainStarts(rate, doubt), polled(rate, doubt));
    }

    private static RuleOutcome mainStarts(Rate rate, String doubt) {
        double share = rate.expectedMainStarts() == 0 ? 0 : rate.mainStarts() / rate.expectedMainStarts();
        // The start of the measurement cuts cycles at random: the count is known to about the root of a tenth of
        // itself.
        double noise = rate.expectedMainStarts() == 0 ? 1 : DEVIATIONS * Math.sqrt(0.1 / rate.expectedMainStarts());
        double least = MAIN - Math.min(0.02, noise);
        return outcome(
                MAIN_STARTS,
                share >= least,
                Words.percent(share),
                "at least " + Words.percent(least),
                Words.number(rate.mainStarts()) + " main operations in " + Words.number(rate.userSeconds())
                        + " user-seconds, where cycles alone allow " + Words.number(rate.expectedMainStarts()),
                "operations outlasted their cycles or sessions failed",
                doubt);
    }

    private static RuleOutcome polled(Rate rate, String doubt) {
        if (rate.followerAttendedSeconds() == 0) {
            return new RuleOutcome("rate", "long polls", Status.INFO, "none", "", "nobody attended an auction");
        }
        double share = rate.followerPolledSeconds() / rate.followerAttendedSeconds();
        return outcome(
                "long polls",
                share >= POLLED,
                Words.percent(share),
                "at least " + Words.percent(POLLED),
                "a poll was outstanding for " + Words.percent(share) + " of the time attended",
                "polls failed or were answered without news",
                doubt);
    }

    /** @param doubt why the driver itself may be the reason; null when it cannot be */
    private static RuleOutcome outcome(
            String subject, boolean within, String actual, String bound, String found, String reason, String doubt) {
        if (within) {
            return new RuleOutcome("rate", subject, Status.PASS, actual, bound, found);
        }
        return doubt == null
                ? new RuleOutcome("rate", subject, Status.FAIL, actual, bound, found + ": " + reason)
                : new RuleOutcome("rate", subject, Status.INVALID, actual, bound, found + "; " + doubt);
    }
}
