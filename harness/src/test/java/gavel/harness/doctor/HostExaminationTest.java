package gavel.harness.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.config.Configurations.SettingOverride;
import gavel.harness.config.placement.Placement;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class HostExaminationTest {
    private static List<String> lines(List<String> obstacles, String... settings) {
        Configuration configuration = new Configurations(Path.of("../deploy/configs"))
                .read(
                        "minimal",
                        List.of(settings).stream().map(SettingOverride::parse).toList());
        return HostExamination.of(configuration, Placement.of(configuration).hosts(), obstacles).stream()
                .map(Finding::line)
                .toList();
    }

    @Test
    void aMachineThatIsNotDividedIsNotLookedAt() {
        assertThat(lines(List.of())).isEmpty();
    }

    @Test
    void whatIsMissingIsSaidWithWhatToDo() {
        assertThat(lines(List.of("ip is not there: install iproute2"), "hosts.isolated=true"))
                .containsExactly("hosts: cannot be made here; ip is not there: install iproute2");
        assertThat(lines(List.of(), "hosts.isolated=true", "appServers.count=3"))
                .containsExactly("hosts: 4 can be made here");
    }

    @Test
    void aHostMustHaveRoomForTheHeapsOfItsServers() {
        String[] four = {
            "hosts.isolated=true", "appServers.count=4", "appServers.memory=400m", "hosts.appServers.count=2"
        };

        long needed = 2 * (400 + 192 + 400 / 16);
        assertThat(lines(List.of(), with(four, "hosts.appServers.memory=" + needed + "m")))
                .hasSize(1);
        assertThat(lines(List.of(), with(four, "hosts.appServers.memory=" + (needed - 1) + "m")))
                .contains("hosts.appServers.memory: 1233 MiB; 1234 MiB are needed for 2 with a heap of 400 MiB:"
                        + " more memory, or a smaller heap (appServers.memory)");
    }

    @Test
    void serversThatComeLaterNeedRoomBesideTheFirst() {
        assertThat(lines(
                        List.of(),
                        "hosts.isolated=true",
                        "appServers.most=4",
                        "appServers.memory=400m",
                        "hosts.appServers.count=2",
                        "hosts.appServers.memory=700m"))
                .contains("hosts.appServers.memory: 700 MiB; 1234 MiB are needed for 2 with a heap of 400 MiB:"
                        + " more memory, or a smaller heap (appServers.memory)");
    }

    @Test
    void driversAndTheDocumentServerHaveHeapsToo() {
        long needed = 300 + 192 + 300 / 16;
        assertThat(lines(
                        List.of(),
                        "drivers.count=2",
                        "drivers.memory=300m",
                        "hosts.drivers.memory=" + (needed - 1) + "m",
                        "documents.implementation=server",
                        "documents.memory=300m",
                        "hosts.documents.memory=" + (needed - 1) + "m"))
                .contains(
                        "hosts.documents.memory: 509 MiB; 510 MiB are needed for 1 with a heap of 300 MiB:"
                                + " more memory, or a smaller heap (documents.memory)",
                        "hosts.drivers.memory: 509 MiB; 510 MiB are needed for 1 with a heap of 300 MiB:"
                                + " more memory, or a smaller heap (drivers.memory)");
    }

    @Test
    void aBrokerAndADatabaseHaveNoMoreMemoryThanTheirHosts() {
        String[] both = {
            "broker.implementation=rabbitmq",
            "broker.count=3",
            "broker.memory=300m",
            "relational.implementation=postgresql",
            "relational.memory=1g"
        };
        assertThat(lines(List.of(), with(with(both, "hosts.broker.memory=900m"), "hosts.relational.memory=1g")))
                .hasSize(1);
        assertThat(lines(List.of(), with(with(both, "hosts.broker.memory=899m"), "hosts.relational.memory=1023m")))
                .contains(
                        "hosts.broker.memory: 899 MiB; 900 MiB are needed for 3 with 300 MiB:"
                                + " more memory, or less for each (broker.memory)",
                        "hosts.relational.memory: 1023 MiB; 1024 MiB are needed for 1 with 1024 MiB:"
                                + " more memory, or less for each (relational.memory)");
    }

    private static String[] with(String[] settings, String more) {
        String[] all = Arrays.copyOf(settings, settings.length + 1);
        all[settings.length] = more;
        return all;
    }
}
