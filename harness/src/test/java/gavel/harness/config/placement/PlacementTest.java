package gavel.harness.config.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.config.Configurations.SettingOverride;
import gavel.harness.config.Sizing;
import gavel.harness.failure.ConfigurationException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlacementTest {
    private static final String[] REAL = {
        "webServers.implementation=nginx", "broker.implementation=rabbitmq", "relational.implementation=postgresql"
    };

    private static Placement placement(String... settings) {
        return Placement.of(configuration(settings));
    }

    private static Configuration configuration(String... settings) {
        return new Configurations(Path.of("../deploy/configs"))
                .read(
                        "minimal",
                        List.of(settings).stream().map(SettingOverride::parse).toList());
    }

    private static String[] with(String[] settings, String... more) {
        return Stream.of(settings, more).flatMap(Arrays::stream).toArray(String[]::new);
    }

    @Test
    void usuallyEverythingIsOnTheMachineItself() {
        assertThat(placement(REAL).hosts()).isEmpty();
        assertThat(placement().host("appServers", 0)).isEmpty();
        assertThat(placement().appServerCores(1)).isZero();
    }

    @Test
    void isolatedEveryInstanceHasAHostOfItsOwn() {
        Placement placement = placement(with(REAL, "hosts.isolated=true", "appServers.count=3"));

        assertThat(placement.hosts())
                .extracting(Partition::name)
                .containsExactly("web1", "app1", "app2", "app3", "broker1", "database1", "services1");
        assertThat(placement.hosts()).allMatch(Partition::addressed).noneMatch(Partition::limited);
        assertThat(placement.host("appServers", 2)).contains("app3");
        assertThat(placement.host("relational", 0)).contains("database1");
        assertThat(placement.host("driver", 0)).isEmpty();
    }

    @Test
    void instancesMayUseWhatTheirHostsMayTogether() {
        Placement placement = placement(
                "documents.implementation=mongodb",
                "documents.topology=sharded",
                "documents.shards=4",
                "hosts.documents.cpu=0.5");

        assertThat(placement.cpuOf(List.of("documents1", "documents2", "documents3")))
                .isEqualTo(1.5);
        assertThat(placement.cpuOf(List.of("documents1", "documents1")))
                .as("two on one host have one quota")
                .isEqualTo(0.5);
        assertThat(placement.cpuOf(List.of("documents1", "")))
                .as("one on the machine itself")
                .isZero();
    }

    @Test
    void aDocumentStoreOfItsOwnHasHostsOfItsOwn() {
        assertThat(placement(with(REAL, "hosts.isolated=true", "documents.implementation=server"))
                        .hosts())
                .extracting(Partition::name)
                .contains("documents1")
                .doesNotContain("services1");

        Placement cluster = placement(
                "hosts.isolated=true",
                "documents.implementation=mongodb",
                "documents.topology=sharded",
                "documents.shards=4");
        assertThat(cluster.hosts())
                .extracting(Partition::name)
                .contains("documents1", "documents4")
                .doesNotContain("documents5");
        assertThat(cluster.host("documents", 4))
                .as("what holds no documents runs beside what does")
                .contains("documents1");
    }

    @Test
    void driversHaveHostsOnlyWhereItIsSaid() {
        Placement limited = placement("drivers.count=2", "hosts.drivers.cpu=0.5");
        assertThat(limited.hosts()).extracting(Partition::name).containsExactly("driver1", "driver2");
        assertThat(limited.cpu("driver", 1)).isEqualTo(0.5);
        assertThat(limited.hosts()).noneMatch(Partition::addressed);

        Placement shared = placement("hosts.isolated=true", "drivers.count=3", "hosts.drivers.count=2");
        assertThat(shared.host("driver", 2)).contains("driver1");
        assertThat(shared.hosts()).allMatch(Partition::addressed);
    }

    @Test
    void withFewerHostsInstancesShareInTurn() {
        Placement placement = placement(
                "hosts.isolated=true", "appServers.count=5", "hosts.appServers.count=2", "hosts.appServers.cpu=1");

        assertThat(placement.host("appServers", 0)).contains("app1");
        assertThat(placement.host("appServers", 3)).contains("app2");
        assertThat(placement.host("appServers", 4)).contains("app1");
        assertThat(placement.cpuOf("app2")).isEqualTo(1);
        assertThat(placement.appServerCores(5))
                .as("2 hosts x 1 core over 5 servers")
                .isEqualTo(1);
    }

    @Test
    void aQuotaWorksOnTheLoopbackToo() {
        Placement placement = placement("appServers.count=2", "appServers.cpu=0.1");

        assertThat(placement.hosts())
                .containsExactly(new Partition("app1", false, 0.1, 0), new Partition("app2", false, 0.1, 0));
        assertThat(placement.host("services", 0)).isEmpty();
        assertThat(placement.appServerCores(2)).isEqualTo(1);
    }

    @Test
    void whatIsEmbeddedSharesOneHostThatHasWhatItsTiersHave() {
        Placement placement = placement(
                "hosts.isolated=true",
                "hosts.documents.cpu=0.2",
                "hosts.broker.cpu=0.3",
                "hosts.relational.cpu=0.5",
                "hosts.relational.memory=1g");

        assertThat(placement.hosts()).contains(new Partition("services1", true, 1.0, 0));
        assertThat(placement.host("relational", 0)).isEmpty();
    }

    @Test
    void whatIsElsewhereHasNoHostHere() {
        assertThat(placement(
                                "hosts.isolated=true",
                                "relational.implementation=external",
                                "relational.url=jdbc:postgresql://far/gavel",
                                "relational.username=me",
                                "relational.passwordFile=x")
                        .hosts())
                .extracting(Partition::name)
                .containsExactly("app1", "services1");
    }

    @Test
    void aServerWithAQuotaNeedsAHostOfItsOwnAndOnlyOneQuota() {
        assertThatThrownBy(() -> placement("appServers.cpu=0.1", "hosts.appServers.cpu=0.2"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("from appServers.cpu or from hosts.appServers.cpu, not from both: 0.1");
        assertThatThrownBy(() -> placement("appServers.cpu=0.1", "appServers.count=2", "hosts.appServers.count=1"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("need a host each when each has a cpu quota");
        assertThatThrownBy(() -> placement("appServers.cpu=0.1", "appServers.most=2", "hosts.appServers.count=1"))
                .as("servers that come later too")
                .hasMessageContaining("need a host each when each has a cpu quota");
        assertThatThrownBy(() -> placement("appServers.cpu=0"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("cpu must be 0.01..1024 cores: 0.0");
    }

    @Test
    void everyServerInFrontHasAHostAndTheNodesOfABrokerShareOne() {
        Placement placement = placement(with(
                REAL,
                "hosts.isolated=true",
                "balancers.implementation=haproxy",
                "balancers.count=3",
                "webServers.count=2",
                "hosts.webServers.count=1",
                "broker.count=3"));

        assertThat(placement.hosts())
                .extracting(Partition::name)
                .containsExactly(
                        "balancer1", "balancer2", "balancer3", "web1", "app1", "broker1", "database1", "services1");
        assertThat(placement.host("balancers", 2)).contains("balancer3");
        assertThat(placement.host("webServers", 1)).contains("web1");
    }

    @Test
    void virtualAddressesNeedAHostWithAnAddressForEachServerInFront() {
        String[] moved = {
            "virtualIps.implementation=keepalived", "webServers.implementation=nginx", "webServers.count=2"
        };

        assertThat(configuration(with(moved, "hosts.isolated=true")).virtualAddresses())
                .as("one for each server in front")
                .isEqualTo(2);
        assertThat(configuration(with(moved, "hosts.isolated=true", "virtualIps.count=1"))
                        .virtualAddresses())
                .isEqualTo(1);
        assertThatThrownBy(() -> placement(moved)).hasMessageContaining("need hosts with addresses of their own");
        assertThatThrownBy(() -> placement(with(moved, "hosts.isolated=true", "hosts.webServers.count=1")))
                .hasMessageContaining("need a host for each server in front");
        assertThatThrownBy(() -> placement("virtualIps.implementation=keepalived", "hosts.isolated=true"))
                .hasMessageContaining("need servers in front");
    }

    @Test
    void aBrokenSectionDoesNotHideTheOtherProblems() {
        assertThatThrownBy(() -> placement("appServers.port=70000", "name=two words"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("port must be 1..65535: 70000")
                .hasMessageContaining("name must be 1 to 61 letters");
    }

    @Test
    void theDatabaseCountsOnTheMemoryOfItsHost() {
        assertThat(Sizing.of(configuration("hosts.relational.memory=2g")).databaseMemory())
                .isEqualTo(2048);
        assertThat(Sizing.of(configuration("hosts.relational.memory=2g", "relational.memory=1g"))
                        .databaseMemory())
                .isEqualTo(1024);
    }

    @ParameterizedTest
    @CsvSource({
        "[pool=bench], [pool=load], true",
        "[pool=bench], [pool=bench], false",
        "[pool=bench], [disk=fast], false",
        "[pool=bench], [], false",
        "[], [pool=load], false"
    })
    void driversInPodsAreApartWhereNoNodeCanHaveBoth(String nodes, String ofDrivers, boolean apart) {
        assertThat(placement(
                                "platform=kubernetes",
                                "kubernetes.nodeSelector=" + nodes,
                                "kubernetes.driverNodeSelector=" + ofDrivers)
                        .driversApart())
                .isEqualTo(apart);
    }
}
