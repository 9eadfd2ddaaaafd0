package gavel.harness.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import gavel.harness.collect.Collected.MachineUse;
import gavel.harness.collect.Sample.InstanceSample;
import gavel.harness.collect.bottleneck.Cause;
import gavel.harness.collect.bottleneck.Causes;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An instance that is sampled each second; the measurement begins after a minute. */
class SampleCourseTest {
    private static final long BEGIN = 60_000;

    private static Collected collected(int seconds, IntFunction<Sample> sample) {
        return new Collected(
                BEGIN,
                1_000L * seconds,
                MachineUse.UNKNOWN,
                List.of(new InstanceUse(
                        "appServers", "app1", 1, 9, 1, 0, "", 0, 0, 0, 0, 0, 0, 0, 0, 0, null, null, null)),
                IntStream.rangeClosed(1, seconds).mapToObj(sample).toList(),
                List.of(),
                List.of());
    }

    private static Sample sample(int second, boolean stopped) {
        // By turns, so that a mean of any even number of them is the mean of all.
        boolean odd = second % 2 == 1;
        return new Sample(
                1_000L * second,
                odd ? 0.2 : 0.4,
                0.1,
                odd ? 2 : 4,
                second,
                List.of(new InstanceSample("appServers", "app1", odd ? 1 : 3, second, stopped)),
                Outside.of(odd ? 0.1 : 0.3, Map.of("make", odd ? 0.1 : 0.3), 0.5));
    }

    @ParameterizedTest
    @CsvSource({"7200, 7200, 1", "7201, 3601, 2", "14400, 7200, 2", "86400, 5400, 16", "604800, 4726, 128"})
    void eachStandsForMoreSecondsTheLongerARunIs(int seconds, int samples, int each) {
        Collected bounded = collected(seconds, second -> sample(second, false)).bounded();

        // Two groups end early where the measurement does.
        assertThat(bounded.samples()).hasSizeBetween(samples, samples + 2);
        assertThat(bounded.sampleSeconds()).isEqualTo(each);
        assertThat(bounded.samples().getLast().atMillis()).isEqualTo(1_000L * seconds);
    }

    @Test
    void sharesAreMeansAndMemoryIsTheMost() {
        Collected bounded = collected(14_400, second -> sample(second, false)).bounded();

        Sample one = bounded.samples().get(3_600);
        assertThat(one.atMillis()).isEqualTo(7_202_000);
        assertThat(one.cpuBusyShare()).isCloseTo(0.3, within(1e-9));
        assertThat(one.stealShare()).isCloseTo(0.1, within(1e-9));
        assertThat(one.runnable()).isEqualTo(3);
        assertThat(one.memoryUsedBytes()).isEqualTo(7_202);
        assertThat(one.instances()).containsExactly(new InstanceSample("appServers", "app1", 2, 7_202));
        assertThat(one.outside().share()).isCloseTo(0.2, within(1e-9));
        assertThat(one.outside().processes()).extracting(Outside.Taker::command).containsExactly("make");
    }

    @Test
    void noneReachesFromBeforeTheMeasurementIntoIt() {
        assertThat(collected(86_400, second -> sample(second, false)).bounded().samples())
                .extracting(Sample::atMillis)
                .startsWith(16_000L, 32_000L, 48_000L, BEGIN, BEGIN + 16_000);
    }

    @Test
    void aStopOfThreeSecondsStaysOneOfThreeSeconds() {
        Collected bounded = collected(86_400, second -> sample(second, second > 40_000 && second <= 40_003))
                .bounded();

        assertThat(Causes.of(bounded)).singleElement().satisfies(cause -> {
            assertThat(cause.kind()).isEqualTo(Cause.Kind.STOPPED);
            assertThat(cause.fromSecond()).isEqualTo(39_940);
            assertThat(cause.seconds()).isEqualTo(3);
            assertThat(cause.statement()).contains("for about 3 s, from 39940 s");
        });
    }

    /** Also where it is shorter than a sample of a whole day stands for, which is 16 s. */
    @ParameterizedTest
    @CsvSource({"28800, 20000, 60", "86400, 40000, 10"})
    void aGapIsToldAsLongAsItWas(int seconds, int from, int missing) {
        Collected whole = collected(seconds, second -> sample(second < from ? second : second + missing, false));

        assertThat(Causes.of(whole.bounded())).singleElement().satisfies(cause -> {
            assertThat(cause.kind()).isEqualTo(Cause.Kind.NOT_SAMPLED);
            assertThat(cause.seconds()).isEqualTo(missing + 1);
        });
    }
}
