package gavel.harness.config.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.config.Configuration;
import gavel.harness.config.Configuration.Platform;
import gavel.harness.config.Configurations;
import gavel.harness.config.Configurations.SettingOverride;
import gavel.harness.deploy.Topologies;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.topology.TopologyContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ContainerRulesTest {
    private static Configuration configuration(String named, String... settings) {
        List<SettingOverride> overrides = new ArrayList<>(List.of(SettingOverride.parse("platform=compose")));
        for (String setting : settings) {
            overrides.add(SettingOverride.parse(setting));
        }
        return new Configurations(Path.of("../deploy/configs"), Topologies::check).read(named, overrides);
    }

    @Test
    void everyInstanceHasAHostWithAnAddress() {
        Configuration small = configuration("small", "appServers.count=2");

        assertThat(small.platform()).isEqualTo(Platform.COMPOSE);
        assertThat(small.contained()).isTrue();
        assertThat(small.divided()).isTrue();
        assertThat(Placement.of(small).hosts())
                .extracting(Partition::name)
                .containsExactly("balancer1", "web1", "app1", "app2", "broker1", "database1", "documents1", "driver1");
        assertThat(Placement.of(small).hosts()).allMatch(Partition::addressed);
    }

    @Test
    void toolsAreWhereTheFirstApplicationServerIs() {
        assertThat(TopologyContext.planned(configuration("minimal")).toolsHost())
                .isEqualTo("app1");
        Configuration isolated = new Configurations(Path.of("../deploy/configs"))
                .read("minimal", List.of(SettingOverride.parse("hosts.isolated=true")));
        assertThat(TopologyContext.planned(isolated).toolsHost())
                .as("a part of this machine has the tools of the machine")
                .isEmpty();
    }

    private static Configuration clustered(String named, String... settings) {
        List<String> all = new ArrayList<>(List.of(settings));
        all.add("platform=kubernetes");
        return configuration(named, all.toArray(String[]::new));
    }

    @Test
    void inAClusterToolsHaveAHostOfTheirOwn() {
        Configuration small = clustered("small");

        assertThat(Placement.of(small).hosts())
                .extracting(Partition::name)
                .containsExactly(
                        "balancer1", "web1", "app1", "broker1", "database1", "documents1", "driver1", "tools1");
        assertThat(TopologyContext.planned(small).toolsHost()).isEqualTo("tools1");
        assertThat(TopologyContext.planned(small).locations().hosts()).containsKey("tools1");
    }

    @Test
    void nodesOfABrokerShareTheLimitOfTheirPod() {
        assertThat(clustered("small", "broker.count=3", "hosts.broker.memory=2g")
                        .contained())
                .isTrue();
        assertThatThrownBy(() -> configuration("small", "broker.count=3", "hosts.broker.memory=2g"))
                .hasMessageContaining("must have no limits for 3 nodes on platform compose");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "hosts.isolated=true | must be false on platform kubernetes",
                "relational.implementation=mariadb | must be embedded, postgresql or external on platform kubernetes",
                "documents.implementation=mongodb | must be embedded, server or external on platform kubernetes",
                "webServers.implementation=caddy | must be none or nginx on platform kubernetes",
                "imageStore.implementation=directory | must be documents on platform kubernetes: pods share no directory",
                "hosts.appServers.count=1 | must be null on platform kubernetes: each instance is a container"
            })
    void whatPodsCannotDoIsRefused(String setting, String rule) {
        assertThatThrownBy(() -> clustered("minimal", setting))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining(rule);
    }

    @Test
    void theReadyConfigurationsAreGood() {
        assertThat(clustered("minimal").clustered()).isTrue();
        assertThat(clustered("scaling").clustered()).isTrue();
        assertThat(configuration("minimal").hosts().isolated()).isFalse();
        assertThat(configuration("small").broker().rabbit()).isTrue();
        assertThat(configuration("scaling").contained()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "hosts.isolated=true | hosts.isolated | false on platform compose",
                "relational.implementation=mariadb | relational.implementation | embedded, postgresql or external",
                "documents.implementation=mongodb | documents.implementation | embedded, server or external",
                "webServers.implementation=httpd | webServers.implementation | none or nginx",
                "webServers.implementation=caddy | webServers.implementation | none or nginx",
                "hosts.appServers.count=1 | hosts.appServers.count | each instance is a container",
                "hosts.drivers.count=1 | hosts.drivers.count | each instance is a container",
            })
    void whatNoContainerCanBeIsNamed(String setting, String path, String rule) {
        assertThatThrownBy(() -> configuration("minimal", setting))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining(path)
                .hasMessageContaining(rule);
    }

    /** A driver takes this machine where an address names none, and one of several hosts is enough for it to be tried. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:postgresql://127.0.0.1:5432/gavel",
                "jdbc:postgresql://localhost/gavel",
                "jdbc:postgresql://LocalHost:5432/gavel",
                "jdbc:postgresql://[::1]:5432/gavel",
                "jdbc:postgresql://[0:0:0:0:0:0:0:1]/gavel",
                "jdbc:mariadb://10.0.0.9:3306,127.0.0.2:3306/gavel",
                "jdbc:mariadb://ip6-localhost/gavel",
                "jdbc:postgresql:gavel",
            })
    void theLoopbackOfAContainerIsItsOwn(String url) {
        assertThatThrownBy(() -> external(url))
                .hasMessageContaining("must be an address that containers can reach, no loopback: " + url);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:postgresql://10.0.0.9:5432/gavel",
                "jdbc:postgresql://[2001:db8::1]:5432/gavel",
                "jdbc:postgresql://[fd00::a1]/gavel",
                "jdbc:postgresql://localhost.example.com/gavel",
                "jdbc:postgresql://db.example.com/localhost?ApplicationName=a,localhost",
                "jdbc:mariadb://10.127.0.1:3306/gavel",
            })
    void anAddressThatOthersReachIsTaken(String url) {
        assertThat(external(url).relational().url()).isEqualTo(url);
    }

    private static Configuration external(String url) {
        return configuration(
                "minimal",
                "relational.implementation=external",
                "relational.username=me",
                "relational.passwordFile=/tmp/p",
                "relational.url=" + url);
    }

    @ParameterizedTest
    @CsvSource({"localhost, true", "'::1', true", "127.0.0.9, true", "broker.example.com, false", "'fd00::2', false"})
    void aBrokerIsReachedFromContainersToo(String host, boolean loopback) {
        String[] settings = {
            "broker.implementation=external",
            "broker.host=" + host,
            "broker.port=5672",
            "broker.username=me",
            "broker.passwordFile=/tmp/p",
        };
        if (loopback) {
            assertThatThrownBy(() -> configuration("minimal", settings))
                    .hasMessageContaining("must be an address that containers can reach, no loopback: " + host);
        } else {
            assertThat(configuration("minimal", settings).broker().host()).isEqualTo(host);
        }
    }

    @Test
    void nodesOfABrokerShareAHostAndNoLimit() {
        String[] cluster = {"broker.implementation=rabbitmq", "broker.count=3"};
        assertThat(configuration("minimal", cluster).broker().count()).isEqualTo(3);
        assertThatThrownBy(() -> configuration("minimal", cluster[0], cluster[1], "hosts.broker.memory=2g"))
                .hasMessageContaining("must have no limits for 3 nodes");
        assertThat(configuration("minimal", cluster[0], "hosts.broker.memory=2g")
                        .hosts()
                        .broker()
                        .memory())
                .isNotNull();
    }

    @Test
    void otherMachinesAndContainersAreTwoPlatforms() {
        assertThatThrownBy(() -> configuration(
                        "minimal",
                        "hosts.machines=[{name: a, address: 10.0.0.2, tiers: [services, appServers, drivers]}]"))
                .hasMessageContaining("must be ssh or null, as hosts.machines names machines");
    }

    @Test
    void withoutContainersNothingOfItIsAsked() {
        assertThat(new Configurations(Path.of("../deploy/configs"), Topologies::check)
                        .read("minimal", List.of(SettingOverride.parse("relational.implementation=mariadb")))
                        .contained())
                .isFalse();
    }
}
