package gavel.driver.qos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import gavel.driver.api.RuleOutcome;
import gavel.driver.api.RuleOutcome.Status;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BidsRuleTest {
    private static final ExpectedBids EXPECTED = new ExpectedBids(100, 60, 150);

    @ParameterizedTest(name = "{0} bids, failed: {1} → {2}")
    @CsvSource({
        "59, '', INVALID",
        "60, '', PASS",
        "150, '', PASS",
        "151, '', INVALID",
        // People who wait bid less: what the platform broke stands.
        "59, news, INFO",
        "59, response, INFO",
        "59, rate, INFO",
        "0, news, INFO",
        // More work than asked for may be why it broke.
        "151, response, INVALID",
        "151, news, INVALID",
        "151, rate, INVALID",
        // Whoever comes after a failed session bids anew.
        "151, failures, INFO",
        "151, response failures, INFO",
        "59, failures, INFO",
    })
    void aWorkloadOutOfShapeIsNeverThePlatformsFailure(long bids, String failed, Status status) {
        assertThat(judge(bids, EXPECTED, failed).status()).isEqualTo(status);
    }

    @Test
    void theReasonSaysWhatIsExpected() {
        RuleOutcome many = judge(1_510, new ExpectedBids(1_000, 600, 1_500), "");
        assertThat(many.actual()).isEqualTo("1,510");
        assertThat(many.bound()).isEqualTo("600 to 1,500");
        assertThat(many.message())
                .startsWith("1,510 bids were accepted, 600 to 1,500 expected: the workload is out of shape;");
        assertThat(judge(1, EXPECTED, "").message()).startsWith("1 bid was accepted");
        assertThat(judge(59, EXPECTED, "news").message()).contains("(not judged: the platform broke another rule");
    }

    @Test
    void whereNoneMayBeChanceTheRuleSaysThatItCannotTell() {
        ExpectedBids few = new ExpectedBids(3, 0, 20);
        assertThat(judge(0, few, "").status()).isEqualTo(Status.TOO_FEW);
        assertThat(judge(0, few, "").message()).contains("too few to say");
        assertThat(judge(21, few, "").status()).isEqualTo(Status.INVALID);
    }

    @Test
    void withoutAModelNothingIsJudged() {
        assertThat(judge(1_000_000, null, "").status()).isEqualTo(Status.INFO);
    }

    @Test
    void aBandIsAFifthOrFourDeviationsOfChance() {
        // Deviation of 10,000 bids at dispersion 4: 200, and five of them are 10 %.
        assertThat(ExpectedBids.of(10_000, 4)).isEqualTo(new ExpectedBids(10_000, 8_000, 12_000));
        // Of 400: 40; five of them are half of it, less where the distribution leans to the right.
        ExpectedBids some = ExpectedBids.of(400, 4);
        assertThat(some.least()).isCloseTo(232, within(5.0));
        assertThat(some.most()).isCloseTo(583, within(5.0));
        // Poisson's quantiles of 25 at 3 in 10,000,000 and 99,997 in 100,000: 5 and 49.
        ExpectedBids few = ExpectedBids.of(25, 1);
        assertThat(few.least()).isCloseTo(6, within(1.0));
        assertThat(few.most()).isCloseTo(50, within(1.0));
        assertThat(ExpectedBids.of(2, 2).least()).isZero();
        assertThat(ExpectedBids.of(0, 1)).isEqualTo(new ExpectedBids(0, 0, 0));
    }

    @Test
    void lotsOfUnknownAgeMayBeOfEither() {
        assertThat(new ExpectedBids(100, 60, 150).or(new ExpectedBids(160, 110, 220)))
                .isEqualTo(new ExpectedBids(130, 60, 220));
    }

    private static RuleOutcome judge(double bids, ExpectedBids expected, String failed) {
        List<RuleOutcome> others = Arrays.stream(failed.split(" "))
                .filter(rule -> !rule.isEmpty())
                .map(rule -> new RuleOutcome(rule, "any", Status.FAIL, "", "", ""))
                .toList();
        return BidsRule.judge(bids, expected, others);
    }
}
