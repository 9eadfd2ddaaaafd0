package gavel.driver.qos;

import gavel.driver.api.RuleOutcome;
import gavel.driver.api.RuleOutcome.Status;
import gavel.driver.api.text.DurationWords;

/** {@code news}: every follower hears of a bid in time. */
final class NewsRule {
    private NewsRule() {}

    static RuleOutcome judge(NewsSample news, DriverDelay delay) {
        String missing = news.undelivered() == 0 ? "" : ", " + Words.count(news.undelivered()) + " of them not at all";
        RuleOutcome outcome = ShareRule.judge(
                "news",
                "accepted bids seen by followers",
                news.estimate(),
                ShareRule.LATE,
                "pairs of accepted bid and follower",
                "came later than " + DurationWords.seconds(news.limitMillis()) + missing);
        if (outcome.status() != Status.FAIL) {
            return outcome;
        }
        boolean byServer = !delay.mayExplain(news.limitMillis());
        return ShareRule.standing(outcome, ShareEstimate.of(news.lateService()), byServer, delay, news.limitMillis());
    }
}
