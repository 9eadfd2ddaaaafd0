package gavel.driver.qos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShareEstimateTest {
    @Test
    void withoutALateStartTheBoundFollowsFromTheNumberAlone() {
        ShareEstimate none = ShareEstimate.of(List.of(new Batch(100, 0), new Batch(100, 0)));
        assertThat(none.share()).isZero();
        // 1 - 0.05^(1/200).
        assertThat(none.upper()).isCloseTo(0.01487, within(1e-5));
        assertThat(none.lower()).isZero();
        assertThat(none.straddles(0.01)).isTrue();
        assertThat(ShareEstimate.of(List.of(new Batch(300, 0))).surelyBelow(0.01))
                .isTrue();
    }

    @Test
    void lateStartsThatComeTogetherTellLess() {
        ShareEstimate even =
                ShareEstimate.of(List.of(new Batch(1_000, 20), new Batch(1_000, 20), new Batch(1_000, 20)));
        ShareEstimate burst = ShareEstimate.of(List.of(new Batch(1_000, 0), new Batch(1_000, 60), new Batch(1_000, 0)));
        assertThat(even.inflation()).isEqualTo(1);
        // Squares 20² + 40² + 20² = 2,400, over 2 is 1,200; binomial 1,000 · 0.02 · 0.98 = 19.6.
        assertThat(burst.inflation()).isCloseTo(1_200 / 19.6, within(1e-9));
        assertThat(even.surelyAbove(0.01)).isTrue();
        assertThat(burst.straddles(0.01)).isTrue();
        assertThat(burst.share()).isEqualTo(even.share());
    }

    @Test
    void aFewThatComeTogetherByChanceAreSamplesOfTheirOwn() {
        // Two, one and none: squares 3.5 over 0.475 are 7.4, below 11.07 of chi-squared with five degrees.
        assertThat(ShareEstimate.of(batchesOfTen(2, 1, 0, 0, 0, 0)).inflation()).isEqualTo(1);
        // Three at once: 7.5 over 0.475 are 15.8, and that over five.
        assertThat(ShareEstimate.of(batchesOfTen(3, 0, 0, 0, 0, 0)).inflation()).isCloseTo(3.16, within(0.01));
    }

    private static List<Batch> batchesOfTen(int... bad) {
        return Arrays.stream(bad).mapToObj(each -> new Batch(10, each)).toList();
    }

    @Test
    void nothingIsKnownOfNothing() {
        ShareEstimate nothing = ShareEstimate.of(List.of());
        assertThat(nothing.surelyBelow(0.01)).isFalse();
        assertThat(nothing.surelyAbove(0.01)).isFalse();
        assertThatThrownBy(() -> new Batch(1, 2)).hasMessageContaining("2 of 1");
    }

    @Test
    void poolsAddBatchByBatch() {
        assertThat(Batch.sum(List.of(new Batch(1, 0), new Batch(2, 1)), List.of(new Batch(3, 3))))
                .containsExactly(new Batch(4, 3), new Batch(2, 1));
    }
}
