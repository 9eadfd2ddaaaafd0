package gavel.driver.qos;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.RuleOutcome;
import gavel.driver.api.RuleOutcome.Status;
import gavel.driver.profile.OperationKind;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a reader is told of shares: it stands in headlines, so it must read well and claim no more than is known. */
class RuleWordsTest {
    private static final DriverDelay CALM = new DriverDelay(2);

    @Test
    void aPoolThatFailsIsTalkedOfAsItsLimit() {
        List<RuleOutcome> outcomes = ShareRule.responses(
                List.of(
                        sample(OperationKind.HOME, 2_000, 900, 20, 20),
                        sample(OperationKind.SEARCH_ITEMS, 2_000, 100, 0, 0)),
                CALM);
        // 20 of 1,000; Wilson's bounds with z = 1.6449: 0.0139 and 0.0287.
        assertThat(outcomes.getFirst())
                .isEqualTo(new RuleOutcome(
                        "response",
                        "2 s pool",
                        Status.FAIL,
                        "2.00 % of 1,000",
                        "at most 1 %",
                        "2.00 % of the 1,000 starts with a limit of 2 s came later than it (at most 1 % may; "
                                + "1.39 to 2.87 %, each end with 95 % confidence); from the first write it is 2.00 %, "
                                + "so the server was slow"));
        assertThat(outcomes).extracting(RuleOutcome::subject).containsExactly("2 s pool", "Home", "SearchItems");
        assertThat(outcomes.getLast().bound()).isEqualTo("at most 1 % of its pool");
        assertThat(outcomes.getLast().message()).isEqualTo("fewer than 1,000 samples: judged in the 2 s pool");
    }

    @Test
    void anOperationOfItsOwnIsNamed() {
        assertThat(response(1_500, 0, 0).message())
                .isEqualTo("0.00 % of the 1,500 starts of ListAuctions came later than its limit of 2.5 s "
                        + "(at most 1 % may)");
    }

    @Test
    void noLateStartAmongTooFewIsNoNearMiss() {
        RuleOutcome outcome = response(100, 0, 0);
        assertThat(outcome.status()).isEqualTo(Status.MARGINAL);
        // z² / (n + z²) = 2.7057 / 102.7057.
        assertThat(outcome.message())
                .isEqualTo("none of the 100 starts of ListAuctions came later than its limit of 2.5 s; too few starts "
                        + "to be sure (at most 1 % may; up to 2.63 % with 95 % confidence)");
        assertThat(outcome.actual()).isEqualTo("0.00 % of 100");
    }

    @Test
    void aRealNearMissShowsTheBoundsAndNotThatThereWereTooFew() {
        RuleOutcome outcome = response(2_000, 18, 18);
        assertThat(outcome.status()).isEqualTo(Status.MARGINAL);
        assertThat(outcome.message())
                .startsWith("0.90 % of the 2,000 starts of ListAuctions came later")
                .contains("each end with 95 % confidence")
                .doesNotContain("too few");
    }

    @Test
    void whatOnlyTheDriverBrokeIsSaidToBeTheDrivers() {
        RuleOutcome outcome = response(1_500, 30, 0);
        assertThat(outcome.status()).isEqualTo(Status.INVALID);
        assertThat(outcome.message())
                .startsWith("2.00 % of the 1,500 starts of ListAuctions")
                .contains("; from the first write it is 0.00 %, and the driver's own timers were 2.0 ms late (p99)")
                .contains("beside a limit of 2.5 s")
                .doesNotContain("server was slow");
    }

    @Test
    void failuresAreNeitherLateNorHeldAgainstALimitInSeconds() {
        List<RuleOutcome> outcomes = ShareRule.failures(List.of(
                new OperationSample(OperationKind.LOGIN, 3_000, one(2_000, 12), one(2_000, 12), one(2_000, 12), 12),
                new OperationSample(OperationKind.NEXT_BID, 40_000, one(4_000, 0), one(4_000, 0), one(4_000, 4), 0)));
        assertThat(outcomes).extracting(RuleOutcome::status).containsExactly(Status.FAIL, Status.PASS);
        assertThat(outcomes).extracting(RuleOutcome::bound).containsOnly("at most 0.5 %");
        assertThat(outcomes.getFirst().message())
                .startsWith("0.60 % of the 2,000 starts of Login failed (at most 0.5 % may; ");
        assertThat(outcomes.getLast().message())
                .isEqualTo("0.10 % of the 4,000 starts of NextBid failed (at most 0.5 % may)");
    }

    @Test
    void newsAreCountedInPairs() {
        RuleOutcome late = NewsRule.judge(new NewsSample(2_000, one(5_000, 100), one(5_000, 100), 3), CALM);
        assertThat(late.status()).isEqualTo(Status.FAIL);
        assertThat(late.message())
                .startsWith("2.00 % of the 5,000 pairs of accepted bid and follower came later than 2 s (at most 1 %")
                .endsWith("so the server was slow");
        RuleOutcome few = NewsRule.judge(new NewsSample(2_000, one(999, 999), one(999, 999), 3), CALM);
        assertThat(few.status()).isEqualTo(Status.INFO);
        assertThat(few.message()).contains("only 999 pairs").contains("3 were never delivered");
    }

    @Test
    void whatNeverBeganIsNeitherGoodNorBad() {
        RuleOutcome never = response(0, 0, 0);
        assertThat(never.status()).isEqualTo(Status.INFO);
        assertThat(never.actual()).isEqualTo("none");
        assertThat(never.message()).isEqualTo("ListAuctions was never started");
    }

    @Test
    void figuresHaveTheDigitsTheyNeed() {
        assertThat(Words.limit(0.01)).isEqualTo("1 %");
        assertThat(Words.limit(0.005)).isEqualTo("0.5 %");
        assertThat(Words.limit(1)).isEqualTo("100 %");
        assertThat(Words.seconds(2_000)).isEqualTo("2 s");
        assertThat(Words.seconds(10_000)).isEqualTo("10 s");
        assertThat(Words.seconds(250)).isEqualTo("0.25 s");
        assertThat(Words.count(999)).isEqualTo("999");
        assertThat(Words.count(1_234_567)).isEqualTo("1,234,567");
        assertThat(Words.number(0.00841)).isEqualTo("0.0084");
        assertThat(Words.number(-12.34)).isEqualTo("-12.3");
    }

    private static RuleOutcome response(long starts, long late, long lateByServer) {
        return ShareRule.responses(
                        List.of(sample(OperationKind.LIST_AUCTIONS, 2_500, starts, late, lateByServer)), CALM)
                .getFirst();
    }

    private static OperationSample sample(OperationKind kind, long limit, long starts, long late, long byServer) {
        return new OperationSample(kind, limit, one(starts, late), one(starts, byServer), one(starts, 0), byServer);
    }

    private static List<Batch> one(long starts, long bad) {
        return List.of(new Batch(starts, bad));
    }
}
