package gavel.auction.problem;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class TraceBudgetTest {
    @Test
    void oneTraceASecondIsLogged() {
        long begun = Long.MAX_VALUE - 10; // the clock may begin anywhere, and pass its end
        TraceBudget traces = new TraceBudget(begun);
        long second = Duration.ofSeconds(1).toNanos();

        assertThat(traces.take(begun)).isTrue();
        assertThat(traces.take(begun)).isFalse();
        assertThat(traces.take(begun + second - 1)).isFalse();
        assertThat(traces.take(begun + second)).isTrue();
        assertThat(traces.take(begun + second)).isFalse();
    }
}
