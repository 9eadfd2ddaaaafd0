package gavel.harness.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SettingsTest {
    private static final String OLD = """
            name: "x"
            appServers:
              count: 1
              memory: null
            broker:
              count: 1
              settings: []
            """;

    @Test
    void aDifferenceSaysWhichSectionItIsIn() {
        String changed = OLD.replace("broker:\n  count: 1", "broker:\n  count: 3");

        assertThat(Settings.differing(List.of(Settings.of(OLD), Settings.of(changed))))
                .isEqualTo(Map.of("broker.count", "1  /  3"));
    }

    @Test
    void oneMoreSettingOfANewerReleaseMovesNoOther() {
        String newer = OLD.replace("  count: 1\n  memory", "  threads: 8\n  count: 1\n  memory");

        assertThat(Settings.differing(List.of(Settings.of(OLD), Settings.of(newer))))
                .isEqualTo(Map.of("appServers.threads", "absent  /  8"));
    }

    @Test
    void quotasAreThoseThatSomebodySet() {
        assertThat(Settings.quotas(
                        Settings.of("appServers: {cpu: 0.1}\nhosts: {broker: {cpu: null}, documents: {cpu: 2}}")))
                .isEqualTo("appServers.cpu=0.1 hosts.documents.cpu=2");
        assertThat(Settings.quotas(Settings.of(OLD))).isEqualTo("none");
    }
}
