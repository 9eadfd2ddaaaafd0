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
import java.util.Locale;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How often chance alone breaks any rule of a run, and how often a planted fault is found: whole runs are drawn, with every operation as
 * seldom late and failed as said, and judged.
 */
class FewSamplesTest {
    private static final int BATCHES = 6;
    private static final int SECONDS = 10 * BATCHES;
    private static final double FOLLOWERS_OF_A_BID = 15;
    private static final ToDoubleFunction<OperationKind> NONE = _ -> 0;
    private static Profile profile;

    private final Random random = new Random(37);

    @BeforeAll
    static void readProfile() throws IOException {
        profile = ProfileReader.read("liveauction");
    }

    /**
     * Of a system whose shares are so much of each limit, at most so many runs of a hundred are broken by chance. Those of 300 users are
     * by the news: bids come late for all their followers here, and from 1,000 pairs on the estimate decides.
     */
    @ParameterizedTest(name = "{0} users at {1} of every limit")
    @CsvSource(textBlock = """
            8,   0.1, 0
            60,  0.1, 0
            100, 0.1, 0
            300, 0.1, 2
            8,   0.5, 3
            60,  0.5, 3
            100, 0.5, 3
            """)
    void chanceAloneSeldomBreaksAnyRule(int users, double ofLimits, int atMostPercent) {
        int runs = 150;
        int broken = 0;
        for (int i = 0; i < runs; i++) {
            List<RuleOutcome> outcomes = run(users, ofLimits, NONE, ofLimits * ShareRule.LATE);
            List<RuleOutcome> wrong =
                    outcomes.stream().filter(FewSamplesTest::breaks).toList();
            wrong.forEach(outcome -> log("%s", outcome));
            broken += wrong.isEmpty() ? 0 : 1;
        }
        log("%d users at %.1f of every limit: %d of %d runs broken by chance", users, ofLimits, broken, runs);
        assertThat(100.0 * broken / runs).isLessThanOrEqualTo(atMostPercent);
    }

    @ParameterizedTest(name = "{0} users")
    @CsvSource({"60", "100", "300"})
    void lateNewsAreAlwaysFound(int users) {
        for (int i = 0; i < 50; i++) {
            assertThat(run(users, 0.1, NONE, 0.89))
                    .anyMatch(outcome -> outcome.rule().equals("news") && outcome.status() == Status.FAIL);
        }
    }

    /** In a minute there are about as many starts of each operation as two thirds of the users. */
    @ParameterizedTest(name = "{0} users: in {1} % of the runs or more")
    @CsvSource({"60, 10", "100, 40", "300, 85"})
    void anOperationThatFailsInOneOfTwentyIsFoundAlone(int users, int atLeastPercent) {
        int runs = 100;
        int found = 0;
        for (int i = 0; i < runs; i++) {
            found += run(users, 0.1, kind -> kind == OperationKind.ADD_ITEM ? 0.047 : 0, 0).stream()
                            .anyMatch(outcome -> outcome.rule().equals("failures")
                                    && outcome.subject().equals("AddItem")
                                    && outcome.status() == Status.FAIL)
                    ? 1
                    : 0;
        }
        log("%d users: an operation failing 4.7 %% of the time found in %d of %d runs", users, found, runs);
        assertThat(100 * found / runs).isGreaterThanOrEqualTo(atLeastPercent);
    }

    @Test
    void aRuleThatCannotTellSaysSo() {
        assertThat(run(8, 0.1, NONE, 0))
                .filteredOn(outcome -> outcome.status() == Status.TOO_FEW)
                .hasSizeGreaterThan(40);
    }

    private static boolean breaks(RuleOutcome outcome) {
        return outcome.status() == Status.FAIL || outcome.status() == Status.INVALID;
    }

    private List<RuleOutcome> run(
            int users, double ofLimits, ToDoubleFunction<OperationKind> planted, double newsLate) {
        List<OperationSample> operations = new ArrayList<>();
        List<MixSample> mix = new ArrayList<>();
        for (OperationKind kind : OperationKind.values()) {
            double share = kind == OperationKind.REGISTER ? 0.001 : kind.background() ? 0.1 : 1.0 / 20;
            int choices = users * SECONDS / 5;
            int starts = drawn(choices, share);
            operations.add(operation(kind, starts, ofLimits, planted.applyAsDouble(kind)));
            if (!kind.background()) {
                mix.add(new MixSample(kind, starts, choices * share, choices * share * (1 - share)));
            }
        }
        double cycles = users * SECONDS / 5.0;
        double mainStarts = cycles + random.nextGaussian() * Math.sqrt(cycles / 16 + users / 6.0);
        double attended = 1.5 * users * SECONDS;
        return Judgement.of(
                new Measurement(
                        users,
                        operations,
                        news(users, newsLate),
                        mix,
                        new Rate(
                                users * SECONDS,
                                Math.round(mainStarts),
                                cycles,
                                attended,
                                0.999 * attended,
                                0.0084,
                                0.0084),
                        List.of(new DriverState(
                                "driver",
                                new DriverHealth(1, 0.3, 0.005, 20, 0.001, 500, 20_000, 0),
                                2,
                                5 + random.nextGaussian() * 1.25 / Math.sqrt(cycles),
                                (long) cycles,
                                0,
                                null,
                                0,
                                0,
                                0,
                                0,
                                0)),
                        random.doubles(BATCHES, 10, 60).boxed().toList(),
                        Course.CONSTANT,
                        null,
                        Service.SERVED),
                profile);
    }

    private OperationSample operation(OperationKind kind, int starts, double ofLimits, double failing) {
        List<Batch> late = new ArrayList<>();
        List<Batch> failed = new ArrayList<>();
        long lateSum = 0;
        for (int batch = 0; batch < BATCHES; batch++) {
            int here = starts * (batch + 1) / BATCHES - starts * batch / BATCHES;
            int bad = drawn(here, Math.max(failing, ofLimits * ShareRule.FAILED));
            int slow = drawn(here - bad, ofLimits * ShareRule.LATE);
            late.add(new Batch(here, slow));
            failed.add(new Batch(here, bad));
            lateSum += slow;
        }
        return new OperationSample(kind, profile.limitMillis(kind), late, late, failed, lateSum);
    }

    /** Bids with the given share of them late, for all who follow. */
    private NewsSample news(int users, double share) {
        List<Batch> batches = new ArrayList<>();
        BidClusters clusters = BidClusters.NONE;
        for (int batch = 0; batch < BATCHES; batch++) {
            long pairs = 0;
            long late = 0;
            int bids = drawn(10 * users, 0.0084);
            for (int i = 0; i < bids; i++) {
                int followers = drawn(30, Math.min(FOLLOWERS_OF_A_BID, users / 5.0) / 30);
                int missed = random.nextDouble() < share ? followers : 0;
                clusters = followers == 0 ? clusters : clusters.with(followers, missed);
                pairs += followers;
                late += missed;
            }
            batches.add(new Batch(pairs, late));
        }
        return new NewsSample(2_000, batches, batches, 0, clusters);
    }

    private int drawn(int samples, double share) {
        int count = 0;
        for (int i = 0; i < samples; i++) {
            count += random.nextDouble() < share ? 1 : 0;
        }
        return count;
    }

    private static void log(String format, Object... figures) {
        System.getLogger(FewSamplesTest.class.getName())
                .log(System.Logger.Level.INFO, String.format(Locale.ROOT, format, figures));
    }
}
