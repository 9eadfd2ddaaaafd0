package gavel.driver.qos;

import gavel.driver.api.LoadReport.Rate;
import gavel.driver.api.RuleOutcome;
import gavel.driver.api.RuleOutcome.Status;
import java.util.List;

/** Rule 5: the users were as busy as people who are served well, on the main screen, in the background and in bidding. */
final class RateRule {
    static final String ACCEPTED_BIDS = "accepted bids";
    static final String MAIN_STARTS = "main starts";

    private static final double MAIN = 0.98;
    private static final double POLLED = 0.99;
    private static final double BIDS = 0.2;

    /**
     * Where the number of people has just changed, they go to more or fewer auctions than before, and those bid more or less for as long as
     * lots live, which is longer than an interval of a search: 0.0066 to 0.0106 a user-second were counted in such, and nothing was late.
     */
    private static final double BIDS_AFTER_A_CHANGE = 0.5;

    private static final double DEVIATIONS = 3;

    /**
     * Bids come in bursts around the openings of lots, and lots live for minutes: in the model of the profile's people the variance of the
     * count is about 1 + seconds / 50 times Poisson's (2.1 for a minute, 4.7 for three).
     */
    private static final double BURST_SECONDS = 50;

    /** Below this, the least number of auctions leaves too few bidders in each for the profile's figure to hold. */
    private static final int FEW_USERS = 60;

    private RateRule() {}

    /** @param changed whether the number of users was another one just before */
    static List<RuleOutcome> judge(Rate rate, int users, boolean changed, long shortestCycleMillis, DriverDelay delay) {
        String doubt = delay.mayExplain(shortestCycleMillis) ? delay.advice(shortestCycleMillis) : null;
        return List.of(
                mainStarts(rate, doubt),
                polled(rate, doubt),
                bids(rate, users, changed ? BIDS_AFTER_A_CHANGE : BIDS, doubt));
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

    private static RuleOutcome bids(Rate rate, int users, double tolerated, String doubt) {
        double reference = rate.referenceBidsPerUserSecond();
        double expected = reference * rate.userSeconds();
        double bursts = 1 + rate.userSeconds() / users / BURST_SECONDS;
        double noise = expected == 0 ? 1 : DEVIATIONS * Math.sqrt(bursts / expected);
        double tolerance = Math.max(tolerated, noise);
        double off = reference == 0 ? 0 : rate.acceptedBidsPerUserSecond() / reference - 1;
        boolean few = users < FEW_USERS || noise >= 1;
        boolean within = Math.abs(off) <= tolerance;
        String figures = Words.number(rate.acceptedBidsPerUserSecond()) + " accepted bids per user-second";
        String bound = Words.number(reference) + " ± " + Words.percent(tolerance);
        if (few) {
            String message = figures + ": too few users or seconds to judge";
            return new RuleOutcome("rate", ACCEPTED_BIDS, Status.INFO, figures, bound, message);
        }
        return outcome(
                ACCEPTED_BIDS,
                within,
                figures,
                bound,
                within
                        ? "people bid as much as the profile says"
                        : figures + " where the profile expects " + Words.number(reference),
                "check lot timing, number of running auctions and that news arrive",
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
