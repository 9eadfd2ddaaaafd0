package gavel.driver.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

class DrawsTest {
    private static final int MANY = 200_000;

    @Test
    void aStreamRepeatsAndDiffersFromItsNeighbours() {
        assertThat(Draws.of(1, 2, 3).next()).isEqualTo(Draws.of(1, 2, 3).next());
        assertThat(Draws.of(1, 2, 3).next())
                .isNotEqualTo(Draws.of(1, 2, 4).next())
                .isNotEqualTo(Draws.of(1, 3, 3).next())
                .isNotEqualTo(Draws.of(2, 2, 3).next());
    }

    @Test
    void cyclesHaveTheMeanOfTheProfileAndStayWithinTheCut() {
        CycleTime cycle = new CycleTime(5, 1.25, 2.5, 7.5);
        Draws draws = Draws.of(7, 0, 0);
        double sum = 0;
        for (int i = 0; i < MANY; i++) {
            double seconds = cycle.drawNanos(draws) / 1e9;
            assertThat(seconds).isBetween(2.5, 7.5);
            sum += seconds;
        }
        // Standard error 1.1 / sqrt(200,000) = 0.0025.
        assertThat(sum / MANY).isCloseTo(5, within(0.01));
        assertThat(cycle.drawnMean()).isEqualTo(5);
        assertThatThrownBy(() -> new CycleTime(5, 1, 6, 7)).hasMessageContaining("6.0 <= 5.0");
    }

    @Test
    void normalDrawsHaveMeanZeroAndVarianceOne() {
        Draws draws = Draws.of(7, 1, 0);
        double sum = 0;
        double squares = 0;
        for (int i = 0; i < MANY; i++) {
            double value = draws.normal();
            sum += value;
            squares += value * value;
        }
        assertThat(sum / MANY).isCloseTo(0, within(0.01));
        assertThat(squares / MANY).isCloseTo(1, within(0.015));
    }

    @Test
    void neighbouringUsersAreNotAlike() {
        double sum = 0;
        for (int i = 0; i < 10_000; i++) {
            sum += (Draws.of(42, i, 0).unit() - 0.5) * (Draws.of(42, i + 1, 0).unit() - 0.5);
        }
        // Correlation over its standard error 1/12/100.
        assertThat(sum / 10_000 * 12).isCloseTo(0, within(0.04));
    }

    @Test
    void zipfWithSkewOneHalfGivesRankOneTwiceTheShareOfRankFour() {
        double[] cumulative = Zipf.cumulative(4, 0.5);
        double first = cumulative[0];
        double fourth = cumulative[3] - cumulative[2];
        assertThat(first / fourth).isCloseTo(2, within(1e-9));
        assertThat(Zipf.pick(cumulative, 0)).isZero();
        assertThat(Zipf.pick(cumulative, first)).isEqualTo(1);
        assertThat(Zipf.pick(cumulative, 0.999999)).isEqualTo(3);
        assertThat(Zipf.pick(Zipf.cumulative(1, 2), 0.5)).isZero();
    }

    @Test
    void anOfferIsBetweenTheMinimumBidAndTheCeiling() {
        BidStrategy strategy = new BidStrategy(0.15, 0.02, 0.02, 0.06, 1, 0.5);
        Draws draws = Draws.of(3, 0, 0);
        BigDecimal minimum = new BigDecimal("101.00");
        BigDecimal price = new BigDecimal("100.00");
        for (int i = 0; i < 1_000; i++) {
            assertThat(strategy.amount(minimum, price, new BigDecimal("104.00"), draws))
                    .isBetween(minimum, new BigDecimal("104.00"));
            assertThat(strategy.amount(minimum, price, new BigDecimal("999.00"), draws))
                    .isBetween(minimum, new BigDecimal("107.00"));
        }
        double logs = 0;
        for (int i = 0; i < 20_000; i++) {
            logs += Math.log(strategy.ceiling(price, draws).doubleValue() / 100);
        }
        assertThat(logs / 20_000).isCloseTo(1, within(0.015));
    }
}
