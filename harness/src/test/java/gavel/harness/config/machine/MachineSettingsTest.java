package gavel.harness.config.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MachineSettingsTest {
    private static MachineSettings reachedBy(String ssh) {
        return new MachineSettings("app1", "10.0.0.3", ssh, null, null, null, List.of("appServers"), null, null, null);
    }

    @ParameterizedTest
    @ValueSource(strings = {"app1", "app1.example", "prod_app1", "_a", "VM-7"})
    void aHostOfTheUsersOwnConfigurationOfSshIsTakenAsItIs(String ssh) {
        assertThat(reachedBy(ssh).destination()).isEqualTo(ssh);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-oProxyCommand=x", "a b", "", "a;b", "$(id)"})
    void whatWouldBeAnOptionOrMoreThanAHostIsRefused(String ssh) {
        assertThatThrownBy(() -> reachedBy(ssh))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("must be a host as ssh knows it");
    }
}
