package gavel.harness.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.config.Configurations;
import gavel.harness.config.Configurations.SettingOverride;
import gavel.harness.config.placement.Placement;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.Machines.Unreached;
import gavel.harness.run.FakeHost;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MachinesTest {
    private static final Placement DRIVERS_ON_TWO = Placement.of(new Configurations(Path.of("../deploy/configs"))
            .read(
                    "minimal",
                    List.of(
                            SettingOverride.parse("drivers.count=3"),
                            SettingOverride.parse("hosts.machines=["
                                    + "{name: a, address: 10.0.0.2, tiers: [drivers]}, "
                                    + "{name: b, address: 10.0.0.3, tiers: [drivers]}, "
                                    + "{name: c, address: 10.0.0.4, tiers: [services, appServers]}]"))));

    private static FakeHost host(String name, int cores) {
        FakeHost host = new FakeHost(name);
        host.facts(new HostFacts(cores, 1, 1, 1, 1, 25));
        return host;
    }

    @Test
    void aTierHasTheCoresOfItsMachinesAsIfEachWereTheLeast() {
        Machines machines = new Machines(List.of(host("a", 8), host("b", 4), host("c", 2)), List.of());

        assertThat(machines.cores(DRIVERS_ON_TWO, "driver", 3)).isEqualTo(8);
        assertThat(machines.cores(DRIVERS_ON_TWO, "driver", 1)).isEqualTo(8);
        assertThat(machines.cores(DRIVERS_ON_TWO, "appServers", 1)).isEqualTo(2);
    }

    /** Which node a pod came to, the cluster decides: here each has the name of its first pod. */
    @Test
    void aTierOfPodsHasTheCoresOfTheirNodes() {
        Placement pods = Placement.of(new Configurations(Path.of("../deploy/configs"))
                .read(
                        "minimal",
                        List.of(
                                SettingOverride.parse("platform=kubernetes"),
                                SettingOverride.parse("drivers.count=2"))));
        List<Machine> nodes = List.of(host("app1", 4), host("driver1", 16));

        Machines together =
                new Machines(nodes, List.of(), Map.of("app1", "app1", "driver1", "driver1", "driver2", "driver1"));
        assertThat(together.cores(pods, "driver", 2)).as("of one node").isEqualTo(16);
        assertThat(together.cores(pods, "appServers", 1)).isEqualTo(4);

        Machines apart =
                new Machines(nodes, List.of(), Map.of("app1", "app1", "driver1", "driver1", "driver2", "app1"));
        assertThat(apart.cores(pods, "driver", 2))
                .as("as if both were the least")
                .isEqualTo(8);
    }

    @Test
    void oneThatWasNotReachedHasNoneAndIsNamed() {
        Machines machines =
                new Machines(List.of(host("b", 4)), List.of(new Unreached("a", "connection refused", false)));

        assertThat(machines.cores(DRIVERS_ON_TWO, "driver", 3)).isZero();
        assertThatThrownBy(() -> machines.machine("a"))
                .isInstanceOf(EnvironmentException.class)
                .hasMessage("host a cannot be reached: connection refused");
    }

    @Test
    void aPortIsFreeWhereItIsOnEveryMachine() {
        FakeHost busy = host("b", 4);
        busy.taken(8080);
        Machines machines = new Machines(List.of(host("a", 8), busy), List.of());

        assertThat(machines.portFree(8080)).isFalse();
        assertThat(machines.portFree(8081)).isTrue();
    }

    @Test
    void thisMachineHasNoName() {
        Machines machines = Machines.only(host("localhost", 2));

        assertThat(machines.machine("").facts().cores()).isEqualTo(2);
    }
}
