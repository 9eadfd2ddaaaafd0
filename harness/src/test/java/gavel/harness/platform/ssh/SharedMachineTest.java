package gavel.harness.platform.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import gavel.harness.collect.Collected.MachineUse;
import gavel.harness.collect.Outside;
import gavel.harness.collect.Outside.Taker;
import gavel.harness.collect.Power;
import gavel.harness.collect.Sample;
import gavel.harness.collect.Sample.InstanceSample;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Several hosts of a configuration that are one machine: containers of it, each of which sees the whole. */
class SharedMachineTest {
    private static final Offset<Double> EXACTLY = within(1e-12);

    private static MachineUse use(double busy, double outside, Power power) {
        return new MachineUse(
                4,
                busy,
                0.1,
                0.2,
                3,
                8_000,
                1_000,
                70,
                90,
                0.5,
                new Outside(outside, List.of(new Taker("java", outside)), busy - outside),
                power);
    }

    private static Sample sample(long at, double busy, double outside, int runnable, String instance) {
        return new Sample(
                at,
                busy,
                0.1,
                runnable,
                1_000,
                List.of(new InstanceSample("appServers", instance, 0.5, 100)),
                new Outside(outside, List.of(), busy - outside));
    }

    @Test
    void aHostThatHasItsMachineToItselfIsLeftAsItIs() {
        MachineUse alone = use(0.6, 0.2, Power.NONE);
        assertThat(SharedMachine.of(List.of(alone))).isSameAs(alone);
        Sample second = sample(1_000, 0.6, 0.2, 3, "app1");
        assertThat(SharedMachine.second(List.of(second))).isSameAs(second);
    }

    /** Of 60 % one knows 40 points as its own and the other 15: 5 are left that are nobody's. */
    @Test
    void whatAnotherHostDoesIsNotForeign() {
        MachineUse whole = SharedMachine.of(List.of(use(0.6, 0.2, Power.NONE), use(0.6, 0.45, Power.NONE)));
        assertThat(whole.cpuBusyShare()).isCloseTo(0.6, EXACTLY);
        assertThat(whole.outside().share()).isCloseTo(0.6 - 0.4 - 0.15, EXACTLY);
        assertThat(whole.outside().processes())
                .as("a process of another host is no stranger, and cannot be told from one")
                .isEmpty();
    }

    /** Of 60 % 10 points are interrupts, and hosts know 30 and 10 as their own: 10 are left, and not 60 - 40 - 20 = 0. */
    @Test
    void interruptsHideNoForeignLoadHoweverManyHostsSeeThem() {
        Outside first = new Outside(0.2, List.of(), 0.3);
        Outside other = new Outside(0.4, List.of(), 0.1);
        MachineUse whole = SharedMachine.of(List.of(
                use(0.6, 0, Power.NONE).beside(first), use(0.6, 0, Power.NONE).beside(other)));
        assertThat(whole.outside().share()).isCloseTo(0.1, EXACTLY);
        assertThat(whole.outside().own()).isCloseTo(0.4, EXACTLY);

        Sample second = SharedMachine.second(List.of(
                new Sample(1_000, 0.6, 0, 3, 1_000, List.of(), first),
                new Sample(1_000, 0.6, 0, 3, 1_000, List.of(), other)));
        assertThat(second.outside().share()).isCloseTo(0.1, EXACTLY);
    }

    /** They look at slightly different moments, so the parts may be more than the whole. */
    @Test
    void foreignIsNeverLessThanNothing() {
        assertThat(SharedMachine.of(List.of(use(0.5, 0, Power.NONE), use(0.6, 0.1, Power.NONE)))
                        .outside()
                        .share())
                .isZero();
    }

    @Test
    void theMachineIsThereOnceAndItsNetworksAreSeveral() {
        MachineUse whole = SharedMachine.of(List.of(use(0.5, 0, Power.NONE), use(0.7, 0, Power.NONE)));
        assertThat(whole.cores()).isEqualTo(4);
        assertThat(whole.memoryTotalBytes()).isEqualTo(8_000);
        assertThat(whole.memoryUsedMaxBytes()).isEqualTo(1_000);
        assertThat(whole.networkBytes()).as("each has its own").isEqualTo(140);
        assertThat(whole.cpuBusyShare()).isCloseTo(0.6, EXACTLY);
        assertThat(whole.runnableMean()).isCloseTo(3, EXACTLY);
        assertThat(whole.memoryLatencyNanos()).isCloseTo(90, EXACTLY);
    }

    @Test
    void powerIsThatOfWhoeverCouldReadIt() {
        Power read = new Power(80, "RAPL");
        assertThat(SharedMachine.of(List.of(use(0.5, 0, Power.NONE), use(0.5, 0, read)))
                        .power())
                .isEqualTo(read);
        assertThat(SharedMachine.of(List.of(use(0.5, 0, Power.NONE), use(0.5, 0, Power.NONE)))
                        .power())
                .isEqualTo(Power.NONE);
    }

    @Test
    void aSecondHasTheInstancesOfAllHosts() {
        Sample whole =
                SharedMachine.second(List.of(sample(1_000, 0.5, 0.1, 2, "app1"), sample(1_400, 0.7, 0.3, 5, "app2")));
        assertThat(whole.atMillis()).isEqualTo(1_000);
        assertThat(whole.cpuBusyShare()).isCloseTo(0.6, EXACTLY);
        assertThat(whole.runnable()).as("3.5 rounded").isEqualTo(4);
        assertThat(whole.memoryUsedBytes()).isEqualTo(1_000);
        assertThat(whole.instances()).extracting(InstanceSample::name).containsExactly("app1", "app2");
        assertThat(whole.outside().share()).isZero();
    }
}
