package gavel.driver.qos;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.LoadReport.DriverHealth;
import gavel.driver.api.LoadReport.Rate;
import gavel.driver.api.RuleOutcome;
import gavel.driver.api.RuleOutcome.Status;
import gavel.driver.profile.OperationKind;
import gavel.driver.profile.Profile;
import gavel.driver.profile.ProfileReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Situations a run can end in, and what is said of each. */
class JudgementTest {
    static final DriverHealth WELL = new DriverHealth(1, 0.3, 0.005, 20, 0.001, 500, 20_000, 0);
    private static final DriverState CALM = driver(WELL, 2);
    private static final DriverState SHARED_CORES = driver(busy(0.4, 0.12), 18);
    private static final DriverState STARVED = driver(busy(0.95, 0.4), 900);
    private static Profile profile;

    @BeforeAll
    static void readProfile() throws IOException {
        profile = ProfileReader.read("liveauction");
    }

    @Test
    void aCalmRunPasses() {
        assertThat(verdict(run(0, 0, CALM))).isEqualTo(Status.PASS);
    }

    @Test
    void aServerThatIsTooSlowFailsAlsoWhereItSharesTheCoresOfTheDriver() {
        // 30 of 1,500 late, and as many counted from the first write.
        assertThat(verdict(run(30, 30, CALM))).isEqualTo(Status.FAIL);
        assertThat(verdict(run(30, 30, SHARED_CORES))).isEqualTo(Status.FAIL);
    }

    @Test
    void onlyTheDriversDelayBreaksALimit() {
        // From the first write all is well: the driver started late.
        assertThat(verdict(run(30, 0, CALM))).isEqualTo(Status.INVALID);
        // The service time fails too, but a driver whose timers are 0.9 s late reads as late.
        List<RuleOutcome> starved = judge(List.of(sample(OperationKind.LIST_AUCTIONS, 1_500, 30, 0)), STARVED);
        assertThat(verdict(starved)).isEqualTo(Status.INVALID);
        assertThat(find(starved, "driverBusy", "driver").status()).isEqualTo(Status.INVALID);
        assertThat(find(starved, "driverBusy", "driver").message()).contains("give the driver more CPU");
        assertThat(find(starved, "runQueue", "driver").status()).isEqualTo(Status.INVALID);
        assertThat(find(starved, "response", "ListAuctions").message())
                .contains("timers were 900.0 ms late (p99)")
                .contains("fewer users");
    }

    @Test
    void aServerFarBeyondWhatItsDriversDelayExplainsFailsHoweverStarvedTheDriverIs() {
        List<RuleOutcome> overload = judge(List.of(sample(OperationKind.LIST_AUCTIONS, 1_500, 30, 30)), STARVED);
        assertThat(verdict(overload)).isEqualTo(Status.FAIL);
        assertThat(find(overload, "response", "ListAuctions").message()).contains("so the server was slow");
        assertThat(find(overload, "driverBusy", "driver").status()).isEqualTo(Status.INFO);
        assertThat(find(overload, "runQueue", "driver").status()).isEqualTo(Status.INFO);
        // Exactly one in a hundred is still within the rule.
        assertThat(verdict(judge(List.of(sample(OperationKind.LIST_AUCTIONS, 1_500, 30, 15)), STARVED)))
                .isEqualTo(Status.INVALID);
    }

    @Test
    void oneLimitTheServerBrokeDecidesAndDoubtfulOnesInform() {
        List<RuleOutcome> outcomes = judge(
                List.of(
                        sample(OperationKind.LIST_AUCTIONS, 1_500, 30, 30),
                        sample(OperationKind.SEARCH_ITEMS, 1_500, 0, 0)),
                CALM);
        assertThat(verdict(outcomes)).isEqualTo(Status.FAIL);
        assertThat(find(outcomes, "response", "SearchItems").status()).isEqualTo(Status.INFO);
        assertThat(find(outcomes, "response", "SearchItems").message()).contains("another limit beyond doubt");
    }

    @Test
    void aRateIsNotHeldAgainstAServerWhoseDriverWasLate() {
        Rate slow = new Rate(60_000, 11_000, 12_000, 80_000, 70_000, 0.0040, 0.0084);
        assertThat(RateRule.judge(slow, 100, profile.cycle(), DriverDelay.worst(List.of(CALM))))
                .extracting(RuleOutcome::status)
                .containsOnly(Status.FAIL);
        assertThat(RateRule.judge(slow, 100, profile.cycle(), DriverDelay.worst(List.of(STARVED))))
                .extracting(RuleOutcome::status)
                .containsOnly(Status.INVALID);
    }

    @Test
    void aBugOfTheDriverForbidsJudgementOfGoodAndBadFigures() {
        DriverState faulty = new DriverState(
                "driver", WELL, 2, 5.0, 10_000, 2, "java.lang.NullPointerException at User", 0, 0, 0, 0, 0);
        for (long late : new long[] {0, 30}) {
            assertThat(verdict(run(late, late, faulty))).isEqualTo(Status.INVALID);
            assertThat(find(run(late, late, faulty), "driverFault", "driver").message())
                    .contains("NullPointerException at User");
        }
    }

    @Test
    void theStateOfTheDriverIsJudgedByItsShares() {
        for (double busy : new double[] {0.8, 0.81}) {
            for (double queued : new double[] {0.02, 0.021}) {
                List<RuleOutcome> doubtful = run(30, 0, driver(busy(busy, queued), 2));
                assertThat(find(doubtful, "driverBusy", "driver").status())
                        .isEqualTo(busy > 0.8 ? Status.INVALID : Status.PASS);
                assertThat(find(doubtful, "runQueue", "driver").status())
                        .isEqualTo(queued > 0.02 ? Status.INVALID : Status.PASS);
            }
        }
    }

    @Test
    void whatKeptTheDriverFromItsWorkIsNamedWithWhatToDo() {
        DriverState robbed = driver(new DriverHealth(1, 0.3, 0.005, 20, 0.001, 500, 20_000, 0.03), 2);
        DriverState collecting = driver(new DriverHealth(1, 0.3, 0.005, 20, 0.02, 500, 20_000, 0), 2);

        assertThat(find(run(30, 0, robbed), "driverSteal", "driver"))
                .satisfies(outcome -> assertThat(outcome.status()).isEqualTo(Status.INVALID))
                .satisfies(outcome -> assertThat(outcome.message()).contains("dedicated cores"));
        assertThat(find(run(30, 0, collecting), "driverCollections", "driver"))
                .satisfies(outcome -> assertThat(outcome.status()).isEqualTo(Status.INVALID))
                .satisfies(outcome -> assertThat(outcome.message()).contains("drivers.memory"));
        assertThat(outcome(run(0, 0, robbed), "driverSteal", "driver").status()).isEqualTo(Status.INFO);
        assertThat(verdict(run(0, 0, collecting))).isEqualTo(Status.PASS);
        assertThat(find(run(30, 0, CALM), "driverSteal", "driver").status()).isEqualTo(Status.PASS);
    }

    @Test
    void aMeasurementThatWasEndedByHandIsNoneHoweverGood() {
        DriverState stopped = new DriverState("driver", WELL, 2, 5.0, 10_000, 0, null, 0, 0, 140_000, 0, 0);

        assertThat(verdict(run(0, 0, stopped))).isEqualTo(Status.INVALID);
        assertThat(find(run(0, 0, stopped), "wholeMeasurement", "driver"))
                .satisfies(outcome -> assertThat(outcome.actual()).isEqualTo("140.0 s missing"))
                .satisfies(outcome -> assertThat(outcome.message()).contains("run it again"));
    }

    @Test
    void aServerThatKeepsTheAccountsBusyFailsByItsOwnSlownessOnly() {
        DriverState crowded = new DriverState("driver", WELL, 2, 5.0, 10_000, 0, null, 0, 7, 0, 0, 0);

        assertThat(verdict(run(0, 0, crowded))).isEqualTo(Status.INVALID);
        assertThat(find(run(0, 0, crowded), "accounts", "driver").message()).contains("data.users");
        assertThat(verdict(run(30, 30, crowded))).isEqualTo(Status.FAIL);
    }

    @Test
    void aPassStandsEvenOfABusyDriver() {
        assertThat(verdict(run(0, 0, STARVED))).isEqualTo(Status.PASS);
        assertThat(outcome(run(0, 0, STARVED), "runQueue", "driver").status()).isEqualTo(Status.INFO);
    }

    @Test
    void smallSamplesAreJudgedTogetherWithTheSameLimit() {
        List<OperationSample> operations = List.of(
                sample(OperationKind.REGISTER, 3_000, 20, 1, 1, 0),
                sample(OperationKind.LOGIN, 3_000, 600, 2, 2, 0),
                sample(OperationKind.LOGOUT, 3_000, 600, 2, 2, 0),
                sample(OperationKind.LIST_AUCTIONS, 2_000, 5_000, 10, 10, 0));
        List<RuleOutcome> outcomes = judge(operations, CALM);
        // 5 of 1,220 is 0.41 %, and one of 20 tells nothing of Register alone.
        assertThat(find(outcomes, "response", "3 s pool").status()).isIn(Status.PASS, Status.MARGINAL);
        assertThat(find(outcomes, "response", "3 s pool").actual()).isEqualTo("0.41 % of 1,220");
        assertThat(find(outcomes, "response", "Register").status()).isEqualTo(Status.TOO_FEW);
        assertThat(find(outcomes, "response", "ListAuctions").status()).isEqualTo(Status.PASS);
    }

    @Test
    void failuresAreHeldAgainstHalfAPercent() {
        assertThat(find(judge(List.of(sample(OperationKind.LOGIN, 3_000, 2_000, 8, 8, 8)), CALM), "failures", "Login")
                        .status())
                .isIn(Status.PASS, Status.MARGINAL);
        assertThat(find(
                                judge(List.of(sample(OperationKind.LOGIN, 3_000, 2_000, 12, 12, 12)), CALM),
                                "failures",
                                "Login")
                        .status())
                .isEqualTo(Status.FAIL);
        assertThat(find(
                                judge(List.of(sample(OperationKind.NEXT_BID, 40_000, 2_000, 0, 0, 40)), CALM),
                                "failures",
                                "NextBid")
                        .status())
                .isEqualTo(Status.FAIL);
    }

    @Test
    void anOperationThatWasNeverStartedIsNoPass() {
        List<RuleOutcome> outcomes = judge(List.of(sample(OperationKind.LOGIN, 3_000, 0, 0, 0, 0)), CALM);
        assertThat(find(outcomes, "response", "Login").status()).isEqualTo(Status.TOO_FEW);
        assertThat(find(outcomes, "failures", "Login").status()).isEqualTo(Status.TOO_FEW);
    }

    @Test
    void anOperationThatFailsIsFoundAloneThoughItsPoolPasses() {
        List<RuleOutcome> outcomes = judge(
                List.of(
                        sample(OperationKind.ADD_ITEM, 2_000, 64, 0, 0, 3),
                        sample(OperationKind.SEARCH_ITEMS, 2_000, 850, 0, 0, 0)),
                CALM);
        assertThat(find(outcomes, "failures", "2 s pool").actual()).isEqualTo("0.33 % of 914");
        assertThat(find(outcomes, "failures", "2 s pool").status()).isEqualTo(Status.TOO_FEW);
        assertThat(find(outcomes, "failures", "AddItem").status()).isEqualTo(Status.FAIL);
        assertThat(outcomes)
                .filteredOn(outcome -> outcome.rule().equals("failures"))
                .first()
                .matches(outcome -> outcome.subject().equals("AddItem"), "is named in the headline");
    }

    @Test
    void failuresAreNamedBeforeLatenessAndOnlyTheFailedOnes() {
        List<RuleOutcome> outcomes =
                judge(List.of(sample(OperationKind.LIST_AUCTIONS, 2_000, 1_500, 300, 300, 150)), CALM);
        assertThat(outcomes)
                .filteredOn(outcome -> outcome.status() == Status.FAIL)
                .extracting(RuleOutcome::rule)
                .startsWith("failures", "response");
        List<RuleOutcome> wrong = judge(List.of(sample(OperationKind.LIST_AUCTIONS, 2_000, 1_500, 0, 0, 150)), STARVED);
        assertThat(wrong)
                .filteredOn(outcome -> outcome.status() == Status.FAIL)
                .extracting(RuleOutcome::rule)
                .as("no delay of the driver explains a wrong answer")
                .containsExactly("failures");
        assertThat(verdict(wrong)).isEqualTo(Status.FAIL);
    }

    @Test
    void ratesCatchWhatASlowSystemLeavesUndone() {
        assertThat(rate(new Rate(60_000, 11_900, 12_000, 80_000, 79_900, 0.0085, 0.0084)))
                .containsOnly(Status.PASS);
        assertThat(rate(new Rate(60_000, 11_500, 12_000, 80_000, 79_900, 0.0085, 0.0084)))
                .containsExactly(Status.FAIL, Status.PASS);
        assertThat(rate(new Rate(60_000, 11_900, 12_000, 80_000, 78_000, 0.0085, 0.0084)))
                .containsExactly(Status.PASS, Status.FAIL);
    }

    @Test
    void driversOwnLimitsForbidJudgement() {
        DriverState capped = new DriverState("driver", WELL, 2, 5.0, 10_000, 0, null, 3, 0, 0, 0, 0);
        assertThat(outcome(run(0, 0, capped), "ports", "driver").status()).isEqualTo(Status.INVALID);
        assertThat(descriptors(250, 256)).isEqualTo(Status.INVALID);
        assertThat(descriptors(19_937, 20_000))
                .as("not all of the reserve left")
                .isEqualTo(Status.INVALID);
        assertThat(descriptors(19_285, 20_000)).as("every exchange had its own").isEqualTo(Status.PASS);
        DriverState hasty = new DriverState("driver", WELL, 2, 4.6, 10_000, 0, null, 0, 0, 0, 0, 0);
        assertThat(outcome(run(0, 0, hasty), "fidelity", "cycle times").actual())
                .isEqualTo("4.600 s");
        assertThat(outcome(run(0, 0, hasty), "fidelity", "cycle times").status())
                .isEqualTo(Status.INVALID);
    }

    @Test
    void waitingForTheDriversOwnConnectionsIsNeverTheServersFault() {
        // Between the exchanges of one operation the wait is within the service time as well.
        DriverState capped = new DriverState("driver", WELL, 2, 5.0, 10_000, 0, null, 3, 0, 0, 0, 0);
        assertThat(verdict(run(30, 30, capped))).isEqualTo(Status.INVALID);
    }

    @Test
    void steadyStateLooksAtWhatIsMaterial() {
        assertThat(steady(List.of(20.0, 22.0, 21.0, 20.0, 23.0, 21.0), false)).isEqualTo(Status.PASS);
        // A warm-up from 90 to 20 ms harms no limit of 2 s.
        assertThat(steady(List.of(90.0, 80.0, 40.0, 30.0, 20.0, 20.0), false)).isEqualTo(Status.PASS);
        assertThat(steady(List.of(100.0, 150.0, 400.0, 600.0, 900.0, 950.0), false))
                .isEqualTo(Status.INVALID);
        assertThat(steady(List.of(100.0, 150.0, 400.0, 600.0, 900.0, 950.0), true))
                .isEqualTo(Status.INFO);
        assertThat(steady(List.of(100.0), false)).isEqualTo(Status.TOO_FEW);
        assertThat(steady(List.of(100.0, 200.0, 900.0), false))
                .as("one ten seconds each")
                .isEqualTo(Status.TOO_FEW);
        // 150 and 600: deviations of 71 and 354, so the error is 255; Student's t of 2 degrees is 19.
        assertThat(steady(List.of(100.0, 200.0, 400.0, 300.0, 350.0, 850.0), false))
                .isEqualTo(Status.TOO_FEW);
    }

    @Test
    void theHeadlineOfADoubtfulRunIsTheDoubtAndNotTheSteadyState() {
        List<Double> rising = List.of(100.0, 150.0, 400.0, 600.0, 900.0, 950.0);
        List<RuleOutcome> outcomes = Judgement.of(
                measurement(List.of(sample(OperationKind.LIST_AUCTIONS, 1_500, 30, 0)), List.of(STARVED), rising),
                profile);
        assertThat(find(outcomes, "steadyState", "responses").status()).isEqualTo(Status.INFO);
        assertThat(outcomes)
                .filteredOn(outcome -> outcome.status() == Status.INVALID)
                .first()
                .matches(outcome -> outcome.message().contains("give the driver more CPU"));
    }

    private static Status steady(List<Double> means, boolean failed) {
        return SteadyState.judge(
                        measurement(List.of(sample(OperationKind.LOGIN, 2_000, 10, 0, 0, 0)), List.of(CALM), means),
                        failed)
                .status();
    }

    private static List<Status> rate(Rate rate) {
        return RateRule.judge(rate, 100, profile.cycle(), DriverDelay.worst(List.of(CALM))).stream()
                .map(RuleOutcome::status)
                .toList();
    }

    private static List<RuleOutcome> run(long late, long lateService, DriverState driver) {
        return judge(List.of(sample(OperationKind.LIST_AUCTIONS, 2_000, 1_500, late, lateService, 0)), driver);
    }

    private static List<RuleOutcome> judge(List<OperationSample> operations, DriverState driver) {
        return Judgement.of(measurement(operations, List.of(driver), List.of(20.0, 20.0, 20.0)), profile);
    }

    static Measurement measurement(List<OperationSample> operations, List<DriverState> drivers, List<Double> means) {
        return new Measurement(
                100,
                operations,
                new NewsSample(2_000, batches(2_000, 0), batches(2_000, 0), 0),
                List.of(),
                new Rate(60_000, 12_000, 12_000, 80_000, 80_000, 0.0084, 0.0084),
                drivers,
                means,
                Course.CONSTANT,
                null,
                Service.SERVED);
    }

    static OperationSample sample(
            OperationKind kind, long limit, long starts, long late, long lateService, long failed) {
        return new OperationSample(
                kind, limit, batches(starts, late), batches(starts, lateService), batches(starts, failed), lateService);
    }

    /** @param beyondDriver of those late from the first write, so many are too late for the driver to be the reason */
    private static OperationSample sample(OperationKind kind, long starts, long lateService, long beyondDriver) {
        return new OperationSample(
                kind, 2_000, batches(starts, 30), batches(starts, lateService), batches(starts, 0), beyondDriver);
    }

    /** Six batches, the bad ones spread as evenly as they can be. */
    private static List<Batch> batches(long starts, long bad) {
        List<Batch> batches = new ArrayList<>();
        IntStream.range(0, 6)
                .forEach(i ->
                        batches.add(new Batch(starts * (i + 1) / 6 - starts * i / 6, bad * (i + 1) / 6 - bad * i / 6)));
        return batches;
    }

    private static Status descriptors(long open, long limit) {
        DriverState driver = driver(new DriverHealth(1, 0.3, 0.005, 20, 0.001, open, limit, 0), 2);
        return outcome(run(0, 0, driver), "descriptors", "driver").status();
    }

    private static RuleOutcome outcome(List<RuleOutcome> outcomes, String rule, String subject) {
        return find(outcomes, rule, subject);
    }

    private static RuleOutcome find(List<RuleOutcome> outcomes, String rule, String subject) {
        return outcomes.stream()
                .filter(outcome ->
                        outcome.rule().equals(rule) && outcome.subject().equals(subject))
                .findFirst()
                .orElseThrow();
    }

    /** INVALID, then FAIL, then PASS. */
    private static Status verdict(List<RuleOutcome> outcomes) {
        for (Status status : List.of(Status.INVALID, Status.FAIL)) {
            if (outcomes.stream().anyMatch(outcome -> outcome.status() == status)) {
                return status;
            }
        }
        return Status.PASS;
    }

    private static DriverState driver(DriverHealth health, double latenessMillis) {
        return new DriverState("driver", health, latenessMillis, 5.0, 10_000, 0, null, 0, 0, 0, 0, 0);
    }

    private static DriverHealth busy(double share, double queued) {
        return new DriverHealth(1, share, queued, 20, 0.001, 500, 20_000, 0);
    }
}
