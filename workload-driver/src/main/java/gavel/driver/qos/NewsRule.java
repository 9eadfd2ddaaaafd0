package gavel.driver.qos;

import gavel.driver.api.RuleOutcome;
import gavel.driver.api.RuleOutcome.Status;

/** Rule 2: everybody who attends hears of a bid in time. */
final class NewsRule {
    private static final long ENOUGH = 1_000;

    private NewsRule() {}

    static RuleOutcome judge(NewsSample news, DriverDelay delay) {
        ShareEstimate late = ShareEstimate.of(news.late());
        String subject = "accepted bids seen by followers";
        RuleOutcome outcome = ShareRule.judge(
                "news",
                subject,
                late,
                ShareRule.LATE,
                "pairs of accepted bid and follower",
                "came later than " + Words.seconds(news.limitMillis()));
        if (late.starts() < ENOUGH) {
            return new RuleOutcome(
                    "news",
                    subject,
                    Status.INFO,
                    outcome.actual(),
                    outcome.bound(),
                    "only " + late.starts() + " pairs, 1,000 are needed to judge; " + news.undelivered()
                            + " were never delivered");
        }
        if (outcome.status() != Status.FAIL) {
            return outcome;
        }
        boolean byServer = !delay.mayExplain(news.limitMillis());
        return ShareRule.standing(outcome, ShareEstimate.of(news.lateService()), byServer, delay, news.limitMillis());
    }
}
