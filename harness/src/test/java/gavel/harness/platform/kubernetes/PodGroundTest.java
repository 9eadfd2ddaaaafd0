package gavel.harness.platform.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.config.machine.MachineSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodGroundTest {
    @TempDir
    Path run;

    private final List<String> asked = new ArrayList<>();
    private ClusterMemory memory;
    private PodGround ground;

    @BeforeEach
    void twoPods() {
        memory = new ClusterMemory(run, () -> new Kubectl(null, null, null), false);
        ground = new PodGround(List.of("app1", "database1"), memory, (host, address, port) -> {
            asked.add(host + " " + address + " " + port);
            return "localhost:4" + port;
        });
    }

    private void addressed() {
        memory.begin(() -> "");
        memory.addressed(Map.of("app1", "10.244.1.7", "database1", "10.244.2.70"));
    }

    @Test
    void eachHostIsAMachine() {
        assertThat(ground.machines()).extracting(MachineSettings::address).containsExactly("app1", "database1");

        addressed();

        assertThat(ground.machines()).extracting(MachineSettings::address).containsExactly("10.244.1.7", "10.244.2.70");
        assertThat(ground.machines()).extracting(MachineSettings::name).containsExactly("app1", "database1");
        assertThat(ground.machines()).noneMatch(MachineSettings::switchable);
        assertThat(ground.machine("app1")).isEqualTo("app1");
        assertThat(ground.machine("elsewhere")).isEmpty();
        assertThat(ground.parts()).isEmpty();
        assertThat(ground.parts("app1")).isEmpty();
        assertThat(ground.directory()).isEqualTo("/var/lib/gavel");
    }

    /** It comes later, or has gone. */
    @Test
    void aHostWithoutAPodIsNotAmongTheMachinesOnceThereArePods() {
        memory.begin(() -> "");
        memory.addressed(Map.of("database1", "10.244.2.70"));

        assertThat(ground.machines()).extracting(MachineSettings::name).containsExactly("database1");
        assertThat(ground.hosts()).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "http://10.244.1.7:8081/actuator/prometheus | http://localhost:48081/actuator/prometheus",
                "jdbc:postgresql://10.244.2.70:5432/gavel | jdbc:postgresql://localhost:45432/gavel",
                "mongodb://u:${secret:documents}@10.244.2.70:270/x | mongodb://u:${secret:documents}@localhost:4270/x",
                "http://10.244.1.70:80/ | http://10.244.1.70:80/",
                "http://110.244.1.7:80/ | http://110.244.1.7:80/",
                "http://database.example:5432/ | http://database.example:5432/",
                "10.244.1.7 without a port | 10.244.1.7 without a port"
            })
    void onlyAddressesOfPodsAreReplaced(String text, String reached) {
        addressed();

        assertThat(ground.reached(text)).isEqualTo(reached);
    }

    @Test
    void thePodThatHasTheAddressIsAsked() {
        addressed();
        ground.reached("a 10.244.2.70:1 b 10.244.1.7:2");

        assertThat(asked).containsExactly("database1 10.244.2.70 1", "app1 10.244.1.7 2");
    }
}
