package gavel.harness.platform.local.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import gavel.harness.collect.Collected.MachineUse;
import gavel.harness.collect.Instance;
import gavel.harness.collect.InstanceUse;
import gavel.harness.collect.Outside;
import gavel.harness.collect.Sample;
import gavel.harness.collect.Sample.InstanceSample;
import gavel.harness.collect.metrics.DatabaseStatistics;
import gavel.harness.collect.metrics.PrometheusPage;
import gavel.harness.platform.local.collect.MeasuredEnds.End;
import gavel.harness.platform.local.collect.MeasuredEnds.Peak;
import gavel.harness.platform.local.proc.MachineStat;
import gavel.harness.platform.local.proc.ProcessDetail;
import gavel.harness.platform.local.proc.ProcessStat;
import gavel.harness.platform.local.proc.Throttling;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Ten seconds on two cores, from second 10 to 20 of a collector that ran from 1 to 30. */
class MeasuredEndsTest {
    private static final Instance APP = Instance.of("appServers", "app1", 10).limitedTo(0.5, "app1");

    private final End begin = end(10_000, 1000, 0, 500, new ProcessDetail(100, 200, 30, 4, 0), new Throttling(10, 2));
    private final End end = end(20_000, 2500, 300, 900, new ProcessDetail(150, 150, 90, 4, 77), new Throttling(30, 7));

    private static End end(long at, long busy, long ioWait, long cpu, ProcessDetail detail, Throttling throttling) {
        MachineStat machine = new MachineStat(busy, 0, 4000 - busy - ioWait + at / 5, ioWait, 0, 3, 2, 1000, 400);
        Sampler.Usage usage = new Sampler.Usage(cpu, cpu / 4, 5000, List.of(10L, 11L), false);
        ProcessStat app = new ProcessStat(10, 1, "java", 'S', false, cpu, cpu, cpu / 4, 5, 2);
        CpuAccount account = new CpuAccount(machine, Map.of(10L, app), Map.of(10L, List.of(app)), 1);
        return new End(
                new Sampler.Reading(at * 1_000_000, at, account, Map.of("app1", usage)),
                Map.of("app1", detail),
                Map.of("app1", throttling),
                Map.of(),
                at == 10_000 ? Map.of("lo", 7 * at, "veth1", 5_000_000_000L) : Map.of("lo", 7 * at, "veth2", 1_000L));
    }

    /** Memory and tasks grow by the second, so a sample from outside would show. */
    private static List<Sample> samples() {
        return LongStream.rangeClosed(1, 30)
                .mapToObj(s -> new Sample(
                        s * 1000,
                        0.5,
                        0,
                        (int) s,
                        s * 100,
                        List.of(new InstanceSample("appServers", "app1", 0.4, 1000 * s)),
                        Outside.of(0.5, Map.of(s > 10 && s <= 20 ? "stress-ng" : "earlier", 0.5))))
                .toList();
    }

    private MeasuredEnds measured(Map<String, List<PrometheusPage>> pages, Map<String, Peak> peaks) {
        return new MeasuredEnds(
                begin,
                end,
                samples(),
                new MeasuredEnds.Read(pages, Map.of(), List.of(190.0, 260.0, 180.0), List.of(0.7, 1.1)),
                peaks);
    }

    @Test
    void theMachineIsTheDifferenceOfItsCounters() {
        MachineUse machine = measured(Map.of(), Map.of()).machine();
        assertThat(machine.cores()).isEqualTo(2);
        assertThat(machine.cpuBusyShare()).as("1500 of 2000 ticks").isCloseTo(0.75, within(1e-9));
        assertThat(machine.ioWaitShare()).as("300 of 2000 ticks").isCloseTo(0.15, within(1e-9));
        assertThat(machine.networkBytes())
                .as("of interfaces that stay and come")
                .isEqualTo(71_000);
        assertThat(machine.memoryLatencyNanos()).as("median").isEqualTo(190);
        assertThat(machine.arithmeticNanos()).as("mean").isCloseTo(0.9, within(1e-9));
    }

    @Test
    void ofWhatOthersTookTheEndsTellHowMuchAndTheSamplesWhoItWas() {
        assertThat(measured(Map.of(), Map.of()).machine().outside().words())
                .as("1500 ticks, 400 of them the application's, of 2000")
                .isEqualTo("55 % of the machine (stress-ng 50 %)");
    }

    /** An action killed it: of 1500 ticks its instance has 300, which are no other's, and 1200 of 2000 are. */
    @Test
    void whatAServerUsedBeforeItEndedWasNotTakenByOthers() {
        CpuAccount account = new CpuAccount(end.reading().machine(), Map.of(), Map.of(10L, List.of()), 1);
        Sampler.Usage usage = new Sampler.Usage(800, 200, 0, List.of(), false);
        End killed = new End(
                new Sampler.Reading(20_000_000_000L, 20_000, account, Map.of("app1", usage)),
                end.details(),
                end.throttling(),
                Map.of(),
                end.networkBytes());
        Outside outside = new MeasuredEnds(
                        begin,
                        killed,
                        samples(),
                        new MeasuredEnds.Read(Map.of(), Map.of(), List.of(), List.of()),
                        Map.of())
                .machine()
                .outside();
        assertThat(outside.share()).isCloseTo(0.6, within(1e-9));
        assertThat(outside.own()).isCloseTo(0.15, within(1e-9));
    }

    @Test
    void aSampleThatCoversLongerSaysMoreAboutWhoItWas() {
        Outside first = Outside.of(0.6, Map.of("stress-ng", 0.6));
        Outside second = Outside.of(0.2, Map.of("sshd", 0.2));
        assertThat(Outside.mean(List.of(first, second), List.of(3.0, 1.0)).words())
                .isEqualTo("50 % of the machine (stress-ng 45 %, sshd 5 %)");
    }

    @Test
    void samplesFromOutsideTheMeasurementDoNotCount() {
        MachineUse machine = measured(Map.of(), Map.of()).machine();
        assertThat(machine.runnableMean()).as("mean of 11..20").isEqualTo(15.5);
        assertThat(machine.memoryUsedMaxBytes()).isEqualTo(2000);
        assertThat(measured(Map.of(), Map.of()).use(APP).rssMaxBytes())
                .as("second 20, not 30")
                .isEqualTo(20_000);
    }

    @Test
    void anInstanceIsTheDifferenceOfItsReadings() {
        InstanceUse use = measured(Map.of(), Map.of("app1", new Peak(42, 1000))).use(APP);
        assertThat(use.cpuSeconds()).as("400 ticks").isEqualTo(4);
        assertThat(use.cpuSystemSeconds()).isEqualTo(1);
        assertThat(use.cpuLimit()).isEqualTo(0.5);
        assertThat(use.throttledShare()).as("5 of 20 periods").isEqualTo(0.25);
        assertThat(use.processes()).isEqualTo(2);
        assertThat(use.readBytes()).isEqualTo(50);
        assertThat(use.voluntarySwitches()).isEqualTo(60);
        assertThat(use.pssBytes()).as("at the end").isEqualTo(77);
        assertThat(use.descriptorsMax()).isEqualTo(42);
        assertThat(use.descriptorLimit()).isEqualTo(1000);
    }

    @Test
    void countersThatWereLostWithTheirProcessAreNeverNegative() {
        assertThat(measured(Map.of(), Map.of()).use(APP).writtenBytes())
                .as("200 before, 150 after")
                .isZero();
    }

    @Test
    void whatWasNotReadIsAbsentAndNotZero() {
        InstanceUse use = measured(Map.of("app1", List.of(PrometheusPage.EMPTY)), Map.of())
                .use(APP);
        assertThat(use.app()).as("one page only").isNull();
        assertThat(use.database()).isNull();
    }

    @Test
    void aDatabaseReadAtOneEndOnlyHasNoStatistics() {
        End withStatistics = new End(
                end.reading(),
                end.details(),
                end.throttling(),
                Map.of("app1", new DatabaseStatistics("18", Map.of(), Map.of("commits", 5L), List.of())),
                Map.of());
        InstanceUse use = new MeasuredEnds(
                        begin,
                        withStatistics,
                        samples(),
                        new MeasuredEnds.Read(Map.of(), Map.of(), List.of(), List.of()),
                        Map.of())
                .use(APP);
        assertThat(use.database()).isNull();
    }

    @Test
    void aPeakKeepsTheLimitOfTheProcessThatHadMostOpen() {
        assertThat(new Peak(5, 100).max(new Peak(9, 50))).isEqualTo(new Peak(9, 50));
        assertThat(new Peak(9, 50).max(new Peak(5, 100))).isEqualTo(new Peak(9, 50));
    }
}
