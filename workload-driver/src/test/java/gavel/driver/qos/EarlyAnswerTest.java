package gavel.driver.qos;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.profile.OperationKind;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class EarlyAnswerTest {
    private static final List<Batch> NO_NEWS = List.of();

    @Test
    void nothingLateAmongManyIsBeyondDoubt() {
        assertThat(EarlyAnswer.known(List.of(home(1_000, 0, 0, 0)), NO_NEWS)).isTrue();
    }

    @Test
    void nothingLateAmongFewIsNot() {
        // Six batches of 40: 240 starts, and 2.7 / (240 + 2.7) is more than one in a hundred.
        assertThat(EarlyAnswer.known(List.of(home(40, 0, 0, 0)), NO_NEWS)).isFalse();
    }

    @Test
    void nearTheLimitItGoesOn() {
        assertThat(EarlyAnswer.known(List.of(home(1_000, 10, 10, 0)), NO_NEWS)).isFalse();
        assertThat(EarlyAnswer.known(List.of(home(1_000, 9, 9, 0)), NO_NEWS)).isFalse();
    }

    @Test
    void farAboveItsLimitTheServerHasFailed() {
        assertThat(EarlyAnswer.known(List.of(home(1_000, 50, 50, 0)), NO_NEWS)).isTrue();
    }

    @Test
    void whereOnlyTheDriverWasLateNothingIsKnownYet() {
        assertThat(EarlyAnswer.known(List.of(home(1_000, 50, 2, 0)), NO_NEWS)).isFalse();
    }

    @Test
    void failuresAndNewsCanStillTurnAPass() {
        assertThat(EarlyAnswer.known(List.of(home(1_000, 5, 5, 5)), NO_NEWS)).isFalse();
        assertThat(EarlyAnswer.known(List.of(home(1_000, 0, 0, 0)), Collections.nCopies(6, new Batch(1_000, 12))))
                .isFalse();
    }

    @Test
    void withoutAStartNothingIsKnown() {
        assertThat(EarlyAnswer.known(List.of(), NO_NEWS)).isFalse();
    }

    private static OperationSample home(long starts, long late, long lateService, long failed) {
        return new OperationSample(
                OperationKind.HOME,
                2_000,
                Collections.nCopies(6, new Batch(starts, late)),
                Collections.nCopies(6, new Batch(starts, lateService)),
                Collections.nCopies(6, new Batch(starts, failed)),
                0);
    }
}
