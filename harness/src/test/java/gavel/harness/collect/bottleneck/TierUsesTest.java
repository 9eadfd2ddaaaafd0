package gavel.harness.collect.bottleneck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import gavel.harness.collect.Collected;
import gavel.harness.collect.Collected.MachineUse;
import gavel.harness.collect.InstanceUse;
import gavel.harness.collect.Outside;
import gavel.harness.collect.Power;
import java.util.List;
import org.junit.jupiter.api.Test;

class TierUsesTest {
    private static InstanceUse instance(String name, double cpu, double limit) {
        return instance(name, cpu, limit, "");
    }

    private static InstanceUse instance(String name, double cpu, double limit, String host) {
        return new InstanceUse(
                "appServers", name, 1, cpu, 0, limit, host, 0, 100, 0, 0, 0, 0, 0, 0, 0, null, null, null);
    }

    private static List<TierUse> of(long operations, InstanceUse... instances) {
        MachineUse machine = new MachineUse(4, 0.5, 0, 0, 0, 0, 0, 0, 0, 0, Outside.NONE, Power.NONE);
        return TierUses.of(
                new Collected(0, 10_000, machine, List.of(instances), List.of(), List.of(), List.of()), operations);
    }

    @Test
    void instancesAddUp() {
        TierUse tier = of(2000, instance("app1", 3, 0), instance("app2", 5, 0)).getFirst();
        assertThat(tier.instances()).isEqualTo(2);
        assertThat(tier.cpuSeconds()).isEqualTo(8);
        assertThat(tier.machineShare()).as("8 of 4 cores x 10 s").isCloseTo(0.2, within(1e-9));
        assertThat(tier.cpuSecondsPer1000()).isCloseTo(4, within(1e-9));
        assertThat(tier.rssMaxBytes()).isEqualTo(200);
    }

    @Test
    void memoryIsWithoutWhatProcessesShareWhereTheKernelTells() {
        TierUse unknown = new TierUse("relational", 1, 0, 0, 0, 0, 679 << 20, 0);
        TierUse known = new TierUse("relational", 1, 0, 0, 0, 0, 679 << 20, 124 << 20);
        assertThat(unknown.memoryBytes()).isEqualTo(679 << 20);
        assertThat(known.memoryBytes()).isEqualTo(124 << 20);
    }

    @Test
    void utilisationIsOfTheLimitsWhereThereAreSome() {
        assertThat(of(1, instance("app1", 4, 0.5), instance("app2", 4, 0.5))
                        .getFirst()
                        .utilisation())
                .as("8 s of 1 core x 10 s")
                .isCloseTo(0.8, within(1e-9));
        assertThat(of(1, instance("app1", 4, 0.5), instance("app2", 4, 0))
                        .getFirst()
                        .utilisation())
                .as("one without a limit: of the machine")
                .isCloseTo(0.2, within(1e-9));
        assertThat(of(1, instance("app1", 2, 0.5, "h1"), instance("app2", 4, 0.5, "h2"), instance("app3", 2, 0.5, "h1"))
                        .getFirst()
                        .utilisation())
                .as("three on two hosts: 8 s of 1 core x 10 s")
                .isCloseTo(0.8, within(1e-9));
    }

    @Test
    void whatTheRunDidNotStartIsShownToo() {
        TierUse others = of(1, instance("app1", 8, 0)).getLast();
        assertThat(others.tier()).isEqualTo(TierUses.OTHERS);
        assertThat(others.cpuSeconds()).as("half of 40 s, less 8").isCloseTo(12, within(1e-9));
    }

    @Test
    void whatIsElsewhereHasNoShareOfThisMachine() {
        InstanceUse elsewhere = new InstanceUse(
                "relational", "external-database", 0, 0, 0, 0, "", 0, 0, 0, 0, 0, 0, 0, 0, 0, null, null, null);

        assertThat(of(1, instance("app1", 8, 0), elsewhere))
                .extracting(TierUse::tier)
                .containsExactly("appServers", TierUses.OTHERS);
    }

    @Test
    void withoutOperationsThereIsNoPrice() {
        assertThat(of(0, instance("app1", 8, 0)).getFirst().cpuSecondsPer1000()).isZero();
    }
}
