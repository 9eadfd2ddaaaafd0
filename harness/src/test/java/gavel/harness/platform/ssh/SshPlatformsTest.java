package gavel.harness.platform.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.config.machine.MachineSettings;
import gavel.harness.dashboard.state.SampleCollector;
import gavel.harness.deployment.Installation;
import gavel.harness.platform.local.LocalPlatforms;
import gavel.harness.platform.ssh.host.FarMachine;
import gavel.harness.run.FakeApplication;
import gavel.harness.run.FakeHost;
import gavel.harness.run.FakeTime;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SshPlatformsTest {
    private static final String DIRECTORY = "/var/tmp/gavel";

    @TempDir
    private Path home;

    private final List<String> opened = new ArrayList<>();
    private SshPlatforms platforms;

    @BeforeEach
    void open() {
        LocalPlatforms here = new LocalPlatforms(
                new Installation(home, Path.of("java")),
                new FakeHost()::in,
                new FakeTime(),
                new FakeApplication(),
                _ -> new SampleCollector());
        platforms = new SshPlatforms(here, this::open, _ -> {});
    }

    private SimulatedMachine open(MachineSettings settings, String directory) {
        opened.add(settings.address() + directory);
        return new SimulatedMachine(settings, new SimulatedFar(settings.name(), 0, 0), new AtomicLong());
    }

    @AfterEach
    void close() {
        platforms.close();
    }

    private static MachineSettings machine(String name, String address, String tier) {
        return new MachineSettings(name, address, null, null, null, null, List.of(tier), null, null, null);
    }

    /** As a comparison of two sets of machines has them both at once. */
    @Test
    void twoConfigurationsMayCallDifferentMachinesByOneName() throws Exception {
        MachineSettings a = machine("app", "10.0.0.3", "appServers");
        MachineSettings b = machine("app", "10.0.0.4", "appServers");
        FarMachine first = platforms.host(a, DIRECTORY);
        FarMachine second = platforms.host(b, DIRECTORY);

        assertThat(first.alive()).isTrue();
        assertThat(platforms.host(a, DIRECTORY)).isSameAs(first).isNotSameAs(second);
        assertThat(opened).containsExactly("10.0.0.3" + DIRECTORY, "10.0.0.4" + DIRECTORY);

        platforms.drop(a, DIRECTORY);
        assertThat(platforms.ended(a, DIRECTORY).getAsBoolean()).isTrue();
        assertThat(platforms.ended(b, DIRECTORY).getAsBoolean()).isFalse();
    }

    @Test
    void aMachineHasOneConnectionWhateverRunsThere() throws Exception {
        FarMachine first = platforms.host(machine("app", "10.0.0.3", "appServers"), DIRECTORY);
        assertThat(platforms.host(machine("app", "10.0.0.3", "relational"), DIRECTORY))
                .isSameAs(first);
    }

    @Test
    void anotherDirectoryHasProgramsOfItsOwn() throws Exception {
        MachineSettings machine = machine("app", "10.0.0.3", "appServers");
        assertThat(platforms.host(machine, DIRECTORY)).isNotSameAs(platforms.host(machine, "/srv/gavel"));
        assertThat(opened).containsExactly("10.0.0.3" + DIRECTORY, "10.0.0.3/srv/gavel");
    }

    /** Forty machines without Java would start jlink forty times at once. */
    @Test
    void javaForMachinesThatHaveNoneIsMadeForAllOfThemTogether() {
        assertThat(platforms.runtime()).isSameAs(platforms.runtime());
    }
}
