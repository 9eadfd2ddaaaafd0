package gavel.harness.collect.bottleneck;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.collect.Collected;
import gavel.harness.collect.Collected.MachineUse;
import gavel.harness.collect.InstanceUse;
import gavel.harness.collect.Outside;
import gavel.harness.collect.Power;
import gavel.harness.collect.bottleneck.Bottleneck.Kind;
import gavel.harness.collect.metrics.AppUse;
import gavel.harness.collect.metrics.ServerUse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Situations on a machine of 2 cores, measured for 100 s: 200 CPU seconds are all there is. */
class BottlenecksTest {
    private double busy = 0.5;
    private double steal;
    private Outside outside = Outside.NONE;
    private double ioWait;

    private static InstanceUse instance(String tier, double cpu, double limit, double throttled, long fds, AppUse app) {
        return new InstanceUse(
                tier,
                tier + "1",
                1,
                cpu,
                0,
                limit,
                "",
                throttled,
                0,
                0,
                1 << 20,
                5 << 20,
                0,
                0,
                fds,
                1000,
                app,
                null,
                null);
    }

    private static InstanceUse uses(String tier, double cpu) {
        return instance(tier, cpu, 0, 0, 10, null);
    }

    private static InstanceUse broker(Map<String, Long> most) {
        return new InstanceUse(
                "broker",
                "rabbitmq",
                1,
                5,
                0,
                0,
                "",
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                10,
                1000,
                null,
                null,
                new ServerUse("", Map.of(), most));
    }

    private static InstanceUse app(double cpu, double gcSeconds, AppUse.Pool pool) {
        AppUse.Gc gc = new AppUse.Gc(gcSeconds, 12, 0.5, 480L << 20, 512L << 20);
        return instance(
                "appServers",
                cpu,
                0,
                0,
                10,
                new AppUse(List.of(), gc, List.of(pool), List.of(), Map.of(), Map.of(), List.of()));
    }

    private static AppUse.Pool pool(int active, double waitMillis, long timeouts) {
        return new AppUse.Pool("main", 20, active, 30, 100, waitMillis, timeouts);
    }

    private Bottleneck find(InstanceUse... instances) {
        MachineUse machine = new MachineUse(2, busy, steal, ioWait, 5, 0, 0, 0, 0, 0, outside, Power.NONE);
        Collected collected = new Collected(0, 100_000, machine, List.of(instances), List.of(), List.of(), List.of());
        return Bottlenecks.find(collected, BrokenTime.NONE, "driver");
    }

    @Test
    void aSaturatedMachineNamesTheTierThatUsesMostOfIt() {
        busy = 0.97;
        Bottleneck found = find(uses("driver", 40), uses("appServers", 100), uses("relational", 50));
        assertThat(found.kind()).isEqualTo(Kind.MACHINE_CPU);
        assertThat(found.tier()).isEqualTo("appServers");
        assertThat(found.statement())
                .isEqualTo(
                        "The machine's CPU was 97 % busy (2 cores); of the tiers under test application servers used most, 50 % of the machine.");
        assertThat(found.evidence())
                .startsWith("application servers: 50 % of the machine", "relational database: 25 % of the machine");
    }

    @Test
    void ofSeveralHostsTheOneThatGaveOutIsNamed() {
        MachineUse idle = new MachineUse(6, 0.4, 0, 0, 5, 0, 0, 0, 0, 0, Outside.NONE, Power.NONE);
        List<InstanceUse> instances = List.of(uses("driver", 190), uses("appServers", 188), uses("relational", 20));
        List<Collected.HostUse> hosts = List.of(
                new Collected.HostUse("load", idle.busy(0.99), List.of("driver1")),
                new Collected.HostUse(
                        "app1",
                        new MachineUse(2, 0.96, 0, 0, 5, 0, 0, 0, 0, 0, Outside.NONE, Power.NONE),
                        List.of("appServers1")),
                new Collected.HostUse("db", idle.busy(0.1), List.of("relational1")));
        Bottleneck found = Bottlenecks.find(
                new Collected(0, 100_000, idle, instances, List.of(), List.of(), List.of(), hosts),
                BrokenTime.NONE,
                "driver");

        assertThat(found.kind()).isEqualTo(Kind.MACHINE_CPU);
        assertThat(found.statement())
                .isEqualTo(
                        "The CPU of host app1 was 96 % busy (2 cores); of the tiers under test application servers used most,"
                                + " 94 % of the machine.");
    }

    @Test
    void ofSeveralHostsThatGaveOutTheBusiestIsNamed() {
        MachineUse web = new MachineUse(2, 0.87, 0, 0, 5, 0, 0, 0, 0, 0, Outside.NONE, Power.NONE);
        List<Collected.HostUse> hosts = List.of(
                new Collected.HostUse("web", web, List.of("webServers1")),
                new Collected.HostUse("db", web.busy(0.99), List.of("relational1")));
        List<InstanceUse> instances = List.of(uses("webServers", 150), uses("relational", 196));
        Bottleneck found = Bottlenecks.find(
                new Collected(0, 100_000, web, instances, List.of(), List.of(), List.of(), hosts),
                BrokenTime.NONE,
                "driver");

        assertThat(found.tier()).isEqualTo("relational");
        assertThat(found.statement()).startsWith("The CPU of host db was 99 % busy");
    }

    @Test
    void aBrokerThatHoldsItsPublishersBackExplainsWhyEverybodyElseIsIdle() {
        Bottleneck found = find(
                uses("appServers", 20),
                broker(Map.of(
                        "memoryAlarm",
                        1L,
                        "memoryBytes",
                        600L << 20,
                        "memoryLimitBytes",
                        512L << 20,
                        "messagesReady",
                        40L)));

        assertThat(found.kind()).isEqualTo(Kind.BROKER_ALARM);
        assertThat(found.statement())
                .isEqualTo("rabbitmq held its publishers back: it ran short of memory (broker.memory).");
        assertThat(found.evidence())
                .containsExactly("600 of 512 MiB used", "up to 40 messages waiting, 0 unacknowledged");
        assertThat(find(broker(Map.of("diskAlarm", 1L))).statement()).endsWith("it ran short of disk.");
        assertThat(find(broker(Map.of("memoryAlarm", 0L))).kind()).isEqualTo(Kind.NONE);
    }

    @Test
    void aWebServerThatDropsConnectionsIsNamedWithThem() {
        InstanceUse nginx = new InstanceUse(
                "webServers",
                "nginx",
                3,
                5,
                0,
                0,
                "",
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                10,
                1000,
                null,
                null,
                new ServerUse(
                        "",
                        Map.of("connectionsAccepted", 900L, "connectionsDropped", 7L),
                        Map.of("connections", 512L)));

        assertThat(find(nginx).kind()).isEqualTo(Kind.CONNECTIONS);
        assertThat(find(nginx).statement())
                .isEqualTo("nginx dropped 7 of 900 connections, because it had no more of them.");
        assertThat(find(nginx).evidence()).containsExactly("512 open at once");
        InstanceUse haproxy = new InstanceUse(
                "balancers",
                "haproxy",
                1,
                5,
                0,
                0,
                "",
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                10,
                1000,
                null,
                null,
                new ServerUse("", Map.of(), Map.of("open", 1_250L, "openLimit", 1_256L)));
        assertThat(find(haproxy).statement()).isEqualTo("haproxy had 1,250 of its 1,256 connections open at once.");
    }

    @Test
    void theDriverIsNeverTheBottleneckButIsNamedWhenItTakesMore() {
        busy = 0.95;
        Bottleneck found = find(uses("driver", 110), uses("appServers", 60));
        assertThat(found.tier()).isEqualTo("appServers");
        assertThat(found.statement()).endsWith("Yet more, 55 %, went to the workload driver.");
    }

    @Test
    void soIsWhatNeitherTheRunNorOthersDid() {
        busy = 0.95;
        Bottleneck found = find(uses("driver", 10), uses("appServers", 60));
        assertThat(found.statement())
                .as("190 - 70 of 200 s")
                .endsWith("Yet more, 60 %, went to the kernel, the harness and processes outside the run.");
    }

    @Test
    void othersThatTakeMoreThanIsPermittedComeBeforeEverythingThatMayFollowFromIt() {
        busy = 0.99;
        outside = new Outside(0.71, List.of(new Outside.Taker("stress-ng", 0.7)));
        Bottleneck found = find(
                uses("driver", 10),
                app(24, 14, pool(20, 55, 9)),
                instance("balancers", 5, 0, 0, 992, null),
                instance("webServers", 46, 0.5, 0.3, 10, null));
        assertThat(found.kind()).isEqualTo(Kind.OUTSIDE);
        assertThat(found.tier()).as("nobody's under test").isEmpty();
        assertThat(found.statement()).isEqualTo("Processes outside the run took 71 % of the machine (stress-ng 70 %).");
        assertThat(found.evidence()).contains("application servers: 12 % of the machine");
    }

    @Test
    void smallThingsBesideAreNone() {
        busy = 0.97;
        outside = new Outside(0.09, List.of(new Outside.Taker("sshd", 0.08)));
        assertThat(find(uses("appServers", 100)).kind()).isEqualTo(Kind.MACHINE_CPU);
    }

    @Test
    void aPoolThatIsExhaustedWhileCpuIsLeft() {
        Bottleneck found = find(uses("driver", 10), app(40, 0, pool(20, 55, 0)));
        assertThat(found.kind()).isEqualTo(Kind.POOL);
        assertThat(found.instance()).isEqualTo("appServers1");
        assertThat(found.statement())
                .isEqualTo("The connection pool \"main\" of appServers1 is exhausted while CPU is left (50 % busy).");
        assertThat(found.evidence().getFirst()).isEqualTo("20 of 20 in use, up to 30 waiting");
    }

    @Test
    void onASaturatedMachineAnExhaustedPoolIsAConsequence() {
        busy = 0.99;
        assertThat(find(app(150, 0, pool(20, 55, 9))).kind()).isEqualTo(Kind.MACHINE_CPU);
    }

    @Test
    void aFullPoolThatNobodyWaitsForIsNone() {
        assertThat(find(app(40, 0, pool(20, 0.2, 0))).kind()).isEqualTo(Kind.NONE);
        assertThat(find(app(40, 0, pool(3, 0.2, 1))).kind())
                .as("but a time-out is")
                .isEqualTo(Kind.POOL);
    }

    @Test
    void usedUpDescriptorsExplainEverythingElse() {
        busy = 0.99;
        Bottleneck found = find(instance("balancers", 5, 0, 0, 992, null), uses("appServers", 100));
        assertThat(found.kind()).isEqualTo(Kind.DESCRIPTORS);
        assertThat(found.tier()).isEqualTo("balancers");
        assertThat(found.statement()).isEqualTo("balancers1 had 992 of its 1,000 file descriptors open.");
    }

    @Test
    void descriptorsThatAreLeftExplainNothing() {
        busy = 0.94;
        assertThat(find(instance("appServers", 100, 0, 0, 991, null)).kind()).isEqualTo(Kind.MACHINE_CPU);
    }

    @Test
    void theDriversOwnDescriptorsAreAMatterOfValidity() {
        assertThat(find(instance("driver", 5, 0, 0, 1000, null), uses("appServers", 1))
                        .kind())
                .isEqualTo(Kind.NONE);
    }

    @Test
    void aCollectorThatStopsTheWorldComesBeforeTheCpuItBurns() {
        busy = 0.95;
        Bottleneck found = find(app(150, 14, pool(1, 0, 0)));
        assertThat(found.kind()).isEqualTo(Kind.GARBAGE_COLLECTION);
        assertThat(found.statement()).contains("14 % of the time");
        assertThat(found.statement()).endsWith(": its heap is too small.");
        assertThat(found.evidence()).contains("480 of 512 MiB of heap live after the last collection");
    }

    @Test
    void aTierAtItsQuota() {
        Bottleneck found = find(instance("appServers", 46, 0.5, 0.3, 10, null), uses("relational", 60));
        assertThat(found.kind()).isEqualTo(Kind.QUOTA);
        assertThat(found.statement()).isEqualTo("appServers1 used 92 % of its CPU quota of 0.50 cores.");
        assertThat(found.evidence()).containsExactly("92 % of the quota used", "30 % of the quota's periods throttled");
    }

    @Test
    void aTierThatIsThrottledInBursts() {
        Bottleneck found = find(instance("appServers", 34.5, 0.5, 0.12, 10, null));
        assertThat(found.kind()).isEqualTo(Kind.QUOTA);
        assertThat(found.statement())
                .isEqualTo(
                        "appServers1 was held back by its CPU quota of 0.50 cores in 12 % of the quota's periods; it used 69 % of it.");
        assertThat(find(instance("appServers", 20, 0.5, 0.02, 10, null)).kind()).isEqualTo(Kind.NONE);
    }

    /** Such as that of the container in which everything runs: the machine around it is idle. */
    @Test
    void aQuotaThatIsNoneOfTheDeploymentsIsOneAllTheSame() {
        Bottleneck found =
                find(instance("relational", 20, 0, 0.9, 10, null), instance("appServers", 60, 0, 0.9, 10, null));
        assertThat(found.kind()).isEqualTo(Kind.QUOTA);
        assertThat(found.statement())
                .isEqualTo(
                        "appServers1 was held back in 90 % of the periods of a CPU quota from outside the deployment.");
        assertThat(found.evidence()).containsExactly("90 % of the quota's periods throttled");
    }

    private static InstanceUse on(String host, int number, double cpu) {
        return new InstanceUse(
                "appServers", "app" + number, 1, cpu, 0, 0.5, host, 0.3, 0, 0, 0, 0, 0, 0, 0, 0, null, null, null);
    }

    @Test
    void aHostThatSeveralShareHasOneQuota() {
        Bottleneck found = find(on("h1", 1, 12), on("h1", 2, 20), on("h1", 3, 14), on("h2", 4, 40));

        assertThat(found.instance()).as("it used most of it").isEqualTo("app2");
        assertThat(found.statement()).isEqualTo("Host h1 (app1, app2, app3) used 92 % of its CPU quota of 0.50 cores.");
        assertThat(found.evidence()).containsExactly("92 % of the quota used", "30 % of the quota's periods throttled");
    }

    @Test
    void stolenCpuIsNobodysFaultHere() {
        busy = 0.86;
        steal = 0.13;
        assertThat(find(uses("appServers", 100)).kind()).isEqualTo(Kind.STEAL);
    }

    @Test
    void coresThatWaitForStorage() {
        ioWait = 0.4;
        Bottleneck found = find(uses("relational", 10));
        assertThat(found.kind()).isEqualTo(Kind.DISK);
        assertThat(found.statement())
                .isEqualTo(
                        "Cores waited for storage 40 % of the time; of the tiers under test relational1 moved most bytes.");
        assertThat(find(broker(Map.of())).statement()).endsWith("no tier under test moved a byte.");
    }

    @Test
    void noneIsAnAnswerToo() {
        Bottleneck found = find(uses("driver", 10), uses("appServers", 70));
        assertThat(found.kind()).isEqualTo(Kind.NONE);
        assertThat(found.tier()).isEmpty();
        assertThat(found.statement())
                .isEqualTo(
                        "No resource was exhausted: the machine's CPU was 50 % busy; of the tiers under test application servers used most (35 %).");
    }

    @Test
    void nothingMeasuredNothingNamed() {
        Bottleneck found = Bottlenecks.find(Collected.NOTHING, BrokenTime.NONE, "driver");
        assertThat(found).isEqualTo(Bottleneck.UNKNOWN);
        assertThat(found.known()).isFalse();
        assertThat(find(uses("driver", 10)).known()).as("only the load").isFalse();
    }
}
