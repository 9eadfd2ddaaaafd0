package gavel.harness.isolate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import gavel.harness.isolate.CapacityIsolation.Point;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class IsolationTest {
    /** (10 + 30 + 120) / (100 + 200 + 300) = 160/600 more time for 0.375 more load: 160/600 / 0.375 = 32/45. */
    @Test
    void responseTimesThatGrowWithTheLoad() {
        assertThat(QualityIsolation.index(List.of(100.0, 200.0, 300.0), List.of(110.0, 230.0, 420.0), 0.375))
                .isCloseTo(32 / 45.0, within(1e-12));
        assertThat(QualityIsolation.index(List.of(100.0), List.of(100.0), 0.5)).isZero();
        assertThatThrownBy(() -> QualityIsolation.index(List.of(1.0), List.of(1.0), 0))
                .hasMessageContaining("load must grow: 0.0");
        assertThatThrownBy(() -> QualityIsolation.index(List.of(1.0), List.of(), 1))
                .hasMessageContaining("same tenants: 1 and 0");
    }

    /**
     * Capacity 100, which is all there at a disruptor's load of 100, 40 at 200 and 0 at 260. Without isolation nothing is left at
     * 100 + 100 = 200. Base: 40/100. End: (260 − 100)/100 − 1. Until 200 the area is (100 + 40)/2 × 100 = 7,000 and without isolation
     * 100²/2 = 5,000: 2,000/5,000. Until 300 it is 7,000 + 40 × 60/2 = 8,200, at best 100 × 200 = 20,000: 3,200/15,000.
     */
    @Test
    void capacityThatFallsWithTheDisruptor() {
        CapacityIsolation isolation =
                CapacityIsolation.of(List.of(new Point(100, 100), new Point(200, 40), new Point(260, 0)), 300);
        assertThat(isolation.base()).isCloseTo(0.4, within(1e-12));
        assertThat(isolation.end()).isCloseTo(0.6, within(1e-12));
        assertThat(isolation.integral()).isCloseTo(0.4, within(1e-12));
        assertThat(isolation.free()).isCloseTo(3_200 / 15_000.0, within(1e-12));
    }

    @Test
    void perfectIsolationIsOneAndNoneIsNought() {
        CapacityIsolation perfect = CapacityIsolation.of(List.of(new Point(50, 100), new Point(400, 100)), 400);
        assertThat(perfect.base()).isEqualTo(1);
        assertThat(perfect.end()).isNull();
        assertThat(perfect.integral()).isEqualTo(1);
        assertThat(perfect.free()).isEqualTo(1);
        CapacityIsolation none = CapacityIsolation.of(List.of(new Point(50, 100), new Point(150, 0)), 400);
        assertThat(none).isEqualTo(new CapacityIsolation(0, 0.0, 0, 0));
        assertThatThrownBy(() -> CapacityIsolation.of(List.of(new Point(50, 100), new Point(150, 0)), 149))
                .hasMessageContaining("150.0: 149.0");
        assertThatThrownBy(() -> CapacityIsolation.of(List.of(new Point(50, 100), new Point(50, 0)), 150))
                .hasMessageContaining("must rise");
    }

    /** One of twenty has nothing: 19² / (20 × 19) = 0.95. */
    @Test
    void fairnessHidesTheOneWhoStarves() {
        List<Double> shares = new ArrayList<>(Collections.nCopies(19, 1.0));
        assertThat(Fairness.jain(shares)).isCloseTo(1, within(1e-12));
        shares.add(0.0);
        assertThat(Fairness.jain(shares)).isCloseTo(0.95, within(1e-12));
        assertThat(Fairness.jain(List.of(7.0, 0.0, 0.0, 0.0))).isEqualTo(0.25);
        assertThatThrownBy(() -> Fairness.jain(List.of(0.0, 0.0)))
                .hasMessageContaining("one share at least must be > 0");
        assertThatThrownBy(() -> Fairness.jain(List.of(1.0, -1.0))).hasMessageContaining("must be >= 0");
    }
}
