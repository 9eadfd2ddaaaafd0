package gavel.harness.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.config.Configurations.SettingOverride;
import gavel.harness.doctor.OutgoingPorts.Way;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OutgoingPortsTest {
    private static final String FRONT =
            "balancers.implementation=haproxy, webServers.implementation=nginx, drivers.http=auto";

    /** 28,232 ports, of which a person takes 5 over HTTP/1.1 and 1.1 over HTTP/2; 2 of each server that passes requests on. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            appServers.count=1                                            | driver     | application server | 5646
            appServers.count=3                                            | driver     | application server | 16939
            appServers.count=1, drivers.count=4                           | driver     | application server | 5646
            appServers.count=1, drivers.count=4, hosts.drivers.cpu=1      | driver     | application server | 5646
            appServers.count=1, drivers.count=4, hosts.drivers.cpu=1, hosts.isolated=true | driver | application server | 22585
            webServers.implementation=nginx, drivers.http=auto            | web server | application server | 14116
            webServers.implementation=nginx, drivers.http=auto, appServers.count=10 | driver | web server   | 25665
            FRONT, appServers.count=10                                    | driver     | balancer           | 25665
            FRONT, appServers.count=10, balancers.count=3                 | balancer   | web server         | 25665
            FRONT, appServers.count=10, balancers.count=3, balancers.tls=terminate | balancer | web server  | 14116
            """)
    void theWayWithPortsForTheFewestUsersDecides(String settings, String from, String to, int users) {
        Way way = OutgoingPorts.ways(configuration(settings.replace("FRONT", FRONT))).stream()
                .min(Comparator.comparingInt(Way::users))
                .orElseThrow();

        assertThat(way.from()).isEqualTo(from);
        assertThat(way.to()).isEqualTo(to);
        assertThat(way.users()).isEqualTo(users);
    }

    @Test
    void moreUsersThanThatAreWarnedOf() {
        assertThat(OutgoingPorts.of(configuration("load.users=5646"))).isEmpty();
        assertThat(OutgoingPorts.of(configuration("load.users=5647")))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.level()).isEqualTo(Finding.Level.WARNING);
                    assertThat(finding.line())
                            .startsWith("outgoing ports: 28232 by Linux's own range from one address to one server,"
                                    + " enough for 5,646 users (driver to application server); more such servers, ");
                });
    }

    @Test
    void aCapOfConnectionsBoundsWhatDriversNeed() {
        assertThat(OutgoingPorts.of(configuration("load.users=50000, drivers.maxConnections=20000")))
                .isEmpty();
        assertThat(OutgoingPorts.of(configuration("load.users=50000, drivers.maxConnections=30000")))
                .hasSize(1);
        assertThat(OutgoingPorts.of(
                        configuration("load.users=50000, drivers.maxConnections=20000, appServers.count=10, " + FRONT)))
                .as("nor balancers, which open one for each of them")
                .isEmpty();
    }

    @Test
    void eachPodHasAnAddress() {
        assertThat(OutgoingPorts.of(configuration("load.users=50000, platform=kubernetes")))
                .isEmpty();
    }

    private static Configuration configuration(String settings) {
        List<SettingOverride> overrides =
                Stream.of(settings.split(", ")).map(SettingOverride::parse).toList();
        return new Configurations(Path.of("../deploy/configs")).read("minimal", overrides);
    }
}
