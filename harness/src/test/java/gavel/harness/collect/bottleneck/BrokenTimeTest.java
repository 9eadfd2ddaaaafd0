package gavel.harness.collect.bottleneck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import gavel.driver.api.IntervalReport;
import gavel.driver.api.IntervalReport.OperationInterval;
import gavel.harness.collect.Collected;
import gavel.harness.collect.Collected.MachineUse;
import gavel.harness.collect.InstanceUse;
import gavel.harness.collect.Outside;
import gavel.harness.collect.Power;
import gavel.harness.collect.Sample;
import gavel.harness.collect.Sample.InstanceSample;
import gavel.harness.collect.bottleneck.Bottleneck.Kind;
import gavel.harness.collect.metrics.AppUse;
import gavel.harness.collect.metrics.AppUse.Gc;
import gavel.harness.collect.metrics.AppUse.Pool;
import gavel.harness.collect.metrics.AppUse.Stretch;
import gavel.harness.result.RecordCopy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A measurement of 60 s on two cores, half busy but for its first seconds. */
class BrokenTimeTest {
    private static final int SECONDS = 60;
    private static final Pool CALM = new Pool("requests", 8, 1, 0, 100, 0.1, 0);

    private static IntervalReport second(
            long second, String phase, long completed, long late, long failed, long newsLate) {
        OperationInterval operation = new OperationInterval("Bid", completed, completed, late, failed, 0);
        return new IntervalReport(second, second * 1000, phase, 10, List.of(operation), 100, newsLate, 0, 0, 0);
    }

    private static IntervalReport measured(long second, long late) {
        return second(second, "MEASURE", 100, late, 0, 0);
    }

    /** 3 of 100 operations were late; among 900 held requests they would be three in a thousand. */
    @ParameterizedTest
    @CsvSource({"3, 0, true", "1, 0, false", "0, 9, false", "0, 10, true"})
    void heldRequestsAreLookedAtApart(long late, long heldFailed, boolean broken) {
        IntervalReport second = new IntervalReport(
                1,
                1000,
                "MEASURE",
                10,
                List.of(
                        new OperationInterval("Bid", 100, 100, late, 0, 0),
                        new OperationInterval("NextBid", 900, 900, 0, heldFailed, 0)),
                100,
                0,
                0,
                0,
                0);

        assertThat(BrokenTime.of(List.of(second)).atMillis()).hasSize(broken ? 1 : 0);
    }

    /** The first seconds are {@code busy}, the others half: application 60 %, driver 10 % of the cores in use. */
    private static List<Sample> samples(int first, double busy) {
        return IntStream.rangeClosed(1, SECONDS)
                .mapToObj(s -> sample(s * 1000L + 130, s <= first ? busy : 0.5))
                .toList();
    }

    private static Sample sample(long at, double busy) {
        return new Sample(
                at,
                busy,
                0,
                9,
                0,
                List.of(
                        new InstanceSample("appServers", "app1", 2 * busy * 0.6, 0),
                        new InstanceSample("driver", "driver1", 2 * busy * 0.1, 0)));
    }

    private static Collected collected(List<Sample> samples, Gc gc, List<Pool> pools, List<Stretch> stretches) {
        AppUse app = new AppUse(List.of(), gc, pools, List.of(), Map.of(), Map.of(), stretches);
        return new Collected(
                0,
                SECONDS * 1000,
                new MachineUse(2, 0.55, 0, 0, 4, 0, 0, 0, 0, 0, Outside.NONE, Power.NONE),
                List.of(use("appServers", "app1", 40, app), use("driver", "driver1", 7, null)),
                samples,
                List.of(),
                List.of());
    }

    private static InstanceUse use(String tier, String name, double cpu, AppUse app) {
        return new InstanceUse(tier, name, 1, cpu, cpu / 10, 0, "", 0, 0, 0, 0, 0, 0, 0, 10, 1000, app, null, null);
    }

    private static Bottleneck find(Collected collected, long... brokenSeconds) {
        List<Long> at = LongStream.of(brokenSeconds).map(s -> s * 1000).boxed().toList();
        return Bottlenecks.find(collected, new BrokenTime(at), "driver");
    }

    /** On average 0.67 cores of 2 by the server, in its first seconds 1.2: the host that was 40 % busy was 72 % then. */
    @Test
    void aHostWasAsBusyAsItsInstancesTell() {
        List<Sample> samples = IntStream.range(0, SECONDS)
                .mapToObj(second -> sample(second * 1000L, second < 10 ? 1 : 0.5))
                .toList();
        Collected one = collected(samples, new Gc(0.1, 12, 0.05, 1, 10), List.of(CALM), List.of());
        Collected several = RecordCopy.with(
                one,
                "hosts",
                List.of(
                        new Collected.HostUse("a", one.machine().busy(0.4), List.of("app1")),
                        new Collected.HostUse("idle", one.machine().busy(0.1), List.of("none"))));

        List<Collected.HostUse> then =
                new BrokenTime(List.of(0L, 1000L, 2000L)).narrow(several).hosts();

        assertThat(then.getFirst().machine().cpuBusyShare()).isCloseTo(0.4 * 1.2 / (40.0 / SECONDS), within(1e-9));
        assertThat(then.getLast().machine().cpuBusyShare()).isEqualTo(0.1);
    }

    @Test
    void theSecondsAreThoseInWhichMoreThanOnePercentWasLateOrFailed() {
        List<IntervalReport> intervals = new ArrayList<>();
        intervals.add(second(1, "WARM_UP", 100, 50, 0, 0));
        intervals.add(measured(2, 2));
        intervals.add(measured(3, 1));
        intervals.add(second(4, "MEASURE", 100, 0, 2, 0));
        intervals.add(second(5, "MEASURE", 100, 0, 0, 2));
        intervals.add(second(6, "MEASURE", 0, 0, 0, 0));
        intervals.add(second(7, "HOLD", 100, 50, 0, 0));
        assertThat(BrokenTime.of(intervals).atMillis())
                .as("2 late, 4 failed, 5 late news; one of a hundred is allowed")
                .containsExactly(2000L, 4000L, 5000L);
    }

    @Test
    void aPoolThatIsFullBecauseTheCpuWasSpentIsAConsequence() {
        Pool full = new Pool("requests", 8, 8, 269, 1000, 65, 0);
        Collected collected = collected(samples(6, 0.9), Gc.UNKNOWN, List.of(full), List.of());
        assertThat(Bottlenecks.find(collected, BrokenTime.NONE, "driver").kind())
                .as("the mean over a minute hides six seconds")
                .isEqualTo(Kind.POOL);
        Bottleneck found = find(collected, 1, 2, 3, 4, 5, 6);
        assertThat(found.kind()).isEqualTo(Kind.MACHINE_CPU);
        assertThat(found.tier()).isEqualTo("appServers");
        assertThat(found.statement()).contains("90 % busy (2 cores)").contains("54 % of the machine");
        assertThat(found.evidence()).startsWith("over the 6 s of 60 s in which limits broke");
    }

    @Test
    void aPoolThatWasFullAtAnotherTimeIsNotTheCause() {
        Pool full = new Pool("requests", 8, 8, 30, 100, 55, 0);
        List<Stretch> stretches =
                List.of(new Stretch(0, 10_000, 0, 0, List.of(full)), new Stretch(10_000, 60_000, 0, 0, List.of(CALM)));
        Collected collected = collected(samples(0, 0), Gc.UNKNOWN, List.of(full.plus(CALM)), stretches);
        assertThat(find(collected, 40, 41).kind()).isEqualTo(Kind.NONE);
        assertThat(find(collected, 4, 5).kind()).isEqualTo(Kind.POOL);
        assertThat(find(collected, 4, 5).evidence())
                .as("figures of that time alone")
                .contains("8 of 8 in use, up to 30 waiting", "55.0 ms mean wait, 0 requests got none");
    }

    @Test
    void aCollectorThatStoodStillOnlyThen() {
        List<Stretch> stretches = List.of(
                new Stretch(0, 10_000, 2, 20, List.of(CALM)), new Stretch(10_000, 60_000, 0.1, 3, List.of(CALM)));
        Gc gc = new Gc(2.1, 23, 0.4, 100, 512);
        Collected collected = collected(samples(0, 0), gc, List.of(CALM), stretches);
        assertThat(Bottlenecks.find(collected, BrokenTime.NONE, "driver").kind())
                .as("2.1 s of 60 s are below a tenth")
                .isEqualTo(Kind.NONE);
        Bottleneck found = find(collected, 2, 3, 4, 5);
        assertThat(found.kind()).isEqualTo(Kind.GARBAGE_COLLECTION);
        assertThat(found.statement()).contains("20 % of the time");
    }

    @Test
    void usesOfThatTimeAreSummedFromItsSamples() {
        Collected whole = collected(samples(6, 0.9), Gc.UNKNOWN, List.of(CALM), List.of());
        Collected then = new BrokenTime(List.of(1000L, 2000L)).narrow(whole);
        assertThat(then.seconds()).isEqualTo(2);
        assertThat(then.machine().cpuBusyShare()).isCloseTo(0.9, within(1e-9));
        assertThat(then.machine().runnableMean()).isEqualTo(9);
        assertThat(then.instances().getFirst().cpuSeconds())
                .as("two seconds of 2 x 0.9 x 0.6 cores")
                .isCloseTo(2.16, within(1e-9));
        assertThat(then.instances().getFirst().cpuSystemSeconds())
                .as("as much of it system time as over the whole")
                .isCloseTo(0.216, within(1e-9));
    }

    @Test
    void withoutASampleNearbyTheWholeMeasurementIsLookedAt() {
        Collected whole = collected(samples(6, 0.9), Gc.UNKNOWN, List.of(CALM), List.of());
        assertThat(BrokenTime.NONE.narrow(whole)).isSameAs(whole);
        assertThat(new BrokenTime(List.of(90_000L)).narrow(whole)).isSameAs(whole);
    }

    @Test
    void twoSecondsDoNotShareASample() {
        Collected whole = collected(List.of(sample(1500, 0.9)), Gc.UNKNOWN, List.of(CALM), List.of());
        assertThat(new BrokenTime(List.of(1000L, 2000L)).narrow(whole).seconds())
                .isEqualTo(1);
    }

    /** Of four hours the second half: 7,200 s of 2 x 0.9 x 0.6 cores, whose samples and intervals stand for two seconds each. */
    @Test
    void ofARunOfHoursEachSampleCountsForTheSecondsItStandsFor() {
        List<Sample> samples = IntStream.rangeClosed(1, 14_400)
                .mapToObj(s -> sample(s * 1000L + 130, s <= 7_200 ? 0.5 : 0.9))
                .toList();
        Collected hour = collected(List.of(), Gc.UNKNOWN, List.of(CALM), List.of());
        Collected whole =
                new Collected(0, 14_400_130, hour.machine(), hour.instances(), samples, List.of(), List.of()).bounded();
        List<Long> broken = LongStream.rangeClosed(3_601, 7_200)
                .mapToObj(point -> 2_000 * point)
                .toList();

        Collected then = new BrokenTime(broken).narrow(whole);

        assertThat(then.seconds()).isEqualTo(7_200);
        assertThat(then.machine().cpuBusyShare()).isCloseTo(0.9, within(1e-9));
        assertThat(then.instances().getFirst().cpuSeconds()).isCloseTo(7_200 * 1.08, within(1e-6));
    }
}
