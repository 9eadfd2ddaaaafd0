package gavel.driver.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is drawn has the distribution the profile says, not only its mean. Each test would fail by chance once in a thousand seeds; seeds are fixed. */
class DistributionsTest {
    private static final int MANY = 20_000;
    private static final int SESSIONS = 4_000;
    private static final double DEVIATIONS = 4;

    @Test
    void cyclesOfOnePersonAreANormalDistributionThatWasCut() {
        CycleTime cycle = new CycleTime(5, 1.25, 2.5, 7.5);
        Draws draws = Draws.of(7, 0, 2);
        double[] seconds = new double[MANY];
        Arrays.setAll(seconds, _ -> cycle.drawNanos(draws) / 1e9);

        assertThat(Goodness.misfit(seconds, cut(5, 1.25))).isLessThan(1);
        assertThat(Goodness.misfit(seconds, cut(5, 1.45)))
                .as("another deviation")
                .isGreaterThan(1);
        assertThat(Goodness.misfit(seconds, cut(5.1, 1.25))).as("another mean").isGreaterThan(1);
        assertThat(Goodness.misfit(seconds, x -> Goodness.normal((x - 5) / 1.25)))
                .as("without the cut")
                .isGreaterThan(1);
    }

    @Test
    void firstCyclesOfManyPeopleAreTheSameDistribution() {
        CycleTime cycle = new CycleTime(5, 1.25, 2.5, 7.5);
        double[] seconds = new double[MANY];
        Arrays.setAll(seconds, user -> cycle.drawNanos(Draws.of(42, user, 2)) / 1e9);

        assertThat(Goodness.misfit(seconds, cut(5, 1.25))).isLessThan(1);
    }

    @Test
    void unitDrawsAreUniform() {
        Draws draws = Draws.of(3, 1, 1);
        double[] units = new double[MANY];
        Arrays.setAll(units, _ -> draws.unit());

        assertThat(Goodness.misfit(units, x -> x)).isLessThan(1);
        assertThat(Goodness.misfit(units, x -> x * x)).isGreaterThan(1);
    }

    /** By renewal theory an operation's share is its expected number in a session over the session's expected length. */
    @ParameterizedTest
    @ValueSource(strings = {"liveauction", "classic"})
    void everyOperationOfTheChainHasTheShareOfTheStationaryDistribution(String name) throws IOException {
        Profile profile = ProfileReader.read(name);
        Session session = profile.session();
        int slots = profile.auctions().slots();
        Draws draws = Draws.of(11, 0, 0);
        Map<OperationKind, double[]> sums = new EnumMap<>(OperationKind.class);
        double operations = 0;
        for (int i = 0; i < SESSIONS; i++) {
            Map<OperationKind, Integer> counts = new EnumMap<>(OperationKind.class);
            int following = 0;
            for (int at = session.first(); at != Session.END; ) {
                Session.Step step = session.step(at);
                if (step.does() != null) {
                    counts.merge(step.does(), 1, Integer::sum);
                    operations++;
                }
                following += step.does() == OperationKind.JOIN_AUCTION ? 1 : 0;
                following -= step.does() == OperationKind.LEAVE_AUCTION ? 1 : 0;
                assertThat(following).isBetween(0, slots);
                at = session.choose(step, session.open(step, following, slots), draws.unit());
            }
            counts.forEach((kind, count) -> {
                double[] sum = sums.computeIfAbsent(kind, _ -> new double[2]);
                sum[0] += count;
                sum[1] += (double) count * count;
            });
        }
        Visits visits = Visits.of(session, slots);
        assertThat(sums.keySet()).isEqualTo(visits.perSession().keySet());
        // A session's length has about the deviation of its mean: 1 / sqrt(4,000) = 1.6 %, three of them.
        assertThat(operations / SESSIONS).isCloseTo(visits.operations(), within(0.05 * visits.operations()));
        visits.perSession().forEach((kind, expected) -> {
            double mean = sums.get(kind)[0] / SESSIONS;
            double error = Math.sqrt(Math.max(0, sums.get(kind)[1] / SESSIONS - mean * mean) / SESSIONS);
            assertThat(Math.abs(mean - expected))
                    .as("%s a session", kind.title())
                    .isLessThanOrEqualTo(DEVIATIONS * error + 1e-9);
        });
    }

    private static DoubleUnaryOperator cut(double mean, double deviation) {
        double low = Goodness.normal((2.5 - mean) / deviation);
        double high = Goodness.normal((7.5 - mean) / deviation);
        return x -> (Goodness.normal((x - mean) / deviation) - low) / (high - low);
    }
}
