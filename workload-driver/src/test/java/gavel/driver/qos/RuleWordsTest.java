package gavel.driver.qos;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.LoadReport.FailedExchange;
import gavel.driver.api.RuleOutcome;
import gavel.driver.api.RuleOutcome.Status;
import gavel.driver.profile.OperationKind;
import java.util.List;
import java.util.Map;
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
        // 20 of 1,000; Clopper and Pearson's bounds: 0.0133 and 0.0290.
        assertThat(outcomes.get(1))
                .isEqualTo(new RuleOutcome(
                        "response",
                        "2 s pool",
                        Status.FAIL,
                        "2.00 % of 1,000",
                        "at most 1 %",
                        "2.00 % of the 1,000 starts with a limit of 2 s came later than it (at most 1 % may; "
                                + "1.33 to 2.89 %, each end with 95 % confidence); from the first write it is 2.00 %, "
                                + "so the server was slow"));
        assertThat(outcomes).extracting(RuleOutcome::subject).containsExactly("Home", "2 s pool", "SearchItems");
        // 1 - 0.05^(1/100).
        assertThat(outcomes.getLast().message())
                .isEqualTo("none of the 100 starts of SearchItems came later than its limit of 2 s "
                        + "(at most 1 % may; too few to say: up to 2.95 % with 95 % confidence)");
    }

    @Test
    void anOperationOfItsOwnIsNamed() {
        assertThat(response(1_500, 0, 0).message())
                .isEqualTo("none of the 1,500 starts of ListAuctions came later than its limit of 2.5 s "
                        + "(at most 1 % may)");
    }

    @Test
    void noLateStartAmongTooFewIsNoNearMiss() {
        RuleOutcome outcome = response(100, 0, 0);
        assertThat(outcome.status()).isEqualTo(Status.TOO_FEW);
        assertThat(outcome.message())
                .isEqualTo("none of the 100 starts of ListAuctions came later than its limit of 2.5 s "
                        + "(at most 1 % may; too few to say: up to 2.95 % with 95 % confidence)");
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
                .startsWith(
                        "2.00 % of the 5,000 pairs of accepted bid and follower came later than 2 s, 3 of them not at all (at most 1 %")
                .endsWith("so the server was slow");
        RuleOutcome few = NewsRule.judge(new NewsSample(2_000, one(999, 999), one(999, 999), 3), CALM);
        assertThat(few.status()).isEqualTo(Status.FAIL);
        assertThat(few.message())
                .startsWith(
                        "100.00 % of the 999 pairs of accepted bid and follower came later than 2 s, 3 of them not at all")
                .contains("at least 99.47 % with 99.5 % confidence");
    }

    @Test
    void aFailureIsNamedByItsFirstAndItsClasses() {
        FailedExchange first =
                new FailedExchange(1, "AuctionDetail", "GET /api/images/7", "status", "status 404, expected was 200");
        OperationSample sample = new OperationSample(
                OperationKind.AUCTION_DETAIL,
                2_000,
                one(316, 0),
                one(316, 0),
                one(316, 18),
                0,
                new Causes(Map.of("status", 18L), Map.of(), first));
        assertThat(ShareRule.failures(List.of(sample)).getFirst().message())
                .startsWith("5.70 % of the 316 starts of AuctionDetail failed: status 404, expected was 200 "
                        + "(GET /api/images/7); 18 × status (at most 0.5 % may; at least 2.8");
        assertThat(ShareRule.responses(List.of(sample), CALM).getFirst().message())
                .startsWith("none of the 316 starts of AuctionDetail came later");
    }

    @Test
    void timeOutsAreSaidAmongTheLate() {
        OperationSample sample = new OperationSample(
                OperationKind.LOGIN,
                3_000,
                one(2_000, 60),
                one(2_000, 60),
                one(2_000, 0),
                60,
                new Causes(Map.of(), Map.of("responseTimeout", 12L), null));
        assertThat(ShareRule.responses(List.of(sample), CALM).getFirst().message())
                .startsWith("3.00 % of the 2,000 starts of Login came later than its limit of 3 s, "
                        + "12 × responseTimeout among them (at most 1 %");
    }

    @Test
    void whatNeverBeganIsNeitherGoodNorBad() {
        RuleOutcome never = response(0, 0, 0);
        assertThat(never.status()).isEqualTo(Status.TOO_FEW);
        assertThat(never.actual()).isEqualTo("none");
        assertThat(never.message()).isEqualTo("there were no starts of ListAuctions: too few to say");
    }

    @Test
    void figuresHaveTheDigitsTheyNeed() {
        assertThat(Words.limit(0.01)).isEqualTo("1 %");
        assertThat(Words.limit(0.005)).isEqualTo("0.5 %");
        assertThat(Words.limit(1)).isEqualTo("100 %");
        assertThat(Words.count(999)).isEqualTo("999");
        assertThat(Words.count(1_234_567)).isEqualTo("1,234,567");
        assertThat(Words.number(0.00841)).isEqualTo("0.0084");
        assertThat(Words.number(-12.34)).isEqualTo("-12.3");
        assertThat(Words.number(0)).isEqualTo("0");
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
