package gavel.driver.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import gavel.driver.simulation.Calibration;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How people wait, bid and choose, as far as it can be worked out on paper. */
class PeopleTest {
    private static final Draws DRAWS = Draws.of(5, 5, 5);

    @Test
    void whoNeverVariesBidsTheMeanRaiseAboveTheMinimum() {
        BidStrategy strategy = new BidStrategy(1, 0.02, 0, 0.06, 0, 0);
        // 101 + 2 % of 100.
        assertThat(strategy.amount(money("101.00"), money("100.00"), money("500.00"), DRAWS))
                .isEqualTo(money("103.00"));
        assertThat(strategy.amount(money("101.00"), money("100.00"), money("102.50"), DRAWS))
                .as("never above the ceiling")
                .isEqualTo(money("102.50"));
        // 2 % of 33.33 is 0.6666: cents are cut, never rounded up.
        assertThat(strategy.amount(money("34.33"), money("33.33"), money("500.00"), DRAWS))
                .isEqualTo(money("34.99"));
    }

    @Test
    void aRaiseIsCutAtBothEnds() {
        BidStrategy eager = new BidStrategy(1, 5, 0, 0.06, 0, 0);
        assertThat(eager.amount(money("101.00"), money("100.00"), money("500.00"), DRAWS))
                .isEqualTo(money("107.00"));
        BidStrategy thrifty = new BidStrategy(1, -5, 0, 0.06, 0, 0);
        assertThat(thrifty.amount(money("101.00"), money("100.00"), money("500.00"), DRAWS))
                .isEqualTo(money("101.00"));
    }

    @Test
    void aCeilingWithoutDeviationIsTheStartingPriceTimesThePowerOfE() {
        BidStrategy strategy = new BidStrategy(1, 0, 0, 0, 1, 0);
        // 20 e = 54.3656…
        assertThat(strategy.ceiling(money("20.00"), DRAWS)).isEqualTo(money("54.36"));
    }

    @Test
    void strategiesThatCannotBeAreRefused() {
        assertThatThrownBy(() -> new BidStrategy(Double.NaN, 0, 0, 0, 0, 0)).hasMessageContaining("within 0..1: NaN");
        assertThatThrownBy(() -> new BidStrategy(1, 0, 0, -1, 0, 0)).hasMessageContaining("must not be negative");
        assertThatThrownBy(() -> new Profile.Auctions(7, 15, 0, 1, 1)).hasMessageContaining("needs 1..6 slots");
        assertThatThrownBy(() -> new Profile.Pages(101, 0)).hasMessageContaining("101");
        assertThatThrownBy(() -> new Profile.BackOff(3, 2)).hasMessageContaining("3.0 <= 2.0");
    }

    @Test
    void aCycleWithoutDeviationIsAlwaysTheSame() {
        assertThat(new CycleTime(5, 0, 5, 5).drawNanos(DRAWS)).isEqualTo(5_000_000_000L);
        assertThat(new CycleTime(5, 1, 2, 8).overNanos(100, 130, 50)).isEqualTo(150);
        assertThat(new CycleTime(5, 1, 2, 8, CycleTime.From.END).overNanos(100, 130, 50))
                .isEqualTo(180);
    }

    @Test
    void aCutThatTakesMoreOfOneSideMovesTheMeanOfWhatIsDrawn() {
        CycleTime skewed = new CycleTime(5, 5, 1, 60);
        // 5 + 5 phi(-0.8) / (1 - Phi(-0.8)) = 5 + 5 * 0.28969 / 0.78814.
        assertThat(skewed.drawnMean()).isCloseTo(6.838, within(0.001));
        Draws draws = Draws.of(5, 5, 6);
        double sum = 0;
        for (int i = 0; i < 20_000; i++) {
            sum += skewed.drawNanos(draws) / 1e9;
        }
        // A deviation of 4 s at most, of the mean 0.028 s.
        assertThat(sum / 20_000).isCloseTo(skewed.drawnMean(), within(0.12));
        assertThat(new CycleTime(5, 1, 2, 8).drawnMean()).as("symmetric").isEqualTo(5);
        assertThat(new CycleTime(5, 0, 1, 60).drawnMean()).as("always the same").isEqualTo(5);
    }

    @Test
    void whoFailedComesBackWithinTheBackOff() {
        Profile.BackOff backOff = new Profile.BackOff(5, 10);
        double sum = 0;
        for (int i = 0; i < 10_000; i++) {
            double seconds = backOff.drawNanos(DRAWS) / 1e9;
            assertThat(seconds).isBetween(5.0, 10.0);
            sum += seconds;
        }
        // Deviation 5 / sqrt(12) = 1.44, of the mean 0.0144.
        assertThat(sum / 10_000).isCloseTo(7.5, within(0.06));
    }

    @ParameterizedTest
    @CsvSource({"1, 4", "60, 4", "61, 5", "100, 7", "1000, 67", "15000, 1000"})
    void auctionsRunForEveryFifteenUsersButAtLeastFour(int users, int running) {
        assertThat(new Profile.Auctions(2, 15, 0.5, 30, 30).running(users)).isEqualTo(running);
    }

    @Test
    void zipfsSharesAreThePowersOfTheRank() {
        double[] cumulative = Zipf.cumulative(3, 1);
        // 1 : 1/2 : 1/3 of 11/6.
        assertThat(cumulative[0]).isCloseTo(6.0 / 11, within(1e-12));
        assertThat(cumulative[1]).isCloseTo(9.0 / 11, within(1e-12));
        assertThat(cumulative[2]).isEqualTo(1);
        double[] alike = Zipf.cumulative(4, 0);
        assertThat(alike).containsExactly(0.25, 0.5, 0.75, 1);
        int[] picked = new int[4];
        for (int i = 0; i < 40_000; i++) {
            picked[Zipf.pick(alike, DRAWS.unit())]++;
        }
        // Deviation of each sqrt(40,000 · 3/16) = 87.
        assertThat(Arrays.stream(picked).boxed())
                .allSatisfy(count -> assertThat(count).isBetween(9_600, 10_400));
    }

    @Test
    void numbersBelowABoundReachEveryOneOfThem() {
        int[] seen = new int[6];
        for (int i = 0; i < 6_000; i++) {
            seen[DRAWS.below(6)]++;
        }
        // Deviation sqrt(6,000 · 5/36) = 29.
        assertThat(Arrays.stream(seen).boxed())
                .allSatisfy(count -> assertThat(count).isBetween(850, 1_150));
        assertThat(DRAWS.below(1)).isZero();
        assertThat(DRAWS.between(3, 3)).isEqualTo(3);
    }

    @Test
    void aModelsRatesAddUpByWhoDoesThem() {
        Map<OperationKind, Double> rates = new EnumMap<>(OperationKind.class);
        rates.put(OperationKind.HOME, 0.1);
        rates.put(OperationKind.SEARCH_ITEMS, 0.02);
        rates.put(OperationKind.NEXT_BID, 0.5);
        Calibration model = new Calibration(100, 6_000, rates, 0.0084, 0.5, 20, 90, 0.75);

        assertThat(model.mainOperations()).isCloseTo(0.12, within(1e-12));
        assertThat(model.allOperations()).isCloseTo(0.62, within(1e-12));
        // Three for the door, eleven for a page with ten pictures, one for a poll.
        assertThat(model.exchanges()).isCloseTo(0.3 + 0.22 + 0.5, within(1e-12));
        assertThat(model.text()).contains("0.00840").contains("75 % are sold").contains("100 users");
    }

    private static BigDecimal money(String amount) {
        return new BigDecimal(amount);
    }
}
