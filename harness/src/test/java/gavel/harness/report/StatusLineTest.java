package gavel.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.IntervalReport;
import gavel.driver.api.IntervalReport.OperationInterval;
import gavel.harness.collect.Sample;
import gavel.harness.collect.Sample.InstanceSample;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StatusLineTest {
    private static final StatusLine LINE =
            new StatusLine(Map.of("Home", 2000L, "UploadImage", 5000L, "NextBid", 40_000L), 100);
    private static final Sample SAMPLE = new Sample(
            1,
            0.87,
            0,
            3,
            0,
            List.of(
                    new InstanceSample("appServers", "app1", 0.5, 0),
                    new InstanceSample("appServers", "app2", 0.4, 0),
                    new InstanceSample("relational", "postgres", 0.3, 0)));

    private static IntervalReport interval(long failed, OperationInterval... operations) {
        return new IntervalReport(42, 0, "WARM_UP", 100, List.of(operations), 0, 0, 0, 0, failed);
    }

    @Test
    void tellsTheOperationNearestToItsLimitNotTheSlowest() {
        String line = LINE.render(
                interval(
                        0,
                        new OperationInterval("Home", 30, 30, 0, 0, 900_000),
                        new OperationInterval("UploadImage", 12, 12, 0, 0, 1_500_000),
                        new OperationInterval("NextBid", 8, 8, 0, 0, 30_000_000)),
                SAMPLE,
                0);
        assertThat(line)
                .isEqualTo(
                        "  42/100 s warm up      100 users      42 ops/s  Home p99 900 ms of 2 s  CPU 87 % (app servers 0.90,"
                                + " relational 0.30 cores)");
    }

    @Test
    void aPercentileComesBeforeTheLargestOfAFewWhichIsNamedSo() {
        OperationInterval few = new OperationInterval("Home", 3, 3, 0, 0, -1, 1_900_000);
        OperationInterval many = new OperationInterval("UploadImage", 300, 300, 0, 0, 100_000, 4_900_000);

        assertThat(LINE.render(interval(0, few, many), Sample.NONE, 0)).endsWith("UploadImage p99 100 ms of 5 s");
        assertThat(LINE.render(interval(0, few), Sample.NONE, 0)).endsWith("Home max 1.90 s of 2 s");
    }

    @Test
    void failuresAreShownWhenThereAreSome() {
        String line = LINE.render(interval(0, new OperationInterval("Home", 3, 3, 0, 2, 1000)), SAMPLE, 0);
        assertThat(line).contains("2 failed");
    }

    @Test
    void withoutSamplesItStillSaysWhatItKnows() {
        String line = LINE.render(interval(0, new OperationInterval("Home", 0, 0, 0, 0, -1)), Sample.NONE, 0);
        assertThat(line).isEqualTo("  42/100 s warm up      100 users       0 ops/s");
    }

    @Test
    void oneUserIsNotSeveral() {
        IntervalReport one = new IntervalReport(42, 0, "WARM_UP", 1, List.of(), 0, 0, 0, 0, 0);
        assertThat(LINE.render(one, Sample.NONE, 0)).isEqualTo("  42/100 s warm up        1 user        0 ops/s");
        assertThat(LINE.render(one, Sample.NONE, 40)).isEqualTo("42/100 s warm up  1 user  0 ops/s");
    }

    @Test
    void aLoadWhoseEndNobodyKnowsShowsNone() {
        assertThat(new StatusLine(Map.of(), 0).render(interval(0), Sample.NONE, 0))
                .startsWith("  42 s warm up ");
    }

    @Test
    void theCounterNeverRunsPastItsEndAndTheHoldSaysWhatItWaitsFor() {
        assertThat(LINE.render(at(105, "RAMP_DOWN"), Sample.NONE, 0)).startsWith(" 100/100 s last answers ");
        assertThat(LINE.render(at(92, "HOLD"), Sample.NONE, 0)).startsWith("  92/100 s last answers ");
        assertThat(LINE.render(at(100, "RAMP_DOWN"), Sample.NONE, 0)).startsWith(" 100/100 s ramp down ");
    }

    private static IntervalReport at(long second, String phase) {
        return new IntervalReport(second, 0, phase, 100, List.of(), 0, 0, 0, 0, 0);
    }

    @Test
    void fitsTheTerminalAndLeavesOutWhatMattersLeast() {
        IntervalReport busy = interval(0, new OperationInterval("UploadImage", 1200, 1200, 3, 3, 4_100_000));

        assertThat(LINE.render(busy, SAMPLE, 200)).endsWith("(app servers 0.90, relational 0.30 cores)");
        assertThat(LINE.render(busy, SAMPLE, 120))
                .isEqualTo(
                        "42/100 s warm up  100 users  1,200 ops/s  UploadImage p99 4.10 s of 5 s  3 failed  CPU 87 %");
        assertThat(LINE.render(busy, SAMPLE, 80))
                .isEqualTo("42/100 s warm up  100 users  1,200 ops/s  3 failed  CPU 87 %");
        assertThat(LINE.render(busy, SAMPLE, 40)).isEqualTo("42/100 s warm up  100 users  1,200 ops/");
        for (int width = 30; width < 160; width++) {
            assertThat(LINE.render(busy, SAMPLE, width)).hasSizeLessThan(width);
        }
    }
}
