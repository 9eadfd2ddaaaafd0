package gavel.harness.platform.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.failure.EnvironmentException;
import java.util.List;
import org.junit.jupiter.api.Test;

class NetworkTest {
    @Test
    void theSmallestNetworkHasAllOfThem() {
        assertThat(Network.common(List.of("10.0.0.5"))).isEqualTo("10.0.0.5/32");
        assertThat(Network.common(List.of("10.0.0.4", "10.0.0.5"))).isEqualTo("10.0.0.4/31");
        assertThat(Network.common(List.of("10.0.0.1", "10.0.0.14", "10.0.0.7"))).isEqualTo("10.0.0.0/28");
        assertThat(Network.common(List.of("10.0.0.1", "192.168.0.1"))).isEqualTo("0.0.0.0/0");
        assertThat(Network.common(List.of("200.1.2.3", "200.1.130.3"))).isEqualTo("200.1.0.0/16");
    }

    @Test
    void whereMoreMayComeItIsThePrivateNetworkTheyAreIn() {
        assertThat(Network.roomy(List.of("10.244.1.7", "10.244.2.70"))).isEqualTo("10.0.0.0/8");
        assertThat(Network.roomy(List.of("172.31.255.9"))).isEqualTo("172.16.0.0/12");
        assertThat(Network.roomy(List.of("100.64.3.4"))).isEqualTo("100.64.0.0/10");
        assertThat(Network.roomy(List.of("10.0.0.1", "192.168.0.1"))).isEqualTo("0.0.0.0/0");
        assertThat(Network.roomy(List.of("172.32.0.1"))).isEqualTo("0.0.0.0/0");
    }

    @Test
    void thisMachineIsAmongThem() {
        assertThat(Network.around(List.of("127.0.0.9"))).isEqualTo("127.0.0.0/28");
    }

    @Test
    void anAddressIsInNumbers() {
        assertThat(Network.number("a", "10.1.2.3")).isEqualTo("10.1.2.3");
        assertThatThrownBy(() -> Network.number("a", "no-such-name.invalid"))
                .isInstanceOf(EnvironmentException.class)
                .hasMessageContaining("host a: its address no-such-name.invalid is not known here");
    }

    /** Debian gives a machine's own name to 127.0.1.1: every machine would connect to itself there, which refuses as if all were well. */
    @Test
    void aLoopbackIsNoAddressForOthers() {
        assertThatThrownBy(() -> Network.number("a", "localhost"))
                .isInstanceOf(EnvironmentException.class)
                .hasMessageMatching(
                        "host a: its address localhost is a loopback here, [0-9a-f.:]+; write it in numbers \\(hosts.machines\\)");
    }
}
