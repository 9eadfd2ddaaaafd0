package gavel.harness.elastic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import gavel.harness.elastic.Steps.Change;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ElasticityMetricsTest {
    private static final Steps DEMAND =
            Steps.of(1, new Change(5, 5), new Change(16, 3), new Change(17, 2), new Change(19, 4));
    private static final Steps SUPPLY = Steps.of(
            1,
            new Change(1, 2),
            new Change(2, 1),
            new Change(3, 3),
            new Change(7, 5),
            new Change(9, 7),
            new Change(11, 6),
            new Change(12, 8),
            new Change(14, 2));

    /**
     * Too few: 5 to 7 are 2 × 2, 14 to 16 are 3 × 2, 16 to 17 are 1 × 1, 19 to 20 are 2 × 1: 13 in 6 s of 20. Too many: 1 to 2 are 1 × 1,
     * 3 to 5 are 2 × 2, 9 to 11 are 2 × 2, 11 to 12 are 1 × 1, 12 to 14 are 3 × 2: 16 in 8 s of 20.
     */
    @Test
    void theWorkedExample() {
        ElasticityMetrics metrics = ElasticityMetrics.of(DEMAND, SUPPLY, 20);
        assertThat(metrics.underArea()).isEqualTo(4 + 6 + 1 + 2);
        assertThat(metrics.overArea()).isEqualTo(1 + 4 + 4 + 1 + 6);
        assertThat(metrics.underAccuracy()).isEqualTo(13 / 20.0);
        assertThat(metrics.overAccuracy()).isEqualTo(16 / 20.0);
        assertThat(metrics.underShare()).isEqualTo(6 / 20.0);
        assertThat(metrics.overShare()).isEqualTo(8 / 20.0);
        // Supply moves 1 + 1 + 2 + 2 + 2 + 1 + 2 + 6 = 17 servers, demand 4 + 2 + 1 + 2 = 9.
        assertThat(metrics.jitter()).isEqualTo((17 - 9) / 20.0);
        // 4/5 + 6/5 + 1/3 + 2/4 = 17/6 of 20 are 85/6 %; 1 + 4 + (4 + 1 + 6)/5 = 7.2 of 20 are 36 %.
        assertThat(100 * metrics.underOfDemand()).isCloseTo(85 / 6.0, within(1e-9));
        assertThat(100 * metrics.overOfDemand()).isCloseTo(36, within(1e-9));
    }

    @Test
    void supplyThatIsDemandIsPerfect() {
        ElasticityMetrics metrics = ElasticityMetrics.of(DEMAND, DEMAND, 20);
        assertThat(metrics).isEqualTo(new ElasticityMetrics(0, 0, 0, 0, 0, 0, 0, 0, 0));
        assertThat(metrics.deviation()).isZero();
        assertThat(ElasticityMetrics.instability(DEMAND, DEMAND, 20, 1)).isZero();
    }

    /** (0.3^4 + 0.4^4)^(1/4) of the time shares alone. */
    @Test
    void theDeviationIsTheDistanceFromThePerfectFollower() {
        ElasticityMetrics shares = new ElasticityMetrics(0, 0, 0, 0, 0.3, 0.4, 0, 0, 0);
        assertThat(shares.deviation()).isCloseTo(Math.pow(0.0081 + 0.0256, 0.25), within(1e-12));
    }

    /** Looks at 1 and 3 s: demand rises in both, supply rises in the second only. */
    @Test
    void instabilityIsTheShareOfDifferentDirections() {
        Steps demand = Steps.of(1, new Change(1, 2), new Change(3, 3));
        Steps supply = Steps.of(1, new Change(3, 2));
        assertThat(ElasticityMetrics.instability(demand, supply, 4, 1)).isEqualTo(1 / 4.0);
    }

    @Test
    void timesOnAnotherScaleChangeNoShare() {
        ElasticityMetrics seconds = ElasticityMetrics.of(DEMAND, SUPPLY, 20);
        ElasticityMetrics minutes = ElasticityMetrics.of(scaled(DEMAND), scaled(SUPPLY), 20 * 60);
        assertThat(minutes.underAccuracy()).isCloseTo(seconds.underAccuracy(), within(1e-9));
        assertThat(minutes.overAccuracy()).isCloseTo(seconds.overAccuracy(), within(1e-9));
        assertThat(minutes.underShare()).isCloseTo(seconds.underShare(), within(1e-9));
        assertThat(minutes.overShare()).isCloseTo(seconds.overShare(), within(1e-9));
        assertThat(minutes.underOfDemand()).isCloseTo(seconds.underOfDemand(), within(1e-9));
        assertThat(minutes.overOfDemand()).isCloseTo(seconds.overOfDemand(), within(1e-9));
        assertThat(ElasticityMetrics.instability(scaled(DEMAND), scaled(SUPPLY), 20 * 60, 60))
                .isEqualTo(ElasticityMetrics.instability(DEMAND, SUPPLY, 20, 1));
    }

    @Test
    void metricsStayInTheirRanges() {
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < 500; i++) {
            Steps demand = drawn(random);
            Steps supply = drawn(random);
            ElasticityMetrics metrics = ElasticityMetrics.of(demand, supply, 100);
            assertThat(metrics.underShare() + metrics.overShare()).isBetween(0.0, 1 + 1e-9);
            assertThat(metrics.underOfDemand()).isBetween(0.0, metrics.underShare() + 1e-9);
            assertThat(metrics.overOfDemand()).isGreaterThanOrEqualTo(0);
            assertThat(metrics.deviation()).isGreaterThanOrEqualTo(0);
            assertThat(ElasticityMetrics.instability(demand, supply, 100, 1)).isBetween(0.0, 1.0);
            // What is too many less what is too few is what supply has more than demand.
            assertThat(metrics.overArea() - metrics.underArea())
                    .isCloseTo(supply.serverSeconds(100) - demand.serverSeconds(100), within(1e-6));
        }
    }

    @Test
    void demandForNobodyIsRefused() {
        assertThatThrownBy(() -> ElasticityMetrics.of(Steps.of(0), Steps.of(1), 10))
                .hasMessageContaining("demand must be > 0: 0 at second 0.0");
        assertThatThrownBy(() -> new Steps(List.of(new Change(1, 1)))).hasMessageContaining("must begin at second 0");
    }

    private static Steps scaled(Steps steps) {
        return new Steps(steps.changes().stream()
                .map(change -> new Change(60 * change.at(), change.servers()))
                .toList());
    }

    private static Steps drawn(SplittableRandom random) {
        List<Change> changes = new ArrayList<>(List.of(new Change(0, random.nextInt(1, 9))));
        for (int i = random.nextInt(8); i > 0; i--) {
            changes.add(new Change(random.nextDouble(0.1, 120), random.nextInt(1, 9)));
        }
        return new Steps(changes);
    }
}
