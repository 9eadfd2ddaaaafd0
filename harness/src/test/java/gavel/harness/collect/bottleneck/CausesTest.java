package gavel.harness.collect.bottleneck;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.collect.Collected;
import gavel.harness.collect.Collected.HostUse;
import gavel.harness.collect.Collected.MachineUse;
import gavel.harness.collect.Collected.Silence;
import gavel.harness.collect.InstanceUse;
import gavel.harness.collect.Outside;
import gavel.harness.collect.Power;
import gavel.harness.collect.Sample;
import gavel.harness.collect.Sample.InstanceSample;
import gavel.harness.collect.bottleneck.Cause.Kind;
import gavel.harness.collect.metrics.AppUse;
import gavel.harness.collect.metrics.AppUse.Stretch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

/** A minute of an application server and a database, sampled each second from 5 s before it to 5 s after it. */
class CausesTest {
    private static final long BEGIN = 100_000;

    private final List<Stretch> stretches = new ArrayList<>();
    private double throttled;
    /** Whose quota the database shares with the application server; empty where it has none. */
    private String limitHost = "";

    private double steal;
    private Outside outside = Outside.NONE;
    private List<HostUse> hosts = List.of();
    private IntPredicate stopped = second -> false;
    private IntPredicate sampled = second -> true;

    private List<Cause> causes() {
        return Causes.of(collected());
    }

    private Collected collected() {
        List<Sample> samples = new ArrayList<>();
        for (int s = -5; s <= 65; s++) {
            if (sampled.test(s)) {
                samples.add(new Sample(
                        BEGIN + 1000L * s,
                        0.5,
                        0,
                        1,
                        0,
                        List.of(
                                new InstanceSample("appServers", "app1", 0.4, 0, stopped.test(s)),
                                new InstanceSample("relational", "postgresql", 0.1, 0))));
            }
        }
        MachineUse machine = new MachineUse(2, 0.5, steal, 0, 1, 0, 0, 0, 0, 0, outside, Power.NONE);
        AppUse app = new AppUse(
                List.of(), AppUse.Gc.UNKNOWN, List.of(), List.of(), Map.of(), Map.of(), List.copyOf(stretches));
        return new Collected(
                BEGIN,
                BEGIN + 60_000,
                machine,
                List.of(
                        use("appServers", "app1", throttled, app),
                        use("relational", "postgresql", limitHost.isEmpty() ? 0 : throttled, null)),
                samples,
                List.of(),
                List.of(),
                hosts);
    }

    private InstanceUse use(String tier, String name, double throttled, AppUse app) {
        return new InstanceUse(
                tier,
                name,
                1,
                24,
                2,
                limitHost.isEmpty() ? 0 : 1,
                limitHost,
                throttled,
                0,
                0,
                0,
                0,
                0,
                0,
                10,
                1000,
                app,
                null,
                null);
    }

    private static Stretch stretch(int from, double pauseSeconds) {
        return new Stretch(BEGIN + 1000L * from, BEGIN + 1000L * from + 5_000, pauseSeconds, 3, List.of());
    }

    @Test
    void whatRanHasNoCause() {
        stretches.add(stretch(10, 0.2));
        throttled = 0.02;
        outside = new Outside(0.02, List.of());
        steal = 0.01;
        assertThat(causes()).isEmpty();
    }

    @Test
    void aProcessThatWasStoppedIsToldWithWhenAndHowLong() {
        stopped = second -> second > 31 && second <= 36;
        assertThat(causes()).singleElement().satisfies(cause -> {
            assertThat(cause.kind()).isEqualTo(Kind.STOPPED);
            assertThat(cause.tier()).isEqualTo("appServers");
            assertThat(cause.instance()).isEqualTo("app1");
            assertThat(cause.fromSecond()).isEqualTo(31);
            assertThat(cause.seconds()).isEqualTo(5);
            assertThat(cause.statement())
                    .isEqualTo(
                            "app1's process was stopped for about 5 s, from 31 s of the measurement on (SIGSTOP, a debugger, or a frozen control group).");
        });
    }

    @Test
    void everyStopIsOneAndTheLastMayOutlastTheMeasurement() {
        stopped = second -> second == 10 || second >= 58;
        assertThat(causes()).extracting(Cause::fromSecond).containsExactly(9.0, 57.0);
        assertThat(causes()).extracting(Cause::seconds).containsExactly(1.0, 3.0);
    }

    @Test
    void aStopBeforeTheMeasurementIsNoneOfIt() {
        stopped = second -> second <= 0;
        assertThat(causes()).isEmpty();
    }

    @Test
    void aMachineThatStoodStillIsNotBookedOnAProcess() {
        sampled = second -> second <= 20 || second > 27;
        assertThat(causes()).singleElement().satisfies(cause -> {
            assertThat(cause.kind()).isEqualTo(Kind.NOT_SAMPLED);
            assertThat(cause.instance()).isEmpty();
            assertThat(cause.statement())
                    .startsWith(
                            "No sample was taken for 8.0 s, from 20 s of the measurement on: the machine stood still");
        });
    }

    /** A cable that was out for a minute and more, until after the end; and for some seconds before the measurement. */
    @Test
    void aHostThatDidNotAnswerIsToldWithItsInstances() {
        hosts = List.of(
                new HostUse(
                        "one",
                        MachineUse.UNKNOWN,
                        List.of("app1"),
                        List.of(
                                new Silence(BEGIN - 20_000, BEGIN - 10_000),
                                new Silence(BEGIN + 12_000, BEGIN + 73_000))),
                new HostUse("two", MachineUse.UNKNOWN, List.of("postgresql")));
        assertThat(causes()).singleElement().satisfies(cause -> {
            assertThat(cause.kind()).isEqualTo(Kind.SILENT);
            assertThat(cause.fromSecond()).isEqualTo(12);
            assertThat(cause.seconds()).isEqualTo(48);
            assertThat(cause.statement())
                    .isEqualTo(
                            "No answer from host one (app1) for 48 s, from 12 s of the measurement on: its network was out or the host stood still.");
        });
    }

    @Test
    void whatNoNumberOfUsersBringsAboutIsAnOutage() {
        throttled = 0.3;
        steal = 0.06;
        stretches.add(stretch(30, 2.5));
        assertThat(causes()).hasSize(3);
        assertThat(Causes.outage(collected())).as("work makes these").isEmpty();

        stopped = second -> second == 30;
        assertThat(Causes.outage(collected()).orElseThrow()).startsWith("app1's process was stopped");
        stopped = second -> false;
        sampled = second -> second <= 20 || second > 27;
        assertThat(causes()).hasSize(4);
        assertThat(Causes.outage(collected()))
                .as("a machine without idle time is sampled late")
                .isEmpty();
    }

    @Test
    void aHostThatWasSilentAsPeopleCameIsAnOutageToo() {
        hosts = List.of(new HostUse(
                "one", MachineUse.UNKNOWN, List.of("app1"), List.of(new Silence(BEGIN - 80_000, BEGIN - 20_000))));
        assertThat(causes()).as("of what broke within the measurement").isEmpty();
        assertThat(Causes.outage(collected()))
                .contains(
                        "No answer from host one (app1) for 60 s, before the measurement: its network was out or the host stood still.");
        hosts = List.of(new HostUse(
                "one", MachineUse.UNKNOWN, List.of("app1"), List.of(new Silence(BEGIN - 10_000, BEGIN + 20_000))));
        assertThat(Causes.outage(collected()).orElseThrow())
                .startsWith("No answer from host one (app1) for 20 s, from 0 s of the measurement on");
    }

    @Test
    void pausesForCollectionsThatFillATenthOfSomeSeconds() {
        stretches.addAll(List.of(stretch(0, 0.1), stretch(30, 2.5), stretch(35, 0.7), stretch(40, 0.3)));
        assertThat(causes())
                .extracting(Cause::statement)
                .containsExactly("app1 paused 3.2 s for garbage collection, from 30 s of the measurement on.");
    }

    @Test
    void aQuotaThatHeldItBack() {
        throttled = 0.07;
        assertThat(causes())
                .extracting(Cause::statement)
                .containsExactly("app1 was held back by its CPU quota in 7 % of the quota's periods.");
    }

    @Test
    void aQuotaThatHeldBackAllOfItsHostIsToldOnce() {
        throttled = 0.07;
        limitHost = "one";
        assertThat(causes())
                .extracting(Cause::statement)
                .containsExactly(
                        "Host one (app1, postgresql) was held back by its CPU quota in 7 % of the quota's periods.");
    }

    @Test
    void cpuThatOthersTookEvenBelowWhatForbidsAVerdict() {
        outside = new Outside(0.06, List.of(new Outside.Taker("sshd", 0.05)));
        steal = 0.02;
        assertThat(causes()).singleElement().satisfies(cause -> {
            assertThat(cause.kind()).isEqualTo(Kind.TAKEN);
            assertThat(cause.statement())
                    .isEqualTo(
                            "Processes outside the run took 6 % of the machine (sshd 5 %), and the hypervisor took 2 % of it.");
        });
        outside = new Outside(0.7, List.of());
        assertThat(causes()).as("too much is the bottleneck already").isEmpty();
    }
}
