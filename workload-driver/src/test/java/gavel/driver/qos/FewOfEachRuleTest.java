package gavel.driver.qos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import gavel.driver.api.LoadReport.Rate;
import gavel.driver.api.RuleOutcome;
import gavel.driver.api.RuleOutcome.Status;
import gavel.driver.profile.CycleTime;
import gavel.driver.profile.OperationKind;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What each rule says of few samples, with the arithmetic of its bound. */
class FewOfEachRuleTest {
    private static final CycleTime USUAL = new CycleTime(5, 1.25, 2.5, 7.5);
    private static final DriverDelay CALM = new DriverDelay(2);

    @Test
    void mixIsHeldAgainstTheChoicesThatCouldBeMade() {
        // Of 10,000: expected 1,000 (10 % of it allowed beyond 10 %), 500 and 8,500.
        MixSample list = new MixSample(OperationKind.LIST_AUCTIONS, 8_400, 8_500, 1_275);
        assertThat(mix(list, new MixSample(OperationKind.LOGIN, 590, 500, 475)).status())
                .isEqualTo(Status.PASS);
        assertThat(mix(list, new MixSample(OperationKind.LOGIN, 640, 500, 475)).status())
                .isEqualTo(Status.INVALID);
        // In a short run chance gives more than a fifth.
        assertThat(mix(
                                new MixSample(OperationKind.LIST_AUCTIONS, 84, 85, 12),
                                new MixSample(OperationKind.LOGIN, 11, 5, 4.75))
                        .status())
                .isEqualTo(Status.TOO_FEW);
    }

    @Test
    void aFewSamplesBreakARuleOnlyBeyondDoubt() {
        // P(X >= 3 | 64, 0.5 %) = 0.0043, P(X >= 2) = 0.041; P(X >= 4 | 64, 1 %) = 0.0045.
        assertThat(failures(64, 3)).isEqualTo(Status.FAIL);
        assertThat(failures(64, 2)).isEqualTo(Status.TOO_FEW);
        assertThat(failures(64, 0)).isEqualTo(Status.TOO_FEW);
        assertThat(failures(1, 1)).as("one failed start is 100 % of one").isEqualTo(Status.TOO_FEW);
        assertThat(failures(999, 0)).isEqualTo(Status.PASS);
        assertThat(failures(999, 6)).as("0.6 %").isEqualTo(Status.TOO_FEW);
        assertThat(failures(1_000, 6))
                .as("enough are decided by their estimate")
                .isEqualTo(Status.FAIL);
        assertThat(ShareRule.status(ShareEstimate.of(batches(64, 4)), 0.01)).isEqualTo(Status.FAIL);
        assertThat(ShareRule.status(ShareEstimate.of(batches(64, 3)), 0.01)).isEqualTo(Status.TOO_FEW);
        assertThat(ShareRule.status(ShareEstimate.of(batches(400, 0)), 0.01)).isEqualTo(Status.PASS);
    }

    @Test
    void newsAreJudgedHoweverFew() {
        assertThat(news(670, 596, 596).status()).as("89 % of 670 late").isEqualTo(Status.FAIL);
        assertThat(news(20, 18, 18).status()).isEqualTo(Status.FAIL);
        assertThat(news(900, 9, 9).status()).isEqualTo(Status.TOO_FEW);
        assertThat(news(900, 100, 0).status()).isEqualTo(Status.INVALID);
        assertThat(news(0, 0, 0).status()).isEqualTo(Status.TOO_FEW);
        assertThat(news(5_000, 10, 10).status()).isEqualTo(Status.PASS);
        assertThat(news(5_000, 100, 100).status()).isEqualTo(Status.FAIL);
        assertThat(news(5_000, 100, 0).status()).isEqualTo(Status.INVALID);
    }

    @Test
    void oneChoiceOfSixteenIsNoDefect() {
        MixSample rest = new MixSample(OperationKind.LIST_AUCTIONS, 15, 15.95, 0.05);
        // 0.32 % of 16: one or more happen in one run of twenty.
        assertThat(mix(rest, new MixSample(OperationKind.LOGIN, 1, 0.0512, 0.0510)))
                .satisfies(outcome -> assertThat(outcome.status()).isEqualTo(Status.TOO_FEW))
                .satisfies(outcome -> assertThat(outcome.message())
                        .isEqualTo("1 choices of Login where the chain expects 0.0512: too few to say"));
        assertThat(mix(rest, new MixSample(OperationKind.LOGIN, 5, 0.0512, 0.0510))
                        .status())
                .as("five are")
                .isEqualTo(Status.INVALID);
        assertThat(mix(rest, new MixSample(OperationKind.LOGIN, 0, 1, 0)).status())
                .as("what is certain")
                .isEqualTo(Status.INVALID);
    }

    /** Of 2,000 with a share of 1 %: P(X >= 41) = 0.000022 and P(X <= 4) = 0.000015. Chance gives 20 more, and 15 fewer. */
    @Test
    void theToleranceOfAShareIsThatOfItsSide() {
        assertThat(tolerance(39)).isCloseTo(20 / 2_000.0, within(1e-12));
        assertThat(tolerance(3)).isCloseTo(15 / 2_000.0, within(1e-12));

        MixSample rest = new MixSample(OperationKind.LIST_AUCTIONS, 1_997, 1_980, 19.8);
        assertThat(mix(rest, new MixSample(OperationKind.LOGIN, 3, 20, 19.8)).status())
                .isEqualTo(Status.INVALID);
    }

    private static double tolerance(long chosen) {
        List<MixSample> samples = List.of(
                new MixSample(OperationKind.LIST_AUCTIONS, 2_000 - chosen, 1_980, 19.8),
                new MixSample(OperationKind.LOGIN, chosen, 20, 19.8));
        return MixRule.shares(samples).getLast().tolerance();
    }

    @Test
    void fewMainStartsSayNothing() {
        assertThat(main(new Rate(40, 6, 8, 0, 0, 0, 0), 8)).isEqualTo(Status.TOO_FEW);
        assertThat(main(new Rate(40, 0, 8, 0, 0, 0, 0), 8))
                .as("e^-7.84 = 0.0004")
                .isEqualTo(Status.FAIL);
        assertThat(main(new Rate(480, 96, 96, 0, 0, 0, 0), 8)).isEqualTo(Status.TOO_FEW);
        // Renewal theory: variance 1,200 / 16 + 100 / 6 = 92, one deviation is 0.8 %.
        assertThat(main(new Rate(6_000, 1_160, 1_200, 0, 0, 0, 0), 100)).isEqualTo(Status.PASS);
        assertThat(main(new Rate(6_000, 1_140, 1_200, 0, 0, 0, 0), 100)).isEqualTo(Status.FAIL);
    }

    @Test
    void cyclesThatDifferMoreLeaveMoreToChance() {
        // Renewal theory: variance 0.64 * 1,200 + 100 / 6 = 785, one deviation is 2.3 %, and 1,140 are 5 % too few.
        CycleTime wide = new CycleTime(5, 4, 0.5, 9.5);
        Rate rate = new Rate(6_000, 1_140, 1_200, 0, 0, 0, 0);
        assertThat(find(RateRule.judge(rate, 100, wide, CALM), "rate", RateRule.MAIN_STARTS)
                        .status())
                .isEqualTo(Status.PASS);
    }

    @Test
    void cyclesThatAreCutOnOneSideAreHeldAgainstTheMeanOfWhatIsDrawn() {
        // From 1 to 60 s about 5 s: what is drawn has a mean of 6.838 s.
        CycleTime skewed = new CycleTime(5, 5, 1, 60);
        assertThat(fidelity(skewed, 6.84)).isEqualTo(Status.PASS);
        assertThat(fidelity(skewed, 5.0)).isEqualTo(Status.INVALID);
    }

    private static Status fidelity(CycleTime cycle, double meanSeconds) {
        DriverState driver =
                new DriverState("driver", JudgementTest.WELL, 2, meanSeconds, 10_000, 0, null, 0, 0, 0, 0, 0);
        Measurement measured = JudgementTest.measurement(
                List.of(JudgementTest.sample(OperationKind.LOGIN, 2_000, 2_000, 0, 0, 0)),
                List.of(driver),
                List.of(20.0, 20.0, 20.0));
        return find(ValidityRules.judge(measured, cycle, List.of()), "fidelity", "cycle times")
                .status();
    }

    @Test
    void fewSecondsOfFollowersSayLittle() {
        assertThat(polled(40, 39)).as("2.5 % idle").isEqualTo(Status.TOO_FEW);
        assertThat(polled(40, 30)).isEqualTo(Status.FAIL);
        assertThat(polled(900, 900)).isEqualTo(Status.PASS);
        assertThat(polled(0, 0)).isEqualTo(Status.TOO_FEW);
        assertThat(polled(1_000, 989)).isEqualTo(Status.FAIL);
    }

    private static Status failures(long starts, long failed) {
        return ShareRule.status(ShareEstimate.of(batches(starts, failed)), ShareRule.FAILED);
    }

    private static Status main(Rate rate, int users) {
        return find(RateRule.judge(rate, users, USUAL, CALM), "rate", RateRule.MAIN_STARTS)
                .status();
    }

    private static Status polled(double attended, double outstanding) {
        Rate rate = new Rate(6_000, 1_200, 1_200, attended, outstanding, 0, 0);
        return find(RateRule.judge(rate, 100, USUAL, CALM), "rate", "long polls")
                .status();
    }

    private static RuleOutcome news(long pairs, long late, long lateService) {
        NewsSample sample = new NewsSample(2_000, batches(pairs, late), batches(pairs, lateService), 0);
        return NewsRule.judge(sample, CALM);
    }

    private static RuleOutcome mix(MixSample other, MixSample judged) {
        MixSample rest = new MixSample(OperationKind.HOME, 1_000, 1_000, 900);
        List<MixSample> samples = other.chosen() > 1_000 ? List.of(other, judged, rest) : List.of(other, judged);
        return find(MixRule.judge(samples), "mix", judged.kind().title());
    }

    /** Six batches, the bad ones spread as evenly as they can be. */
    private static List<Batch> batches(long starts, long bad) {
        List<Batch> batches = new ArrayList<>();
        IntStream.range(0, 6)
                .forEach(i ->
                        batches.add(new Batch(starts * (i + 1) / 6 - starts * i / 6, bad * (i + 1) / 6 - bad * i / 6)));
        return batches;
    }

    private static RuleOutcome find(List<RuleOutcome> outcomes, String rule, String subject) {
        return outcomes.stream()
                .filter(outcome ->
                        outcome.rule().equals(rule) && outcome.subject().equals(subject))
                .findFirst()
                .orElseThrow();
    }
}
