package gavel.harness.peak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import gavel.harness.collect.Collected;
import gavel.harness.collect.Collected.MachineUse;
import gavel.harness.collect.InstanceUse;
import gavel.harness.collect.Outside;
import gavel.harness.collect.Power;
import gavel.harness.collect.bottleneck.Bottleneck;
import gavel.harness.result.JsonFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProbeResultTest {
    private static final Bottleneck NONE = new Bottleneck(Bottleneck.Kind.NONE, "", "", "", List.of());

    @Test
    void whatWasUsedIsThatOfAllApplicationServers() {
        ProbeResult.Use use = use(10_000, 500, server(1, 0.4, "app1"), server(2, 1.2, "app2"));

        assertThat(use.quotaUsed()).as("1.6 s of 0.2 cores x 10 s").isCloseTo(0.8, within(1e-9));
        assertThat(use.throttledShare()).isCloseTo(0.5, within(1e-9));
        assertThat(use.machineBusy()).isCloseTo(0.3, within(1e-9));
        assertThat(use.cpuSecondsPer1000())
                .as("1.6 s for 500 operations, whatever the driver took")
                .isCloseTo(3.2, within(1e-9));
        assertThat(use.driverSecondsPer1000())
                .as("3 s for twice as many exchanges")
                .isCloseTo(3, within(1e-9));
        assertThat(use.memoryLatencyNanos()).isEqualTo(187);
        assertThat(use.arithmeticNanos()).isEqualTo(0.9);
        assertThat(use.bottleneck()).isEqualTo(NONE);
    }

    @Test
    void serversThatShareAHostShareItsQuota() {
        assertThat(use(10_000, 500, server(1, 0.3, "app1"), server(2, 0.8, "app2"), server(3, 0.5, "app1"))
                        .quotaUsed())
                .as("1.6 s of the 0.1 cores of each of two hosts x 10 s")
                .isCloseTo(0.8, within(1e-9));
        assertThat(use(10_000, 500, server(1, 0.4, ""), server(2, 1.2, "")).quotaUsed())
                .as("an older result does not tell hosts: each server has its own")
                .isCloseTo(0.8, within(1e-9));
    }

    /** A probe may pass with a figure beyond its limit, where that rests on a few news or starts. */
    @ParameterizedTest
    @CsvSource({
        "PASS,1,news late",
        "PASS,9.06,'news late, too few to say'",
        "FAIL,9.06,news late",
        "INVALID,9.06,news late"
    })
    void aFigureThatOneCannotBeSureOfSaysSo(Probe.Outcome outcome, double worst, String figure) {
        Probe probe = new Probe(147, outcome, worst);
        assertThat(new ProbeResult(1, Step.Purpose.BRACKET, probe, "news late", "", 0, 30, 86, 29, null, null, null)
                        .figure())
                .isEqualTo(figure);
    }

    @Test
    void withoutQuotasNothingIsKnownOfTheirUse() {
        assertThat(use(10_000, 500, instance("appServers", 0.4, 0.1), instance("appServers", 1.2, 0))
                        .quotaUsed())
                .isZero();
    }

    @Test
    void withoutOperationsThereIsNoPriceAndWithoutTimeNothing() {
        ProbeResult.Use none = use(10_000, 0, instance("appServers", 0.4, 0.1));
        assertThat(none.cpuSecondsPer1000()).isZero();
        assertThat(none.driverSecondsPer1000()).isZero();
        assertThat(use(0, 500, instance("appServers", 0.4, 0.1))).isNull();
    }

    @Test
    void anOlderResultDoesNotTellWhatAnOperationCost(@TempDir Path directory) throws IOException {
        Path older = directory.resolve("use.json");
        Files.writeString(older, """
                {"quotaUsed": 0.9, "throttledShare": 0.5, "machineBusy": 0.3,
                 "bottleneck": {"kind": "NONE", "tier": "", "instance": "", "statement": "", "evidence": []}}
                """);

        ProbeResult.Use use = JsonFile.read(older, ProbeResult.Use.class);

        assertThat(use.machineBusy()).isEqualTo(0.3);
        assertThat(use.cpuSecondsPer1000()).isZero();
        assertThat(use.driverSecondsPer1000()).isZero();
        assertThat(use.memoryLatencyNanos()).isZero();
        assertThat(use.arithmeticNanos()).isZero();
    }

    @Test
    void serversWithAHostEachUseItAndTheBusiestOfTheOthersIsTheMachine() {
        MachineUse idle = new MachineUse(2, 0.3, 0, 0, 0, 0, 0, 0, 187, 0.9, Outside.NONE, Power.NONE);
        Collected collected = new Collected(
                0,
                10_000,
                idle,
                List.of(instance("appServers", 18, 0), instance("driver", 3, 0)),
                List.of(),
                List.of(),
                List.of(),
                List.of(
                        new Collected.HostUse("app1", idle.busy(0.9), List.of("appServers")),
                        new Collected.HostUse("load", idle.busy(0.4), List.of("driver")),
                        new Collected.HostUse("db", idle.busy(0.2), List.of())));

        ProbeResult.Use use = ProbeResult.Use.of(collected, 100, 200, "appServers", "driver", NONE);

        assertThat(use.quotaUsed()).isEqualTo(0.9);
        assertThat(use.machineBusy()).isEqualTo(0.4);
    }

    private static ProbeResult.Use use(long millis, long operations, InstanceUse... servers) {
        List<InstanceUse> instances = new ArrayList<>(List.of(servers));
        instances.add(instance("driver", 3, 0));
        MachineUse machine = new MachineUse(2, 0.3, 0, 0, 0, 0, 0, 0, 187, 0.9, Outside.NONE, Power.NONE);
        return ProbeResult.Use.of(
                new Collected(0, millis, machine, instances, List.of(), List.of(), List.of()),
                operations,
                2 * operations,
                "appServers",
                "driver",
                NONE);
    }

    private static InstanceUse instance(String tier, double cpu, double limit) {
        return instance(tier, tier, cpu, limit, "");
    }

    private static InstanceUse instance(String tier, String name, double cpu, double limit, String host) {
        return new InstanceUse(tier, name, 1, cpu, 0, limit, host, 0.5, 100, 0, 0, 0, 0, 0, 0, 0, null, null, null);
    }

    private static InstanceUse server(int number, double cpu, String host) {
        return instance("appServers", "app" + number, cpu, 0.1, host);
    }
}
