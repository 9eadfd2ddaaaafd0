package gavel.harness.platform.local.isolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.failure.EnvironmentException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SubnetsTest {
    @Test
    void theFirstPlaceIsTakenWhereNobodyIs() {
        assertThat(Subnets.free(0, "default via 192.0.2.1 dev eth0\n192.0.2.0/24 dev eth0 src 192.0.2.2\n"))
                .isEqualTo("10.200.0");
        assertThat(Subnets.free(256 + 3, "")).isEqualTo("10.201.3");
        assertThat(Subnets.free(-1, "")).isEqualTo("10.249.255");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    10.200.0.0/24 dev gv00beefbr scope link src 10.200.0.1 | 10.200.1
                    10.200.0.0/16 dev tun0                                 | 10.201.0
                    10.200.0.77 dev tun0                                   | 10.200.1
                    4: br0    inet 10.200.0.1/23 brd 10.200.1.255          | 10.200.2
                    """)
    void aNetworkThatTouchesAnothersIsPassedOver(String route, String free) {
        assertThat(Subnets.free(0, route)).isEqualTo(free);
    }

    /** As OpenVPN has it with {@code redirect-gateway def1}. */
    @Test
    void aRouteForEverythingIsTheWayOutAndNoNetwork() {
        assertThat(Subnets.free(0, """
                        0.0.0.0/1 via 10.8.0.1 dev tun0
                        10.8.0.0/24 dev tun0 proto kernel scope link src 10.8.0.2
                        128.0.0.0/1 via 10.8.0.1 dev tun0
                        """)).isEqualTo("10.200.0");
    }

    @Test
    void aMachineThatUsesAllOfItIsToldSo() {
        assertThatThrownBy(() -> Subnets.free(0, "10.0.0.0/8 dev vpn0"))
                .isInstanceOf(EnvironmentException.class)
                .hasMessageContaining("no network is free");
    }
}
