package gavel.driver.user;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import gavel.driver.profile.OperationKind;
import gavel.driver.record.Collector;
import gavel.driver.stub.MemoryHouse.Twist;
import java.io.IOException;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/**
 * The people of a run, with everything they do and every check, before a house that answers nobody for 2 s in every 30 s. They act at
 * moments that have nothing to do with it, and each is held up once. So of their operations the share that takes longer than x seconds is
 * (2 - x) / 30, which is a hundredth at 1.70 s.
 */
class StallTruthTest {
    private static final long SECOND = VirtualRun.SECOND;
    private static final long PERIOD = 30 * SECOND;
    private static final long STALL = 2 * SECOND;
    private static final int USERS = 600;

    @Test
    void peopleSeeTheStallWhole() throws IOException {
        VirtualRun run = new VirtualRun(USERS, 5);
        run.house.twist(Twist.slow(asked -> {
            long into = asked.atNanos() % PERIOD;
            return into < PERIOD - STALL ? 5 : 5 + (PERIOD - into) / 1_000_000;
        }));
        run.phases(15, 15, 120);
        run.loop.finish(run.timetable.nanoTime());

        Collector collector = new Collector(List.of(run.recorder), OperationKind.values().length);
        collector.drainMeasured();
        Histogram all = new Histogram(3);
        for (OperationKind kind : OperationKind.values()) {
            if (!kind.background()) {
                all.add(collector.response(kind.ordinal()));
            }
        }
        assertThat(all.getTotalCount())
                .as("operations in 120 s, five seconds apart")
                .isBetween(14_000L, 14_800L);
        assertThat(all.getTotalCount()).isEqualTo(run.mainStarts());
        // 14,400 operations: the quantile is known to 1.5 %.
        assertThat((double) all.getValueAtPercentile(99)).isCloseTo(1_700_000, withPercentage(5));
        assertThat(all.getValueAtPercentile(90)).as("nine in ten meet no stall").isLessThan(100_000);
        assertThat(run.said()).isEmpty();
    }
}
