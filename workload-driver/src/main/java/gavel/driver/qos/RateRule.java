package gavel.driver.qos;

import gavel.driver.api.LoadReport.Rate;
import gavel.driver.api.RuleOutcome;
import gavel.driver.api.RuleOutcome.Status;
import gavel.driver.profile.CycleTime;
import java.util.List;

/**
 * {@code rate}: the users were as busy as people who are served well, on the main screen and in the background; {@link BidsRule} is its third
 * part.
 */
final class RateRule {
    static final String MAIN_STARTS = "main starts";
    private static final String LONG_POLLS = "long polls";

    private static final double MAIN = 0.98;
    /** Below this variance a count of starts is no sum of many. */
    private static final double FEW_STARTS = 25;
    /** A rule that so few starts do not break cannot tell much. */
    private static final double FEWER = 0.9;

    private static final double CHANCE = 1 - ExactBounds.BEYOND_DOUBT;
    private static final double POLLED = 0.99;

    private RateRule() {}

    static List<RuleOutcome> judge(Rate rate, int users, CycleTime cycle, DriverDelay delay) {
        long shortestMillis = (long) (cycle.shortest() * 1000);
        String doubt = delay.mayExplain(shortestMillis) ? delay.advice(shortestMillis) : null;
        return List.of(mainStarts(rate, users, cycle, doubt), polled(rate, doubt));
    }

    /**
     * Fewer than 98 % of what cycles allow, beyond what chance gives. Of few, chance gives what it gives of a Poisson process, which
     * scatters more than people who act in cycles. Of many, it gives what it gives of those (Cox, "Renewal Theory", 1962, chapter 4).
     */
    private static RuleOutcome mainStarts(Rate rate, int users, CycleTime cycle, String doubt) {
        double expected = rate.expectedMainStarts();
        double share = expected == 0 ? 0 : rate.mainStarts() / expected;
        String found = Words.number(rate.mainStarts()) + " main operations in " + Words.number(rate.userSeconds())
                + " user-seconds, where cycles alone allow " + Words.number(expected);
        double variance = cycle.variation() * cycle.variation() * expected + users / 6.0;
        double scatter = variance < FEW_STARTS ? 1 : Math.min(1, variance / expected);
        boolean few = ExactBounds.atMost(FEWER * expected / scatter, MAIN * expected / scatter) > CHANCE;
        boolean fewer =
                share < MAIN && ExactBounds.atMost(rate.mainStarts() / scatter, MAIN * expected / scatter) < CHANCE;
        String bound = "at least " + Words.limit(MAIN) + " beyond chance";
        if (!fewer && few) {
            return tooFew(MAIN_STARTS, Words.percent(share), bound, found);
        }
        return outcome(
                MAIN_STARTS,
                !fewer,
                Words.percent(share),
                bound,
                found,
                "operations outlasted their cycles or sessions failed",
                doubt);
    }

    /** A second attended is taken for a sample. */
    private static RuleOutcome polled(Rate rate, String doubt) {
        double attended = rate.followerAttendedSeconds();
        String bound = "at least " + Words.percent(POLLED);
        if (attended == 0) {
            return tooFew(LONG_POLLS, "none", bound, "nobody attended an auction");
        }
        double idle = Math.max(0, attended - rate.followerPolledSeconds());
        double share = 1 - idle / attended;
        boolean enough = attended >= ShareRule.ENOUGH;
        boolean fewer =
                enough ? share < POLLED : ExactBounds.lower(idle, attended, ExactBounds.BEYOND_DOUBT) > 1 - POLLED;
        String found = "a poll was outstanding for " + Words.percent(share) + " of the " + Words.number(attended)
                + " s attended";
        if (!enough && !fewer && ExactBounds.upper(idle, attended, ExactBounds.USUAL) > 1 - POLLED) {
            return tooFew(LONG_POLLS, Words.percent(share), bound, found);
        }
        return outcome(
                LONG_POLLS,
                !fewer,
                Words.percent(share),
                bound,
                found,
                "polls failed or were answered without news",
                doubt);
    }

    private static RuleOutcome tooFew(String subject, String actual, String bound, String found) {
        return new RuleOutcome("rate", subject, Status.TOO_FEW, actual, bound, found + ": too few to say");
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
